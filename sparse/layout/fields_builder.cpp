// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/layout/fields_builder.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "sparse/layout/declaration.h"

namespace starling::sparse {
namespace {

constexpr i64 kMaxExtent = 0x7fffffff;

/// The builders that live, so that messages about their fields can say where they are from.
struct Builders {
    struct Origin {
        std::string place;
        const FieldsBuilder::Declaration* declaration = nullptr;
    };
    std::mutex mutex;
    u64 made = 0;
    std::map<u64, Origin> live;

    static Builders& all() {
        static Builders builders;
        return builders;
    }
};

}  // namespace

const char* name_of(SNodeKind kind) {
    constexpr const char* kNames[] = {"root", "dense", "bitmasked", "pointer", "dynamic", "place"};
    return kNames[static_cast<int>(kind)];
}

std::string snode_name(u32 id, SNodeKind kind, const std::vector<int>& axes,
                       const std::vector<i64>& shape) {
    std::string text = name_of(kind);
    if (kind == SNodeKind::root) return text;
    text += '#' + std::to_string(id) + '(' + Axes(axes).text() + ", ";
    for (std::size_t k = 0; k < shape.size(); ++k)
        text += (k != 0 ? "x" : "") + std::to_string(shape[k]);
    return text + ')';
}

FieldsBuilder::FieldsBuilder(const char* file, int line)
    : declaration_(std::make_unique<Declaration>()) {
    Builders& all = Builders::all();
    const std::lock_guard lock(all.mutex);
    declaration_->serial = ++all.made;
    all.live[declaration_->serial] = {std::string(file) + ':' + std::to_string(line),
                                      declaration_.get()};
}

FieldsBuilder::~FieldsBuilder() {
    Builders& all = Builders::all();
    const std::lock_guard lock(all.mutex);
    all.live.erase(declaration_->serial);
}

u64 FieldsBuilder::serial() const {
    return declaration_->serial;
}

Error FieldsBuilder::foreign_field(u64 serial) {
    Builders& all = Builders::all();
    const std::lock_guard lock(all.mutex);
    const auto found = all.live.find(serial);
    std::string text = "the field was declared by another FieldsBuilder";
    if (found != all.live.end()) {
        text += ", made at " + found->second.place;
        if (!found->second.declaration->finalized) text += ", which is not finalized";
    }
    return {text};
}

void FieldsBuilder::fail(std::string text) {
    if (declaration_->error.empty()) declaration_->error = std::move(text);
}

Status FieldsBuilder::status() const {
    if (declaration_->error.empty()) return {};
    return Error{declaration_->error};
}

FieldRef FieldsBuilder::field(DataType type, std::string name, u32 components) {
    Declaration& d = *declaration_;
    if (d.finalized) fail("field " + name + ": declared after finalize(); use a new FieldsBuilder");
    if (components < 1 || components > 64)
        fail("field " + name + ": expected 1 to 64 components a cell, got " +
             std::to_string(components));
    for (const Declaration::Field& other : d.fields)
        if (other.name == name) fail("field " + name + ": a field of this name exists already");
    d.fields.push_back({std::move(name), type, components});
    return {static_cast<u32>(d.fields.size() - 1), d.serial};
}

NodeRef FieldsBuilder::root() {
    return {this, 0};
}

NodeRef FieldsBuilder::declare(u32 parent, SNodeKind kind, const Axes& axes,
                               std::vector<i64> shape) {
    Declaration& d = *declaration_;
    const u32 id = static_cast<u32>(d.nodes.size());
    const std::vector<int>& list = axes.list();
    if (shape.size() == 1 && list.size() > 1) shape.assign(list.size(), shape[0]);
    const std::string name = snode_name(id, kind, list, shape);
    const Declaration::Node& above = d.nodes[parent];
    if (d.finalized) fail(name + ": declared after finalize(); use a new FieldsBuilder");
    if (list.empty()) fail(name + ": expected at least one axis");
    for (std::size_t k = 0; k < list.size(); ++k) {
        if (list[k] < 0 || list[k] >= kMaxAxes)
            fail(name + ": unknown axis; axes are the letters i to t");
        if (std::find(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(k), list[k]) !=
            list.begin() + static_cast<std::ptrdiff_t>(k))
            fail(name + ": axis " + axis_letter(list[k]) + " is given twice");
    }
    if (shape.empty())
        fail(name + ": no shape is given: 0 sizes for " + std::to_string(list.size()) + " axes");
    else if (shape.size() != list.size())
        fail(name + ": expected one size for all axes or one an axis, got " +
             std::to_string(shape.size()) + " sizes for " + std::to_string(list.size()) + " axes");
    for (const i64 size : shape)
        if (size < 1 || size > kMaxExtent)
            fail(name + ": expected sizes from 1 to " + std::to_string(kMaxExtent) + ", got " +
                 std::to_string(size));
    if (above.kind == SNodeKind::dynamic)
        fail(name + ": declared below " + snode_name(parent, above.kind, above.axes, above.shape) +
             "; only place() may follow a dynamic SNode");
    u32 depth = 1;
    for (u32 up = parent; up != 0; up = d.nodes[up].parent) ++depth;
    if (depth > static_cast<u32>(kMaxDepth))
        fail(name + ": level " + std::to_string(depth) + " below the root; at most " +
             std::to_string(kMaxDepth) + " are allowed");
    d.nodes.push_back({kind, parent, list, std::move(shape), Activation::cas, {}});
    return {this, id};
}

NodeRef NodeRef::dense(const Axes& axes, const Sizes& shape) const {
    return builder_->declare(id_, SNodeKind::dense, axes, shape.list());
}

NodeRef NodeRef::bitmasked(const Axes& axes, const Sizes& shape) const {
    return builder_->declare(id_, SNodeKind::bitmasked, axes, shape.list());
}

NodeRef NodeRef::pointer(const Axes& axes, const Sizes& shape, PointerOptions options) const {
    const NodeRef node = builder_->declare(id_, SNodeKind::pointer, axes, shape.list());
    builder_->declaration_->nodes[node.id_].activation = options.activation;
    return node;
}

NodeRef NodeRef::dynamic(const Axes& axis, Size capacity, DynamicOptions options) const {
    const NodeRef node = builder_->declare(id_, SNodeKind::dynamic, axis, {capacity.value()});
    FieldsBuilder::Declaration& d = *builder_->declaration_;
    FieldsBuilder::Declaration::Node& declared = d.nodes[node.id_];
    declared.dynamic = options;
    const std::string name = snode_name(node.id_, declared.kind, declared.axes, declared.shape);
    if (declared.axes.size() > 1)
        builder_->fail(name + ": a dynamic SNode has one axis, got " +
                       std::to_string(declared.axes.size()));
    for (u32 up = id_; up != 0; up = d.nodes[up].parent)
        for (const int axis_up : d.nodes[up].axes)
            if (!declared.axes.empty() && axis_up == declared.axes[0])
                builder_->fail(
                    name + ": shares axis " + axis_letter(axis_up) + " with " +
                    snode_name(up, d.nodes[up].kind, d.nodes[up].axes, d.nodes[up].shape) +
                    "; a dynamic SNode needs an axis of its own");
    if (options.chunk < 1 || options.chunk > kMaxExtent)
        builder_->fail(name + ": expected a chunk of 1 to " + std::to_string(kMaxExtent) +
                       " elements, got " + std::to_string(options.chunk));
    return node;
}

NodeRef NodeRef::place(FieldRef field, std::vector<i64> offset) const {
    return place(FieldGroup{field}, std::move(offset));
}

NodeRef NodeRef::place(const FieldGroup& group, std::vector<i64> offset) const {
    FieldsBuilder::Declaration& d = *builder_->declaration_;
    if (d.finalized) builder_->fail("place: called after finalize(); use a new FieldsBuilder");
    if (group.empty()) builder_->fail("place: expected at least one field");
    for (const FieldRef field : group) {
        if (field.index >= d.fields.size() || (field.builder != 0 && field.builder != d.serial)) {
            builder_->fail("place: " + FieldsBuilder::foreign_field(field.builder).text);
            return *this;
        }
        FieldsBuilder::Declaration::Field& declared = d.fields[field.index];
        if (declared.placed) builder_->fail("field " + declared.name + ": placed twice");
        declared.placed = true;
    }
    d.groups.push_back({id_, group, std::move(offset)});
    return *this;
}

NodeRef FieldsBuilder::add(const LayoutDesc& layout) {
    NodeRef node = root();
    for (const LevelDesc& level : layout.levels) {
        const Axes level_axes(level.axes);
        switch (level.kind) {
            case SNodeKind::dense:
                node = node.dense(level_axes, level.shape);
                break;
            case SNodeKind::bitmasked:
                node = node.bitmasked(level_axes, level.shape);
                break;
            case SNodeKind::pointer:
                node = node.pointer(level_axes, level.shape, {level.activation});
                break;
            case SNodeKind::dynamic:
                if (level.shape.size() > 1)
                    fail(snode_name(static_cast<u32>(declaration_->nodes.size()), level.kind,
                                    level.axes, level.shape) +
                         ": expected one size, the capacity of a list, got " +
                         std::to_string(level.shape.size()) + " sizes");
                node = node.dynamic(
                    level_axes, level.shape.empty() ? 0 : level.shape[0],
                    {level.chunk == 0 ? DynamicOptions{}.chunk : level.chunk, level.storage});
                break;
            case SNodeKind::place:
                for (const std::vector<std::string>& names : level.place) {
                    FieldGroup group;
                    for (const std::string& name : names) {
                        const auto& fields = declaration_->fields;
                        const auto found =
                            std::find_if(fields.begin(), fields.end(),
                                         [&](const auto& f) { return f.name == name; });
                        if (found == fields.end())
                            fail("place: no field is named " + name);
                        else
                            group.push_back(
                                {static_cast<u32>(found - fields.begin()), declaration_->serial});
                    }
                    node.place(group, level.offset);
                }
                break;
            case SNodeKind::root:
                fail("layout: the root is not declared");
                break;
        }
    }
    return node;
}

}  // namespace starling::sparse
