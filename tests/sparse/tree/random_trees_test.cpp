// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Random trees under random operations, compared with an oracle that knows the semantics only.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <variant>

#include "sparse/access/interop.h"
#include "sparse/access/leaf.h"
#include "sparse/access/node_access.h"
#include "sparse/access/struct_for.h"
#include "tests/sparse/sanitizers.h"
#include "tests/sparse/tree/random_declaration.h"

namespace starling::sparse::testing {
namespace {

// A run is kShards test cases of kTrees trees each.
constexpr int kShards = 12;
constexpr int kTrees = kSanitized ? 3 : 45, kOperations = kSanitized ? 300 : 1000;

using AnyField = std::variant<Field<i32>, Field<f32>, Field<u8>, Field<i64>>;

/// Integers of i64 as the type keeps them: u8 wraps, the rest is small enough to be exact.
i64 wrapped(DataType type, i64 value) {
    return type == DataType::u8 ? value & 0xff : value;
}

class RandomTree : private RandomDeclaration {
 public:
    RandomTree(u64 seed, Executor& executor) : RandomDeclaration(seed), seed_(seed) {
        backend_.executor = &executor;
        backend_.zeroing = chance(2) ? Zeroing::at_reuse : Zeroing::in_gc;
        // Small steps, so that pools grow while the test runs.
        backend_.checked = chance(3);
        if (chance(2)) backend_.step = {.first_elements = 3, .growth = chance(2) ? 1.0 : 1.5};
    }

    void run() {
        if (!declare()) return;
        for (int k = 0; k < kOperations && !failed_; ++k) operation();
        for (u32 field = 0; field < fields_.size() && !failed_; ++field) {
            check_struct_for(field);
            check_leaves(field);
        }
        if (!failed_) check_managers();
        if (!failed_ && !tree_->destroy()) fail("destroy() is an error");
    }

 private:
    void fail(const std::string& what) {
        if (failed_) return;
        failed_ = true;
        ADD_FAILURE() << "seed " << seed_ << " on " << backend_.executor->name() << ", operation "
                      << operation_ << ": " << what << '\n'
                      << (tree_ ? tree_->plan().describe() : "");
    }
    void expect(const Status& status, const std::string& what) {
        if (!status) fail(what + ": " + status.error().text);
    }

    // Declaration.

    bool declare() {
        declare_tree();
        auto tree = builder_.finalize(backend_);
        if (!tree) {
            fail("finalize: " + tree.error().text);
            return false;
        }
        tree_ = std::move(*tree);
        for (u32 k = 0; k < oracle_.fields.size(); ++k) {
            switch (oracle_.fields[k].type) {
                case DataType::i32:
                    fields_.push_back(*tree_->field<i32>({k}));
                    break;
                case DataType::f32:
                    fields_.push_back(*tree_->field<f32>({k}));
                    break;
                case DataType::u8:
                    fields_.push_back(*tree_->field<u8>({k}));
                    break;
                default:
                    fields_.push_back(*tree_->field<i64>({k}));
                    break;
            }
        }
        return true;
    }

    // Operations.

    void operation() {
        switch (below(20)) {
            case 0:
            case 1:
            case 2:
                return set_some();
            case 3:
                return get_some();
            case 4:
                return add_in_parallel();
            case 5:
                return activate_some();
            case 6:
            case 7:
                return deactivate_some();
            case 8:
                return chance(4) ? deactivate_whole() : get_some();
            case 9:
                return script_in_task();
            case 10:
            case 11:
                return list_operation();
            case 12:
                return chance(3) ? check_struct_for(below(fields_.size())) : check_active();
            case 13:
                return write_quietly();
            case 14:
                return change_in_parallel();
            case 15:
                return append_in_parallel();
            case 16:
                return fill_field();
            case 17:
                return copy_field();
            case 18:
                return chance(3) ? check_leaves(below(fields_.size())) : check_active();
            default:
                return check_node_loop();
        }
    }

