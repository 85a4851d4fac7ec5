// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace starling::engine {

/// XXH3-64 over a stream of bytes: whoever adds the same bytes in the same order gets the same
/// digest. Systems add their state in an order that depends on nothing but the state.
class StateHash {
 public:
    StateHash();
    ~StateHash();
    StateHash(const StateHash&) = delete;
    StateHash& operator=(const StateHash&) = delete;

    void add(const void* data, std::size_t bytes);

    /// Adds a number as it lies in memory; no padding may be in it.
    template <class T>
    void add(const T& value) {
        static_assert(std::has_unique_object_representations_v<T>);
        add(&value, sizeof value);
    }

    std::uint64_t digest() const;

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace starling::engine
