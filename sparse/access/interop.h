// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Between fields and plain arrays, and between fields. A dense array holds the whole index space of
// a field, row-major over its axes in ascending order, the components of a cell side by side.

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "sparse/access/copy_active.h"
#include "sparse/access/field.h"
#include "sparse/access/struct_for.h"

namespace starling::sparse {

namespace detail {

/// The index space of a field, as loops over dense arrays need it.
class DenseSpace {
 public:
    DenseSpace(const LayoutPlan& plan, u32 field) : field_(&plan.fields[field]) {
        for (const int axis : plan.axes_of(field_->snode))
            shape_.push_back(
                static_cast<u32>(plan.snodes[field_->snode].shape[static_cast<std::size_t>(axis)]));
        for (const u32 size : shape_) cells_ = cells_ > kTooMany / size ? kTooMany : cells_ * size;
    }

    /// Whether an array of this many elements is the size of the field.
    Status check(const char* what, std::size_t elements) const {
        if (cells_ < kTooMany && elements == cells_ * field_->components) return {};
        return Error{std::string(what) + ": field " + field_->name + " has " +
                     (cells_ < kTooMany ? std::to_string(cells_ * field_->components)
                                        : std::string("too many")) +
                     " elements, the array " + std::to_string(elements)};
    }

    u64 cells() const { return cells_; }

    /// User index of cell number n of the array.
    std::array<i32, kMaxAxes> index(u64 n) const {
        std::array<i32, kMaxAxes> at{};
        for (std::size_t a = shape_.size(); a-- > 0; n /= shape_[a])
            at[a] = static_cast<i32>(n % shape_[a]) + field_->offset[a];
        return at;
    }

 private:
    static constexpr u64 kTooMany = u64{1} << 56;

    const FieldPlan* field_;
    std::vector<u32> shape_;
    u64 cells_ = 1;
};

}  // namespace detail

/// Makes the field equal to a dense array. Cells of which a component is not zero become active;
/// the others are set to zero where they are active, and stay as they are elsewhere. Packed lists
/// cannot grow this way: an error. One task.
template <class T>
Status import_dense(Field<T>& field, std::span<const T> array) {
    TreeCore* const tree = field.core();
    if (tree == nullptr) return Error{"import_dense: the tree of this field is destroyed"};
    const FieldPlan& plan = tree->plan().fields[field.id()];
    const detail::DenseSpace space(tree->plan(), field.id());
    if (Status ok = space.check("import_dense", array.size()); !ok) return ok;
    if (tree->plan().snodes[plan.snode].dynamic.storage == DynamicStorage::packed)
        return Error{"import_dense: field " + plan.name +
                     " lies in packed lists; build them with assign_lists"};
    if (Status free = tree->begin_task(); !free) return free;
    const u32 components = plan.components;
    tree->executor().parallel_for(
        static_cast<i64>(space.cells()), 4096, [&](i64 first, i64 last, int worker) {
            Accessor<T> access = field.accessor(worker);
            for (u64 n = static_cast<u64>(first); n < static_cast<u64>(last); ++n) {
                const T* const from = array.data() + n * components;
                const bool zero =
                    std::all_of(from, from + components, [](T value) { return value == T{}; });
                const std::array<i32, kMaxAxes> index = space.index(n);
                if (zero && !access.is_active_at(index.data())) continue;
                T* const to = access.activate_at(index.data());
                if (to != nullptr) std::copy_n(from, components, to);
            }
        });
    return tree->finish_task();
}

/// Writes the whole field into a dense array; inactive cells are zero. One task.
template <class T>
Status export_dense(const Field<T>& field, std::span<T> array) {
    TreeCore* const tree = field.core();
    if (tree == nullptr) return Error{"export_dense: the tree of this field is destroyed"};
    const u32 components = tree->plan().fields[field.id()].components;
    const detail::DenseSpace space(tree->plan(), field.id());
    if (Status ok = space.check("export_dense", array.size()); !ok) return ok;
    if (Status free = tree->begin_task(); !free) return free;
    tree->executor().parallel_for(
        static_cast<i64>(space.cells()), 4096, [&](i64 first, i64 last, int worker) {
            const Accessor<T> access = field.accessor(worker);
            for (u64 n = static_cast<u64>(first); n < static_cast<u64>(last); ++n)
                std::copy_n(access.lookup_at(space.index(n).data()), components,
                            array.data() + n * components);
        });
    return tree->finish_task();
}

/// Sets every component of every active cell to `value`; activates nothing. One task.
template <class T>
Status fill(Field<T>& field, T value) {
    if (field.core() == nullptr) return Error{"fill: the tree of this field is destroyed"};
    const u32 components = field.core()->plan().fields[field.id()].components;
    std::vector<Accessor<T>> access;
    for (int worker = 0; worker < field.core()->workers(); ++worker)
        access.push_back(field.accessor(worker));
    return struct_for(field, [&](LoopCell cell) {
        // An element of a list may lie in a chunk that does not exist yet.
        T* const place = access[static_cast<std::size_t>(cell.worker)].activate_at(cell.index);
        if (place != nullptr) std::fill_n(place, components, value);
    });
}

/// The elements of the list at `list` (one number an axis above the dynamic SNode, from 0), as many
/// as it is long; the components of an element side by side.
template <class T>
Result<std::vector<T>> export_list(const Field<T>& field, const Index& list) {
    TreeCore* const tree = field.core();
    if (tree == nullptr) return Error{"export_list: the tree of this field is destroyed"};
    const FieldPlan& plan = tree->plan().fields[field.id()];
    const SNodePlan& node = tree->plan().snodes[plan.snode];
    if (node.kind != SNodeKind::dynamic)
        return Error{"export_list: field " + plan.name + " lies in " +
                     tree->plan().name_of(plan.snode) + ", not in lists"};
    const std::vector<i64> at(list.data(), list.data() + std::min(list.rank(), kMaxAxes));
    if (list.rank() > kMaxAxes || !index_in_range(tree->plan().snodes[node.parent], nullptr, at))
        return Error{"export_list: field " + plan.name + ": no list of " +
                     tree->plan().name_of(plan.snode) + " has this index of " +
                     std::to_string(list.rank()) + " numbers"};
    const ListHeader& header =
        list_header(*tree, plan.snode, find_list(*tree, plan.snode, list.data()));
    const u32 length = list_length(node.dynamic, header);
    std::vector<T> out(length * std::size_t{plan.components});
    for (u32 element = 0; element < length; ++element) {
        const CellRef cell = find_element(*tree, node, header, element);
        std::copy_n(reinterpret_cast<const T*>(cell_address(*tree, plan, cell)), plan.components,
                    out.begin() + element * std::ptrdiff_t{plan.components});
    }
    return out;
}

/// Makes `to` equal to `from`, values and active cells alike: what is active in `to` alone is
/// deactivated, as far as the SNodes of `to` tell cells apart; other fields in the SNodes of `to`
/// keep their values in the cells that stay. Both have the same shape and number of components;
/// offsets, kinds of SNode and trees may differ. Lists of `to` that were longer are emptied first.
/// Packed lists cannot be copied to: an error.
template <class T>
Status copy_from(Field<T>& to, const Field<T>& from) {
    if (to.core() == nullptr || from.core() == nullptr)
        return Error{"copy_from: the tree of a field is destroyed"};
    if (to.core() == from.core() && to.id() == from.id()) return {};
    detail::ActiveCopy<T> copy(to, from);
    if (Status ok = copy.check(); !ok) return ok;
    return copy.run();
}

}  // namespace starling::sparse