    void set_some() {
        for (u32 times = 1 + below(6); times != 0 && !failed_; --times) {
            const u32 field = below(fields_.size());
            const OracleField& f = oracle_.fields[field];
            const Coord at = random_coord(f.snode);
            const u32 component = below(f.components);
            const i64 value = chance(4) ? 0 : static_cast<i64>(below(100000));
            const std::vector<i32> user = index(f.snode, at, f.offset);
            operation_ = f.name + text(user) + " = " + std::to_string(value);
            std::visit(
                [&]<class T>(Field<T>& real) {
                    expect(real.set(as_index(user), static_cast<T>(value), component), "set");
                },
                fields_[field]);
            oracle_.touch(field, at)[component] = wrapped(f.type, value);
            check_value(field, at);
        }
    }

    void check_value(u32 field, const Coord& at) {
        const OracleField& f = oracle_.fields[field];
        const std::vector<i64> expected = oracle_.value(field, at);
        const std::vector<i32> user = index(f.snode, at, f.offset);
        std::visit(
            [&]<class T>(Field<T>& real) {
                for (u32 c = 0; c < f.components; ++c) {
                    const Result<T> got = real.get(as_index(user), c);
                    if (!got)
                        fail("get " + f.name + text(user) + ": " + got.error().text);
                    else if (static_cast<i64>(*got) != expected[c])
                        fail(f.name + text(user) + " component " + std::to_string(c) + " is " +
                             std::to_string(*got) + ", expected " + std::to_string(expected[c]));
                }
            },
            fields_[field]);
    }

    void get_some() {
        operation_ = "get";
        for (u32 times = 20; times != 0 && !failed_; --times) {
            const u32 field = below(fields_.size());
            check_value(field, random_coord(oracle_.fields[field].snode));
        }
    }

    void add_in_parallel() {
        const u32 field = below(fields_.size());
        const OracleField& f = oracle_.fields[field];
        operation_ = "parallel atomic_add to " + f.name;
        std::vector<std::vector<i32>> users;
        const u32 places = 1 + below(8);
        std::vector<Coord> cells;
        for (u32 k = 0; k < places; ++k) cells.push_back(random_coord(f.snode));
        for (u32 k = 0; k < 64; ++k) {
            const Coord at = cells[below(places)];
            users.push_back(index(f.snode, at, f.offset));
            i64& value = oracle_.touch(field, at)[0];
            value = wrapped(f.type, value + k);
        }
        std::visit(
            [&]<class T>(Field<T>& real) {
                expect(tree_->parallel_for(
                           64, 4,
                           [&](i64 begin, i64 end, int worker) {
                               auto access = real.accessor(worker);
                               for (i64 k = begin; k < end; ++k)
                                   with_index(users[static_cast<u64>(k)], [&](auto... i) {
                                       access.atomic_add(static_cast<T>(k), i...);
                                   });
                           }),
                       "parallel_for");
            },
            fields_[field]);
        for (const Coord& at : cells)
            if (!failed_) check_value(field, at);
    }

    void activate_some() {
        const u32 snode = random_node();
        const Coord at = random_coord(snode);
        operation_ = "activate " + tree_->plan().name_of(snode) + text(index(snode, at));
        expect(tree_->activate(snode, as_index(index(snode, at))), "activate");
        oracle_.activate(snode, at);
        check_active_at(snode, at);
    }

    void deactivate_some() {
        const u32 snode = random_node(false);
        if (snode == 0) return;
        const Coord at = likely_coord(snode);
        operation_ = "deactivate " + tree_->plan().name_of(snode) + text(index(snode, at));
        const Status done = tree_->deactivate(snode, as_index(index(snode, at)));
        if (!Oracle::is_sparse(oracle_.nodes[snode].kind)) {
            if (done.ok()) fail("deactivating a dense cell is no error");
            return;
        }
        expect(done, "deactivate");
        oracle_.deactivate(snode, at);
        check_active_at(snode, at);
    }

