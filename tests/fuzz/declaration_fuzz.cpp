// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// Fuzzes FieldsBuilder: any bytes are a declaration of a tree. It ends in a plan or in an error
// that says something; a plan describes itself, and a small one becomes a tree whose cells hold
// what is written to them.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "sparse/access/field.h"
#include "sparse/exec/executor.h"
#include "sparse/tree/topology_json.h"

namespace {

using namespace starling::sparse;

void check(bool holds, const std::string& what) {
    if (holds) return;
    std::fprintf(stderr, "%s\n", what.c_str());
    std::abort();
}

/// The input, a byte at a time; zeros behind its end.
class Bytes {
 public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    bool empty() const { return size_ == 0; }
    u8 byte() {
        if (size_ == 0) return 0;
        --size_;
        return *data_++;
    }
    u32 below(u32 limit) { return byte() % limit; }
    /// True for a few of the bytes: what breaks a rule must be rare, or no tree would stand.
    bool rarely() { return byte() >= 250; }
    /// Mostly a small number, now and then one at the edge of what is allowed or beyond it.
    i64 size() {
        constexpr i64 kEdges[] = {0, -1, 0x7fffffff, 0x80000000, i64{1} << 40, 65536};
        const u8 choice = byte();
        return choice < 250 ? 1 + choice % 16 : kEdges[choice - 250];
    }

 private:
    const std::uint8_t* data_;
    std::size_t size_;
};

Axes some_axes(Bytes& in) {
    // i to l, and rarely any letters, also those before and behind the ones that are allowed.
    std::string letters;
    if (in.rarely()) {
        for (u32 n = in.below(16); n > 0; --n) letters += static_cast<char>('h' + in.below(14));
    } else {
        const u32 set = 1 + in.below(15);
        for (u32 axis = 0; axis < 4; ++axis)
            if ((set >> axis & 1) != 0) letters += static_cast<char>('i' + axis);
        if (in.below(2) == 0) letters.assign(letters.rbegin(), letters.rend());
    }
    return Axes(std::string_view(letters));
}

std::vector<i64> some_sizes(Bytes& in, const Axes& axes) {
    std::vector<i64> sizes;
    for (std::size_t n = in.rarely() ? in.below(5) : axes.list().size(); n > 0; --n)
        sizes.push_back(in.size());
    return sizes;
}

/// A tree that grows as the input says.
class Growth {
 public:
    Growth(Bytes& in, FieldsBuilder& builder) : in_(in), builder_(builder) {
        nodes_.push_back(builder.root());
        has_child_.push_back(false);
    }

    std::vector<FieldRef> run() {
        for (int n = 0; n < 40 && !in_.empty(); ++n) step();
        // What would be missing, unless that is what the input wants to see.
        if (!in_.rarely())
            for (std::size_t k = 0; k < nodes_.size(); ++k)
                if (!has_child_[k]) place(k);
        return fields_;
    }

 private:
    void step() {
        // The last level is a likely parent.
        const u32 pick = in_.below(32);
        const std::size_t parent = pick < nodes_.size() ? pick : nodes_.size() - 1;
        const u32 what = in_.below(8);
        if (what < 2) return place(parent);
        has_child_[parent] = true;
        const Axes axes = some_axes(in_);
        const std::vector<i64> sizes = some_sizes(in_, axes);
        const NodeRef& above = nodes_[parent];
        if (what < 4) {
            add(above.dense(axes, sizes));
        } else if (what < 5) {
            add(above.bitmasked(axes, sizes));
        } else if (what < 7) {
            add(above.pointer(axes, sizes,
                              {in_.below(2) == 0 ? Activation::cas : Activation::locked}));
        } else {
            DynamicOptions options;
            options.chunk = in_.size();
            if (in_.below(2) == 0) options.storage = DynamicStorage::packed;
            const i64 capacity = in_.size() * (in_.below(2) == 0 ? 1 : 500);
            add(above.dynamic(in_.rarely() ? axes : Axes("m"), capacity, options));
            place(nodes_.size() - 1);
            // Nothing may follow a list, so it rarely stays among the parents.
            if (!in_.rarely()) nodes_.pop_back(), has_child_.pop_back();
        }
    }

    void add(const NodeRef& node) {
        nodes_.push_back(node);
        has_child_.push_back(false);
    }

    void place(std::size_t parent) {
        has_child_[parent] = true;
        FieldGroup group;
        for (u32 n = 1 + in_.below(3); n > 0; --n) {
            const DataType type = static_cast<DataType>(in_.below(10));
            const u32 components = in_.below(8) == 0 ? in_.byte() % 66 : 1;
            // A name that is taken is an error.
            const std::size_t name = in_.rarely() ? 0 : fields_.size();
            fields_.push_back(builder_.field(type, "f" + std::to_string(name), components));
            if (!in_.rarely()) group.push_back(fields_.back());
        }
        if (in_.rarely()) group.push_back(FieldRef{in_.byte()});
        std::vector<i64> offset;
        if (in_.rarely())
            for (u32 n = in_.below(5); n > 0; --n) offset.push_back(-in_.size());
        nodes_[parent].place(group, offset);
    }

