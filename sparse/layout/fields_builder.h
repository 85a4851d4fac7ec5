// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "sparse/alloc/list_manager.h"
#include "sparse/alloc/node_manager.h"
#include "sparse/core/result.h"
#include "sparse/core/types.h"
#include "sparse/exec/executor.h"
#include "sparse/layout/axes.h"
#include "sparse/layout/layout_desc.h"
#include "sparse/layout/plan.h"
#include "sparse/layout/sizes.h"

namespace starling::sparse {

class FieldsBuilder;
class ProfileListener;
class SNodeTree;

/// Where a tree's memory lies and who runs its loops. The executor and the listener must outlive
/// the tree.
struct Backend {
    Executor* executor = nullptr;
    Zeroing zeroing = Zeroing::at_reuse;
    ListStep step;         ///< How pools grow.
    u64 memory_limit = 0;  ///< Most bytes that the tree commits; 0 = no limit of its own.
    /// Memory that is wholly free for this many tasks (to twice as many) goes back to the system;
    /// 0: in each GC, as much as is free.
    u32 release_after = 32;
    /// Slots of a pointer SNode are moved into spatial order after a task when more than this share
    /// of the neighbours in its element list are no neighbours in memory; 1 = never by itself.
    double repack_share = 0.1;
    ProfileListener* listener = nullptr;  ///< Told of launches, GC phases, list builds.
    bool checked = false;  ///< Test the indices of accesses inside tasks; SNodeTree::set_checked.
};

/// A declared field; names it again once the tree stands.
struct FieldRef {
    u32 index = 0;
    u64 builder = 0;  ///< FieldsBuilder::serial() of who declared it; 0 = not known.
};

/// A group of fields for place(): their values of one cell lie side by side (AoS).
using FieldGroup = std::vector<FieldRef>;

/// What a pointer SNode may be told.
struct PointerOptions {
    Activation activation = Activation::cas;
};
/// What a dynamic SNode may be told.
struct DynamicOptions {
    i64 chunk = 32;
    DynamicStorage storage = DynamicStorage::chunked;
};

/// A declared SNode, to hang children under. Cheap to copy; lives as long as its builder.
/// Each size is 1 … 2^31-1, and so is their product along an axis over all levels.
class NodeRef {
 public:
    /// All cells exist.
    NodeRef dense(const Axes& axes, const Sizes& shape) const;
    /// All cells have memory, a bit each tells whether it is active.
    NodeRef bitmasked(const Axes& axes, const Sizes& shape) const;
    /// A cell gets memory when it is activated.
    NodeRef pointer(const Axes& axes, const Sizes& shape, PointerOptions options = {}) const;
    /// Lists of up to `capacity` elements along an axis of their own; only place() may follow.
    NodeRef dynamic(const Axes& axis, Size capacity, DynamicOptions options = {}) const;
    /// Places fields in every cell, as one group. `offset`: user index of the first cell, one
    /// number an axis (ascending); empty = zeros. Returns the same SNode.
    NodeRef place(const FieldGroup& group, std::vector<i64> offset = {}) const;
    NodeRef place(FieldRef field, std::vector<i64> offset = {}) const;

    /// Number of this SNode in the tree; 0 is the root.
    u32 id() const { return id_; }

 private:
    friend class FieldsBuilder;
    NodeRef(FieldsBuilder* builder, u32 id) : builder_(builder), id_(id) {}
    FieldsBuilder* builder_;
    u32 id_;
};

/// Declares the fields and SNodes of one tree. Mistakes are collected, and the first is what
/// finalize() returns; a declaration after finalize() shows in status(). Threads: one.
class FieldsBuilder {
 public:
    /// `file` and `line`: where the builder is made, for messages.
    explicit FieldsBuilder(const char* file = __builtin_FILE(), int line = __builtin_LINE());
    ~FieldsBuilder();
    FieldsBuilder(const FieldsBuilder&) = delete;
    FieldsBuilder& operator=(const FieldsBuilder&) = delete;

    /// Declares a field of `components` elements of `type` a cell (1 = scalar).
    FieldRef field(DataType type, std::string name, u32 components = 1);
    template <class T>
    FieldRef field(std::string name, u32 components = 1) {
        return field(TypeOf<T>::value, std::move(name), components);
    }

    /// The root, to hang SNodes under.
    NodeRef root();

    /// Declares the levels of `layout` below the root; place levels name declared fields. Every
    /// shape must be filled in. Returns the last SNode.
    NodeRef add(const LayoutDesc& layout);

    /// Number of this builder in the process, from 1.
    u64 serial() const;

    /// The first mistake so far.
    Status status() const;

    /// Checks the whole declaration and compiles it, without memory for the data.
    Result<LayoutPlan> compile() const;

    /// Makes the tree; once. After an error the builder can try again.
    Result<std::unique_ptr<SNodeTree>> finalize(const Backend& backend);

    /// What to say to a field that the builder `serial` declared where another one's is asked for:
    /// where that builder was made, and whether it is finalized.
    static Error foreign_field(u64 serial);

    struct Declaration;  ///< Private to sparse/layout.

 private:
    friend class NodeRef;
    NodeRef declare(u32 parent, SNodeKind kind, const Axes& axes, std::vector<i64> shape);
    void fail(std::string text);
    std::unique_ptr<Declaration> declaration_;
};

}  // namespace starling::sparse