    /// Writes that may not activate, in parallel, to cells of which some are active.
    void write_quietly() {
        const u32 field = below(fields_.size());
        const OracleField& f = oracle_.fields[field];
        operation_ = "no_activate writes to " + f.name;
        std::vector<Coord> cells;
        for (u32 k = 0; k < 12; ++k) cells.push_back(likely_coord(f.snode));
        std::sort(cells.begin(), cells.end());
        cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
        u64 dropped = 0;
        const u64 before = tree_->stats().dropped_writes;
        std::vector<std::vector<i32>> users;
        for (const Coord& at : cells) users.push_back(index(f.snode, at, f.offset));
        std::visit(
            [&]<class T>(Field<T>& real) {
                expect(tree_->parallel_for(
                           static_cast<i64>(cells.size()), 2,
                           [&](i64 begin, i64 end, int worker) {
                               auto access = real.accessor(worker).no_activate();
                               for (i64 k = begin; k < end; ++k)
                                   with_index(users[static_cast<u64>(k)], [&](auto... i) {
                                       access.write(static_cast<T>(k + 5), i...);
                                   });
                           }),
                       "parallel_for");
            },
            fields_[field]);
        for (u64 k = 0; k < cells.size(); ++k) {
            if (oracle_.is_active(f.snode, cells[k]))
                oracle_.touch(field, cells[k])[0] = static_cast<i64>(k) + 5;
            else
                ++dropped;
            if (!failed_) check_value(field, cells[k]);
            check_active_at(f.snode, cells[k]);
        }
        if (tree_->stats().dropped_writes != before + dropped)
            fail("dropped " + std::to_string(tree_->stats().dropped_writes - before) +
                 " writes, expected " + std::to_string(dropped));
    }

    /// Activations of some cells of an SNode by many workers, or deactivations.
    void change_in_parallel() {
        const u32 snode = random_node(false);
        if (snode == 0) return;
        const bool on = chance(2);
        operation_ = (on ? "parallel activate of " : "parallel deactivate of ") +
                     tree_->plan().name_of(snode);
        if (!on && !Oracle::is_sparse(oracle_.nodes[snode].kind)) return;
        std::vector<Coord> cells;
        std::vector<std::vector<i32>> places;
        for (u32 k = 0; k < 10; ++k) {
            cells.push_back(on ? random_coord(snode) : likely_coord(snode));
            places.push_back(index(snode, cells.back()));
        }
        expect(tree_->parallel_for(50, 1,
                                   [&](i64 k, i64, int worker) {
                                       NodeAccess access(*tree_->core(), snode, worker);
                                       with_index(places[static_cast<u64>(k) % 10], [&](auto... i) {
                                           on ? (void)access.activate(i...)
                                              : access.deactivate(i...);
                                       });
                                   }),
               "parallel_for");
        for (const Coord& at : cells) {
            on ? oracle_.activate(snode, at) : oracle_.deactivate(snode, at);
            check_active_at(snode, at);
        }
    }

    /// Appends of many workers to one list; who gets which number is open.
    void append_in_parallel() {
        const u32 field = random_list_field();
        if (field == kNone) return set_some();
        const OracleField& f = oracle_.fields[field];
        const Coord list = oracle_.list(f.snode, random_coord(f.snode));
        const std::vector<i32> above = index(oracle_.nodes[f.snode].parent, list);
        const i64 before = oracle_.length(f.snode, list);
        const i64 room = oracle_.nodes[f.snode].extent[0] - before;
        operation_ = "parallel append to " + f.name + text(above);
        constexpr i64 kMany = 40;
        std::vector<i64> value_at(kMany, -1);
        u32 refused = 0;
        const Status done = std::visit(
            [&]<class T>(Field<T>& real) {
                return tree_->parallel_for(kMany, 1, [&](i64 k, i64, int worker) {
                    auto access = real.accessor(worker);
                    const i64 number = with_index(above, [&](auto... i) {
                        return access.append(static_cast<T>(k + 1), i...);
                    });
                    if (number < 0)
                        atomic_add<u32>(refused, 1);
                    else if (number >= before && number < before + kMany)
                        atomic_exchange<i64>(value_at[static_cast<u64>(number - before)], k + 1);
                });
            },
            fields_[field]);
        oracle_.activate(oracle_.nodes[f.snode].parent, list);
        const i64 expected = std::max<i64>(0, kMany - room);
        if (refused != expected) fail("wrong number of appends refused");
        if (done.ok() != (expected == 0)) fail("overflow and error disagree");
        for (i64 k = 0; k < kMany - expected && !failed_; ++k) {
            if (value_at[static_cast<u64>(k)] < 0) return fail("a number was given to nobody");
            Coord at = list;
            at[static_cast<std::size_t>(list_axis_)] = static_cast<i32>(before + k);
            oracle_.touch(field, at)[0] = wrapped(f.type, value_at[static_cast<u64>(k)]);
            check_value(field, at);
        }
    }

