// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "sparse/access/accessor.h"
#include "sparse/layout/index_math.h"
#include "sparse/tree/snode_tree.h"

namespace starling::sparse {

/// A field of a live tree, for the host: get and set check index and life of the tree and return
/// error values; at() is the short form for code that knows both are right. Each call is a task
/// of its own. Cheap to copy. Threads: one, while no task runs.
template <class T>
class Field {
 public:
    Field(std::shared_ptr<TreeLink> link, u32 field) : link_(std::move(link)), field_(field) {}

    /// The value at a user index; zero where inactive. `component`: 0 … components - 1.
    Result<T> get(const Index& index, u32 component = 0) const {
        if (Status ok = check(index, component); !ok) return ok.error();
        return accessor(0).lookup_at(index.data())[component];
    }

    /// Writes, activating the cell.
    Status set(const Index& index, T value, u32 component = 0) {
        if (Status ok = check(index, component); !ok) return ok;
        TreeCore& core = *link_->core;
        if (Status free = core.begin_task(); !free) return free;
        T* const place = accessor(0).activate_at(index.data());
        if (place != nullptr) place[component] = value;
        const Status done = core.finish_task();
        if (!done || place != nullptr) return done;
        return Error{"field " + core.plan().fields[field_].name +
                     ": dropped; a packed list has no elements past its end"};
    }

    /// Address of the value: defined and never null, also where the cell is inactive (it then
    /// reads zero); for reading.
    Result<const T*> address(const Index& index) const {
        if (Status ok = check(index, 0); !ok) return ok.error();
        return accessor(0).lookup_at(index.data());
    }

    /// x.at(i, j) reads as a T and can be assigned; x.at(i, j)[c] is component c. Where get() or
    /// set() would be an error, it reads zero and writes nothing.
    class Reference {
     public:
        Reference(Field* field, const Index& index, u32 component)
            : field_(field), index_(index), component_(component) {}
        operator T() const {
            const Result<T> value = field_->get(index_, component_);
            return value.ok() ? *value : T{};
        }
        Reference& operator=(T value) {
            (void)field_->set(index_, value, component_);
            return *this;
        }
        Reference& operator=(const Reference& other) { return *this = static_cast<T>(other); }
        Reference(const Reference&) = default;
        Reference operator[](u32 component) const { return {field_, index_, component}; }

     private:
        Field* field_;
        Index index_;
        u32 component_;
    };
    /// The cell at one number an axis, as a Reference.
    template <class... I>
    Reference at(I... index) {
        return {this, Index{static_cast<i64>(index)...}, 0};
    }

    /// Access inside a task, for its worker; until the tree is destroyed.
    Accessor<T> accessor(int worker) const {
        if (link_->core == nullptr) [[unlikely]]
            return {};
        return {*link_->core, field_, worker};
    }

    /// Null after the tree's destroy().
    TreeCore* core() const { return link_->core; }
    u32 id() const { return field_; }

 private:
    Status check(const Index& index, u32 component) const {
        if (link_->core == nullptr)
            return Error{"the tree of this field is destroyed; make a new one with FieldsBuilder"};
        const LayoutPlan& plan = link_->core->plan();
        const FieldPlan& field = plan.fields[field_];
        const std::string name = "field " + field.name;
        if (Status ok = check_index(plan, field.snode, name, index.data(), index.rank(),
                                    field.offset.data());
            !ok)
            return ok;
        if (component >= field.components)
            return Error{name + ": component " + std::to_string(component) + " of " +
                         std::to_string(field.components)};
        return {};
    }

    std::shared_ptr<TreeLink> link_;
    u32 field_;
};

template <class T>
Result<Field<T>> SNodeTree::field(FieldRef ref) const {
    if (core_ == nullptr) return Error{"the tree is destroyed; make a new one with FieldsBuilder"};
    if (ref.index >= plan_.fields.size() || (ref.builder != 0 && ref.builder != plan_.builder))
        return FieldsBuilder::foreign_field(ref.builder);
    const FieldPlan& plan = plan_.fields[ref.index];
    if (plan.type != TypeOf<T>::value)
        return Error{"field " + plan.name + ": is " + name_of(plan.type) + ", asked for as " +
                     name_of(TypeOf<T>::value)};
    return Field<T>(link_, ref.index);
}

}  // namespace starling::sparse
