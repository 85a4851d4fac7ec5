// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/scene/quantity.h"

/// Parameters as data. A table describes the members of one struct: scene files, the command line,
/// the schema for people, sliders and recordings of changes all read it, and nothing else lists
/// parameters.
///
/// To add a parameter: a member with its default in the struct, and one entry in its table.
namespace starling::engine {

/// A number of an object; the pointer's type tells fractions from whole numbers.
using NumberRef = std::variant<double*, float*, std::uint64_t*, std::uint32_t*>;

template <class>
struct OwnerOf;
template <class Owner, class Member>
struct OwnerOf<Member Owner::*> {
    using type = Owner;
};

/// The member that a chain of member pointers names, such as &Scene::domain, &Domain::margin, in
/// an object of the first one's class.
template <auto First, auto... Rest>
auto& member_of(void* object) {
    using Owner = typename OwnerOf<decltype(First)>::type;
    return ((static_cast<Owner*>(object)->*First).*....*Rest);
}

/// Finds a number in an object of the table's struct.
using FindNumber = NumberRef (*)(void* object);
template <auto... Members>
NumberRef number_at(void* object) {
    return &member_of<Members...>(object);
}

/// A number, or a list of as many as `at` has entries.
struct NumberParam {
    Dimension dimension = Dimension::none;
    Range range;
    std::vector<FindNumber> at;
};

struct TextParam {
    std::string& (*at)(void* object) = nullptr;
};
template <auto... Members>
std::string& text_at(void* object) {
    return member_of<Members...>(object);
}

/// One of a fixed list of names; the member is their index, or an enumeration in their order.
struct ChoiceParam {
    std::vector<std::string> names;
    std::size_t (*get)(void* object) = nullptr;
    void (*set)(void* object, std::size_t index) = nullptr;
};
template <auto... Members>
ChoiceParam choice_at(std::vector<std::string> names) {
    return {std::move(names),
            [](void* object) { return static_cast<std::size_t>(member_of<Members...>(object)); },
            [](void* object, std::size_t index) {
                auto& member = member_of<Members...>(object);
                member = static_cast<std::remove_reference_t<decltype(member)>>(index);
            }};
}

/// When a changed value can take effect.
enum class Effect : std::uint8_t {
    next_step,  ///< May change while the world runs.
    restart,    ///< A world keeps it from its beginning on.
};

/// One parameter of a table.
struct Param {
    std::string name;  ///< "pigeons.speed": its path inside the group.
    std::variant<NumberParam, TextParam, ChoiceParam> type;
    std::string_view meaning;      ///< A sentence.
    std::string_view source = {};  ///< Where its formula stands, for those who check it.
    Effect effect = Effect::next_step;
};

/// Parameters in the order in which they are written and, what matters for px/frame, read.
using ParamTable = std::vector<Param>;

/// The values of a table: an object of its struct, whatever that is. Copies are independent.
class Params {
 public:
    template <class T>
    Params(const ParamTable& table, T values)
        : table_(&table),
          values_(std::move(values)),
          find_([](std::any& any) -> void* { return std::any_cast<T>(&any); }) {}

    const ParamTable& table() const { return *table_; }

    /// The object, for the accessors of the table.
    void* data() { return find_(values_); }

    template <class T>
    bool holds() const {
        return std::any_cast<T>(&values_) != nullptr;
    }
    /// The object as what it is; T must be the struct of the table.
    template <class T>
    T& as() {
        return *std::any_cast<T>(&values_);
    }
    template <class T>
    const T& as() const {
        return *std::any_cast<T>(&values_);
    }

 private:
    const ParamTable* table_;
    std::any values_;
    void* (*find_)(std::any&);
};

}  // namespace starling::engine