    void fill_field() {
        const u32 field = below(fields_.size());
        const OracleField& f = oracle_.fields[field];
        operation_ = "fill of " + f.name;
        const i64 value = 1 + below(200);
        std::visit(
            [&]<class T>(Field<T>& real) { expect(fill(real, static_cast<T>(value)), "fill"); },
            fields_[field]);
        for (const Coord& at : oracle_.active_cells(field)) {
            oracle_.touch(field, at).assign(f.components, value);
            if (!failed_ && chance(8)) check_value(field, at);
        }
    }

    /// From one field to another of the same SNode: their cells are the same ones.
    void copy_field() {
        const u32 to = below(fields_.size()), from = below(fields_.size());
        const OracleField &target = oracle_.fields[to], &source = oracle_.fields[from];
        if (to == from || target.snode != source.snode || target.type != source.type ||
            target.components != source.components)
            return get_some();
        operation_ = "copy of " + source.name + " to " + target.name;
        std::visit(
            [&]<class T>(Field<T>& real) {
                expect(copy_from(real, std::get<Field<T>>(fields_[from])), "copy_from");
            },
            fields_[to]);
        for (const Coord& at : oracle_.active_cells(to)) {
            oracle_.touch(to, at) = oracle_.value(from, at);
            if (!failed_ && chance(8)) check_value(to, at);
        }
        // What holds no active cell of the field is let go.
        for (u32 up = target.snode; up != 0; up = oracle_.nodes[up].parent) {
            if (!Oracle::is_sparse(oracle_.nodes[up].kind)) continue;
            std::set<Coord> kept;
            for (const Coord& at : oracle_.active_cells(to))
                kept.insert(oracle_.cell_of(up, target.snode, at));
            const std::set<Coord> cells = oracle_.active_of(up);
            for (const Coord& cell : cells)
                if (kept.count(cell) == 0) oracle_.deactivate(up, cell);
        }
    }

    void deactivate_whole() {
        if (chance(3)) {
            operation_ = "deactivate_all()";
            expect(tree_->deactivate_all(), "deactivate_all");
            for (u32 id = 1; id < oracle_.nodes.size(); ++id)
                if (oracle_.nodes[id].kind != SNodeKind::dense) oracle_.deactivate_all(id);
            return;
        }
        const u32 snode = random_node();
        operation_ = "deactivate_all of " + tree_->plan().name_of(snode);
        const Status done = tree_->deactivate_all(snode);
        if (oracle_.nodes[snode].kind == SNodeKind::dense) {
            if (done.ok()) fail("deactivate_all of a dense SNode is no error");
            return;
        }
        expect(done, "deactivate_all");
        oracle_.deactivate_all(snode);
    }

    /// Writes, reads and deactivations one after the other inside one task.
    void script_in_task() {
        operation_ = "script in a task";
        expect(tree_->parallel_for(1, 1,
                                   [&](i64, i64, int worker) {
                                       for (u32 step = 0; step < 24 && !failed_; ++step)
                                           script_step(worker);
                                   }),
               "parallel_for");
    }

