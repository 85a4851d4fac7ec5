// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/param_value.h"

#include <fmt/format.h>
#include <yaml-cpp/emitter.h>
#include <yaml-cpp/emittermanip.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "engine/scene/problems.h"

namespace starling::engine {
namespace {

constexpr double kDefaultFrameRate = 60;

/// Reads one value; collects what is wrong with it.
class ValueReader {
 public:
    ValueReader(void* object, double frame_rate) : object_(object), frame_rate_(frame_rate) {}

    void operator()(const TextParam& type, const Node& node) {
        if (node.kind != Node::Kind::scalar) return fail(node, "a text");
        type.at(object_) = node.text;
    }

    void operator()(const ChoiceParam& type, const Node& node) {
        const auto found = std::find(type.names.begin(), type.names.end(), node.text);
        if (node.kind != Node::Kind::scalar || found == type.names.end())
            return fail(node, joined(type.names, " or "));
        type.set(object_, static_cast<std::size_t>(found - type.names.begin()));
    }

    void operator()(const NumberParam& type, const Node& node) {
        if (type.at.size() == 1) return read_number(type, type.at.front(), node);
        if (node.kind != Node::Kind::list || node.items.size() != type.at.size())
            return fail(node, fmt::format("a list of {} numbers", type.at.size()));
        for (std::size_t n = 0; n < type.at.size(); ++n)
            read_number(type, type.at[n], node.items[n]);
    }

    std::vector<ValueProblem> problems;

 private:
    void fail(const Node& node, std::string_view expected) {
        problems.push_back(
            {node.place, fmt::format("expected {}, found {}", expected, describe(node))});
    }

    void read_number(const NumberParam& type, FindNumber at, const Node& node) {
        std::visit(
            [&](auto* target) {
                using T = std::remove_pointer_t<decltype(target)>;
                if constexpr (std::is_integral_v<T>)
                    read_whole(type, *target, node);
                else
                    read_quantity(type, *target, node);
            },
            at(object_));
    }

    template <class T>
    void read_whole(const NumberParam& type, T& target, const Node& node) {
        const auto value = parse_whole(node.text);
        if (node.kind != Node::Kind::scalar || !value || !type.range.holds(*value))
            return fail(node,
                        fmt::format("a whole number, {}", describe(type.range, type.dimension)));
        target = static_cast<T>(*value);
    }

    template <class T>
    void read_quantity(const NumberParam& type, T& target, const Node& node) {
        if (node.kind != Node::Kind::scalar) return fail(node, expectation(type.dimension));
        const Result<double> value = parse_quantity(node.text, type.dimension, frame_rate_);
        if (!value)
            problems.push_back({node.place, value.error().text});
        else if (!type.range.holds(*value))
            fail(node, describe(type.range, type.dimension));
        else
            target = static_cast<T>(*value);
    }

    void* object_;
    double frame_rate_;
};

std::string number_text(const NumberRef& number, Dimension dimension) {
    return std::visit(
        [&](const auto* value) {
            if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(*value)>>)
                return fmt::format("{}", *value);
            else
                return format_quantity(*value, dimension);
        },
        number);
}

struct ValueWriter {
    void* object;

    std::string operator()(const NumberParam& type) const {
        std::vector<std::string> numbers;
        for (const FindNumber at : type.at)
            numbers.push_back(number_text(at(object), type.dimension));
        return numbers.size() == 1 ? numbers.front()
                                   : fmt::format("[{}]", fmt::join(numbers, ", "));
    }
    std::string operator()(const TextParam& type) const {
        YAML::Emitter emitter;
        emitter << YAML::DoubleQuoted << type.at(object);
        return emitter.c_str();
    }
    std::string operator()(const ChoiceParam& type) const {
        return type.names.at(type.get(object));
    }
};

struct ValueDescriber {
    void* object;

    std::string operator()(const NumberParam& type) const {
        const NumberRef first = type.at.front()(object);
        const bool whole = std::holds_alternative<std::uint64_t*>(first) ||
                           std::holds_alternative<std::uint32_t*>(first);
        return fmt::format("{}{}, {}", type.at.size() == 1 ? "" : "a list of two, each ",
                           whole ? "a whole number" : expectation(type.dimension),
                           describe(type.range, type.dimension));
    }
    std::string operator()(const TextParam&) const { return "a text"; }
    std::string operator()(const ChoiceParam& type) const { return joined(type.names, " or "); }
};

void set_option(Node& node, std::string_view option) {
    node.place = {.option = option};
    for (Node& item : node.items) set_option(item, option);
}

}  // namespace

std::vector<ValueProblem> read_value(const Param& param, void* object, const Node& node,
                                     double frame_rate) {
    ValueReader reader(object, frame_rate);
    std::visit([&](const auto& type) { reader(type, node); }, param.type);
    return std::move(reader.problems);
}

std::string write_value(const Param& param, void* object) {
    return std::visit(ValueWriter{object}, param.type);
}

std::string describe_values(const Param& param, void* object) {
    return std::visit(ValueDescriber{object}, param.type);
}

Node value_node(const Param* param, const std::string& text, std::string_view option) {
    Node node{.kind = Node::Kind::scalar, .text = text};
    if (param != nullptr && std::holds_alternative<NumberParam>(param->type) &&
        text.starts_with('[')) {
        Result<Document> list = parse_document(text, std::string(option));
        if (list) node = std::move(list->root);
    }
    set_option(node, option);
    return node;
}

std::string value_text(const Node& node) {
    if (node.kind != Node::Kind::list) return node.text;
    std::vector<std::string> items;
    for (const Node& item : node.items) items.push_back(value_text(item));
    return fmt::format("[{}]", fmt::join(items, ", "));
}

double frame_rate_of(Params& params) {
    for (const Param& param : params.table()) {
        const auto* number = std::get_if<NumberParam>(&param.type);
        if (param.name != "reference_rate" || number == nullptr) continue;
        const NumberRef rate = number->at.front()(params.data());
        return std::visit([](const auto* value) { return static_cast<double>(*value); }, rate);
    }
    return kDefaultFrameRate;
}

}  // namespace starling::engine