    Bytes& in_;
    FieldsBuilder& builder_;
    std::vector<NodeRef> nodes_;
    std::vector<bool> has_child_;
    std::vector<FieldRef> fields_;
};

/// Writes to cells of a field whose elements are of type T, and reads them back.
template <class T>
void use(Bytes& in, SNodeTree& tree, FieldRef ref) {
    auto field = tree.field<T>(ref);
    check(field.ok(), "a field cannot be named");
    const FieldPlan& plan = tree.plan().fields[ref.index];
    const SNodePlan& node = tree.plan().snodes[plan.snode];
    const bool packed =
        node.kind == SNodeKind::dynamic && node.dynamic.storage == DynamicStorage::packed;
    const std::vector<int> axes = tree.plan().axes_of(plan.snode);
    std::map<std::vector<i64>, T> written;
    for (int n = 0; n < 4; ++n) {
        std::vector<i64> index;
        for (std::size_t k = 0; k < axes.size(); ++k)
            index.push_back(
                plan.offset[k] +
                static_cast<i64>(in.byte() % node.shape[static_cast<std::size_t>(axes[k])]));
        const auto at = [&](const std::vector<i64>& i) {
            std::vector<i64> all = i;
            all.resize(kMaxAxes);
            switch (i.size()) {
                case 0:
                    return Index{};
                case 1:
                    return Index{all[0]};
                case 2:
                    return Index{all[0], all[1]};
                case 3:
                    return Index{all[0], all[1], all[2]};
                case 4:
                    return Index{all[0], all[1], all[2], all[3]};
                default:
                    return Index{all[0], all[1], all[2], all[3], all[4]};
            }
        };
        if (index.size() > 5) return;
        const T value = static_cast<T>(in.byte() % 100 + 1);
        const starling::Status done = field->set(at(index), value);
        // A packed list is built as a whole and takes no single writes behind its end.
        if (packed) continue;
        check(done.ok(), "a write in range failed: " + (done.ok() ? "" : done.error().text));
        written[index] = value;
        for (const auto& [where, what] : written) {
            const auto read = field->get(at(where));
            check(read.ok() && *read == what, "a cell does not hold what was written to it");
        }
    }
}

void use(Bytes& in, SNodeTree& tree, FieldRef ref) {
    switch (tree.plan().fields[ref.index].type) {
        case DataType::i8:
            return use<i8>(in, tree, ref);
        case DataType::i16:
            return use<i16>(in, tree, ref);
        case DataType::i32:
            return use<i32>(in, tree, ref);
        case DataType::i64:
            return use<i64>(in, tree, ref);
        case DataType::u8:
            return use<u8>(in, tree, ref);
        case DataType::u16:
            return use<u16>(in, tree, ref);
        case DataType::u32:
            return use<u32>(in, tree, ref);
        case DataType::u64:
            return use<u64>(in, tree, ref);
        case DataType::f32:
            return use<f32>(in, tree, ref);
        case DataType::f64:
            return use<f64>(in, tree, ref);
    }
}

/// Whether the plan's slots are small enough to make some of them.
bool is_small(const LayoutPlan& plan) {
    u64 bytes = 0;
    for (u32 segment = 0; segment < plan.segments.size(); ++segment)
        bytes += plan.slot_bytes(segment) < (1u << 20) ? plan.slot_bytes(segment) : 1u << 20;
    return bytes < (1u << 18);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto executor = make_executor(ExecutorKind::jthread, 1);
    Bytes in(data, size);
    FieldsBuilder builder;
    const std::vector<FieldRef> fields = Growth(in, builder).run();
    const auto plan = builder.compile();
    if (!plan) {
        check(!plan.error().text.empty(), "an error without a text");
        check(!builder.finalize({.executor = executor->get()}).ok(),
              "a declaration that has no plan became a tree");
        return 0;
    }
    check(!plan->describe().empty(), "a plan that says nothing");
    if (!is_small(*plan)) return 0;
    auto made = builder.finalize({.executor = executor->get()});
    check(made.ok(), "a small plan did not become a tree: " + (made ? "" : made.error().text));
    SNodeTree& tree = **made;
    for (const FieldRef field : fields) use(in, tree, field);
    check(topology_json(tree).ok(), "no JSON of the tree");
    check(tree.deactivate_all().ok(), "cannot deactivate the tree");
    for (const SNodeStats& snode : tree.stats().snodes)
        check(snode.slots.live == 0 || snode.name.find("dynamic") == 0,
              snode.name + ": has slots after all were deactivated");
    check(tree.destroy().ok(), "cannot destroy the tree");
    return 0;
}