    void script_step(int worker) {
        const u32 field = below(fields_.size());
        const OracleField& f = oracle_.fields[field];
        if (chance(3)) {
            const u32 snode = random_node(false);
            if (snode == 0 || !Oracle::is_sparse(oracle_.nodes[snode].kind)) return;
            const Coord at = likely_coord(snode);
            NodeAccess access(*tree_->core(), snode, worker);
            with_index(index(snode, at), [&](auto... i) {
                access.deactivate(i...);
                if (access.is_active(i...)) fail("active after deactivate in a task");
            });
            oracle_.deactivate(snode, at);
            return;
        }
        const Coord at = random_coord(f.snode);
        std::visit(
            [&]<class T>(Field<T>& real) {
                auto access = real.accessor(worker);
                with_index(index(f.snode, at, f.offset), [&](auto... i) {
                    if (static_cast<i64>(access.read(i...)) != oracle_.value(field, at)[0])
                        fail(f.name + text(index(f.snode, at, f.offset)) + " reads " +
                             std::to_string(access.read(i...)) + " in a task, expected " +
                             std::to_string(oracle_.value(field, at)[0]));
                    if (chance(2)) return;
                    const i64 value = below(1000);
                    access.write(static_cast<T>(value), i...);
                    oracle_.touch(field, at)[0] = wrapped(f.type, value);
                });
            },
            fields_[field]);
    }

    static constexpr u32 kNone = ~0u;

    /// A field that lies in lists, if there is one.
    u32 random_list_field() {
        std::vector<u32> candidates;
        for (u32 field = 0; field < fields_.size(); ++field)
            if (oracle_.nodes[oracle_.fields[field].snode].kind == SNodeKind::dynamic)
                candidates.push_back(field);
        return candidates.empty() ? kNone : candidates[below(candidates.size())];
    }

    void list_operation() {
        const u32 field = random_list_field();
        if (field == kNone) return set_some();
        const OracleField& f = oracle_.fields[field];
        const u32 snode = f.snode;
        const Coord list = oracle_.list(snode, random_coord(snode));
        const std::vector<i32> above = index(oracle_.nodes[snode].parent, list);
        if (chance(4)) {
            operation_ = "clear list " + text(above);
            expect(tree_->deactivate(snode, as_index(above)), "deactivate of a list");
            oracle_.clear_list(snode, list);
        } else if (chance(8)) {
            operation_ = "clear list in a task " + text(above);
            NodeAccess access(*tree_->core(), snode, 0);
            expect(tree_->parallel_for(1, 1,
                                       [&](i64, i64, int) {
                                           with_index(above,
                                                      [&](auto... i) { access.clear(i...); });
                                       }),
                   "clear");
            oracle_.clear_list(snode, list);
        } else {
            append_some(field, list, above);
        }
        const Result<u32> length = tree_->length(snode, as_index(above));
        if (!length || *length != oracle_.length(snode, list))
            fail("length is " + (length ? std::to_string(*length) : length.error().text) +
                 ", expected " + std::to_string(oracle_.length(snode, list)));
    }

    void append_some(u32 field, const Coord& list, const std::vector<i32>& above) {
        const OracleField& f = oracle_.fields[field];
        const i64 capacity = oracle_.nodes[f.snode].extent[0];
        const u32 many = 1 + below(chance(4) ? 60 : 5);
        operation_ = "append " + std::to_string(many) + " to " + f.name + text(above);
        i64 failures = 0, expected_failures = 0;
        const Status done = std::visit(
            [&]<class T>(Field<T>& real) {
                return tree_->parallel_for(1, 1, [&](i64, i64, int worker) {
                    auto access = real.accessor(worker);
                    for (u32 k = 0; k < many; ++k) {
                        const i64 number = with_index(above, [&](auto... i) {
                            return access.append(static_cast<T>(k + 1), i...);
                        });
                        const i64 next = oracle_.length(f.snode, list);
                        if (number < 0) ++failures;
                        if (next == capacity) {
                            ++expected_failures;
                            continue;
                        }
                        if (number != next)
                            fail("append returned " + std::to_string(number) + ", expected " +
                                 std::to_string(next));
                        Coord at = list;
                        at[static_cast<std::size_t>(list_axis_)] = static_cast<i32>(next);
                        oracle_.touch(field, at)[0] = wrapped(f.type, k + 1);
                    }
                });
            },
            fields_[field]);
        // A list that is full still has its ancestors made active by the attempt.
        oracle_.activate(oracle_.nodes[f.snode].parent, list);
        if (failures != expected_failures) fail("wrong number of appends refused");
        if (done.ok() != (expected_failures == 0)) fail("overflow and error disagree");
        if (!done.ok() &&
            done.error().text.find(tree_->plan().name_of(f.snode)) == std::string::npos)
            fail("the overflow error does not name the SNode: " + done.error().text);
    }

