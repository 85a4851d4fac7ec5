// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "sparse/core/result.h"
#include "sparse/core/types.h"
#include "sparse/memory/address_range.h"

namespace starling::sparse {

/// How a list takes memory: the first step, then each commit grows what is there by `growth`
/// (1 = steps of equal size).
struct ListStep {
    u64 first_bytes = u64{64} << 10;  ///< Of the widest column.
    u64 first_elements = 0;           ///< Overrides first_bytes when not 0.
    double growth = 2;
};

/// A list without end, in struct-of-arrays form: element i has a part in every column, and each
/// column lies in one reserved address range, so that index → address is arithmetic for ever.
/// Memory is committed on demand by a double-checked locked_task.
///
/// With `ambient`, elements are numbered from 1 (they are handles) and element 0 is the read-only
/// zero slot before the first page; without it they are numbered from 0.
class ListManager {
 public:
    /// What append() gives when there is no element left.
    static constexpr u32 kNone = 0xffffffffu;

    /// `strides`: bytes an element takes in each column, > 0. `max_elements` is lowered to what
    /// the reservation budget gives; see max_elements().
    /// What is committed counts against `budget`, which must outlive the list.
    static Result<ListManager> create(std::span<const u64> strides, u64 max_elements, bool ambient,
                                      const ListStep& step,
                                      MemoryBudget& budget = process_memory());

    ListManager(ListManager&&) = default;
    ListManager& operator=(ListManager&&) = default;

    /// Elements in use, and how many there can be.
    u32 size() const { return atomic_load_size(); }
    u32 max_elements() const { return max_elements_; }

    /// Takes up to `wanted` new elements in a row; returns the number of the first and sets `got`,
    /// or kNone when the list is full or the system gives no memory. New memory reads zero.
    /// Threads: any number.
    u32 reserve_new_elements(u32 wanted, u32& got);

    /// Sets the size; what was there stays, memory is kept. False: no memory. Threads: one.
    bool resize(u32 elements);

    /// Commits memory for this many elements, so that taking them cannot fail. False: no memory.
    /// Threads: any number.
    bool commit(u64 elements);

    /// Makes elements [first, end) read zero; whole pages of theirs go back to the system until
    /// restore(). Threads: one.
    void discard(u32 first, u32 end);

    /// Of elements [first, end), which were discarded at once, makes the first `count` usable
    /// again. False: no memory. Threads: one at a time.
    bool restore(u32 first, u32 end, u32 count);

    /// Gives back what is committed for more than `elements` and for more than there are. Threads:
    /// one.
    void uncommit(u64 elements);

    /// Gives pages behind the last element back to the system; they stay committed. Threads: one.
    void shed();

    /// Says what is wrong with the books, if anything.
    Status validate() const;

    /// Address of element 0 of a column; element i lies i * stride(column) behind it.
    u8* origin(int column) const { return columns_[static_cast<std::size_t>(column)].origin; }
    u64 stride(int column) const { return columns_[static_cast<std::size_t>(column)].stride; }
    int column_count() const { return static_cast<int>(columns_.size()); }

    /// Element of column 0.
    template <class T>
    T& at(u32 element) const {
        return reinterpret_cast<T*>(columns_[0].origin)[element];
    }

    /// Bytes of memory behind all columns, and of address space.
    u64 committed_bytes() const;
    u64 reserved_bytes() const;
    /// Commits so far.
    u32 steps() const { return steps_; }

 private:
    struct Column {
        u8* origin = nullptr;
        u64 stride = 0;
        AddressRange range;
    };

    ListManager() = default;
    u32 atomic_load_size() const;
    bool grow_columns(u64 elements);

    std::vector<Column> columns_;
    ListStep step_;
    MemoryBudget* budget_ = nullptr;
    u32 first_ = 0;  // number of the first element: 1 with an ambient slot
    u32 max_elements_ = 0;
    u32 size_ = 0;       // atomic
    u32 committed_ = 0;  // elements with memory; written under lock_, read with acquire
    u32 lock_ = 0;
    u32 steps_ = 0;
};

}  // namespace starling::sparse
