// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace starling::sparse {

template <class Signature>
class FunctionRef;

/// Refers to a callable without owning it; two words, no allocation. The callable must outlive
/// every call. Meant for parameters, never for members.
template <class R, class... Args>
class FunctionRef<R(Args...)> {
 public:
    template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> &&
             std::is_invocable_r_v<R, F&, Args...>) FunctionRef(F&& callable)
        : object_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
          call_([](void* object, Args... args) -> R {
              return (*static_cast<std::remove_reference_t<F>*>(object))(
                  std::forward<Args>(args)...);
          }) {}

    R operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
    void* object_;
    R (*call_)(void*, Args...);
};

}  // namespace starling::sparse