    // Whole-tree checks.

    void check_active_at(u32 snode, const Coord& at) {
        for (u32 up = snode; up != 0; up = oracle_.nodes[up].parent) {
            const SNodeKind kind = oracle_.nodes[up].kind;
            if (!Oracle::is_sparse(kind) && kind != SNodeKind::dynamic) continue;
            const Coord cell = oracle_.cell_of(up, snode, at);
            const std::vector<i32> n = index(up, cell);
            const Result<bool> active = tree_->is_active(up, as_index(n));
            if (!active || *active != oracle_.is_active(up, cell))
                return fail("is_active of " + tree_->plan().name_of(up) + text(n) + " is wrong");
            NodeAccess access(*tree_->core(), up, 0);
            if (with_index(n, [&](auto... i) { return access.is_active(i...); }) != *active)
                return fail("NodeAccess::is_active of " + tree_->plan().name_of(up) + text(n) +
                            " differs from the tree's");
        }
    }

    void check_active() {
        operation_ = "is_active";
        for (u32 times = 20; times != 0 && !failed_; --times) {
            const u32 snode = random_node();
            check_active_at(snode, random_coord(snode));
        }
    }

    void check_struct_for(u32 field) {
        const OracleField& f = oracle_.fields[field];
        operation_ = "struct_for over " + f.name;
        std::mutex mutex;
        std::set<Coord> seen;
        u64 visits = 0;
        std::visit(
            [&](auto& real) {
                expect(struct_for(real,
                                  [&](LoopCell cell) {
                                      std::lock_guard lock(mutex);
                                      ++visits;
                                      seen.insert(coord(f.snode, cell.index, f.offset));
                                  }),
                       "struct_for");
            },
            fields_[field]);
        const std::set<Coord> expected = oracle_.active_cells(field);
        if (visits != expected.size() || seen != expected)
            fail(std::to_string(visits) + " visits of " + std::to_string(seen.size()) +
                 " cells, expected " + std::to_string(expected.size()));
        for (const Coord& at : expected)
            if (!failed_ && chance(4)) check_value(field, at);
    }

    void check_leaves(u32 field) {
        const OracleField& f = oracle_.fields[field];
        operation_ = "for_each_leaf over " + f.name;
        std::mutex mutex;
        u64 cells = 0;
        i64 sum = 0;
        const Status done = std::visit(
            [&](auto& real) {
                const LeafField leaf(real);
                return for_each_leaf(real, [&](const LeafBlock& block) {
                    std::lock_guard lock(mutex);
                    for (u64 c = block.begin; c < block.end; ++c)
                        if (block.is_active(c)) {
                            ++cells;
                            sum += static_cast<i64>(leaf.data(block.slot)[c * leaf.stride()]);
                        }
                });
            },
            fields_[field]);
        if (oracle_.nodes[f.snode].kind == SNodeKind::dynamic) {
            if (done.ok()) fail("leaf blocks of lists are no error");
            return;
        }
        expect(done, "for_each_leaf");
        u64 expected = 0;
        i64 expected_sum = 0;
        for (const Coord& at : oracle_.active_cells(field)) {
            ++expected;
            expected_sum += oracle_.value(field, at)[0];
        }
        if (cells != expected || sum != expected_sum)
            fail(std::to_string(cells) + " cells with sum " + std::to_string(sum) + ", expected " +
                 std::to_string(expected) + " with " + std::to_string(expected_sum));
    }

    /// A loop over an SNode itself; those of pointers and bitmasked ones tell who is active.
    void check_node_loop() {
        const u32 snode = random_node();
        if (!Oracle::is_sparse(oracle_.nodes[snode].kind)) return check_memory_order();
        operation_ = "struct_for_cells of " + tree_->plan().name_of(snode);
        std::mutex mutex;
        std::set<Coord> seen;
        u64 visits = 0;
        expect(struct_for_cells(*tree_, snode,
                                [&](LoopCell cell) {
                                    std::lock_guard lock(mutex);
                                    ++visits;
                                    seen.insert(coord(snode, cell.index, {}));
                                }),
               "struct_for_cells");
        if (visits != seen.size() || seen != oracle_.active_of(snode))
            fail(std::to_string(visits) + " visits, expected " +
                 std::to_string(oracle_.active_of(snode).size()));
    }

    /// The serial loop: the cells of the parallel one, and addresses of a slot only go up.
    void check_memory_order() {
        const u32 field = below(fields_.size());
        const OracleField& f = oracle_.fields[field];
        operation_ = "struct_for in memory order over " + f.name;
        std::set<Coord> seen;
        u64 visits = 0;
        const void* last = nullptr;
        u64 steps_back = 0;
        std::visit(
            [&](auto& real) {
                expect(struct_for(
                           real,
                           [&](LoopCell cell) {
                               ++visits;
                               seen.insert(coord(f.snode, cell.index, f.offset));
                               const void* const at = real.accessor(0).lookup_at(cell.index);
                               steps_back += std::less<>()(at, last);
                               last = at;
                           },
                           LoopOrder::memory),
                       "struct_for");
            },
            fields_[field]);
        const std::set<Coord> expected = oracle_.active_cells(field);
        if (visits != seen.size() || seen != expected)
            fail(std::to_string(visits) + " visits, expected " + std::to_string(expected.size()));
        u32 pointers = 0;
        for (u32 up = f.snode; up != 0; up = oracle_.nodes[up].parent)
            pointers += oracle_.nodes[up].kind == SNodeKind::pointer ||
                        oracle_.nodes[up].kind == SNodeKind::dynamic;
        if (pointers == 0 && steps_back != 0) fail("the loop goes back in memory");
    }

    void check_managers() {
        operation_ = "books of the allocators";
        const TreeStats stats = tree_->stats();
        for (u32 segment = 1; segment < tree_->plan().segments.size(); ++segment)
            if (!tree_->core()->manager(segment).is_valid())
                fail("NodeManager of segment " + std::to_string(segment) + " is not valid");
        for (u32 id = 1; id < oracle_.nodes.size(); ++id)
            if (oracle_.nodes[id].kind == SNodeKind::pointer &&
                stats.snodes[id].slots.live != oracle_.active_of(id).size())
                fail(stats.snodes[id].name + ": " + std::to_string(stats.snodes[id].slots.live) +
                     " live slots, expected " + std::to_string(oracle_.active_of(id).size()));
    }

    const u64 seed_;
    Backend backend_;
    std::unique_ptr<SNodeTree> tree_;
    std::vector<AnyField> fields_;
    std::string operation_ = "declaration";
    bool failed_ = false;
};

bool jthread_only() {
    const char* const only = std::getenv("STARLING_TEST_EXECUTOR");
    return only != nullptr && std::string(only) == "jthread";
}

/// The trees of one shard: each on one of three executors, serial or parallel.
class RandomTrees : public ::testing::TestWithParam<int> {};

TEST_P(RandomTrees, BehaveLikeTheOracle) {
    const int shard = GetParam();
    const int threads = std::array{3, 2, 1}[static_cast<u64>(shard % 3)];
    const bool tbb = threads == 2 && !jthread_only();
    auto executor = make_executor(tbb ? ExecutorKind::tbb : ExecutorKind::jthread, threads);
    ASSERT_TRUE(executor.ok());
    const u64 first = 1 + static_cast<u64>(shard) * 10000;
    for (u64 seed = first; seed < first + kTrees; ++seed) {
        RandomTree(seed, **executor).run();
        if (HasFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(Shards, RandomTrees, ::testing::Range(0, kShards));

}  // namespace
}  // namespace starling::sparse::testing
