// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sparse/core/types.h"
#include "sparse/layout/plan.h"

namespace starling::sparse {

/// The live slots of one segment in spatial order (row-major inside a container, outer levels
/// first), whatever order they were activated in. Record n: slots[n], and the coordinate of the
/// owner's cell along its axis a (LayoutPlan::axes_of): coords[n * rank + a].
struct ElementList {
    u64 version = 0;  ///< Topology version it was built for; 0 = never.
    u32 rank = 0;     ///< Axes of the owner.
    std::vector<Handle> slots;
    std::vector<i32> coords;
    std::vector<Handle> parents;  ///< Slot of the segment above that holds the owner's container.

    std::size_t size() const { return slots.size(); }
    const i32* coord(std::size_t n) const { return coords.data() + n * rank; }
};

/// Records that a change of a list left together: [old_begin, old_begin + count) became
/// [new_begin, new_begin + count).
struct ListRun {
    u64 old_begin = 0, new_begin = 0, count = 0;
};

/// Coordinates of the first cell of a slot, for an SNode of its segment with axes `to`, from the
/// coordinate of the slot's owner cell, whose axes are `from`: scaled by the slot's span.
class SlotOrigin {
 public:
    SlotOrigin(const std::vector<int>& from, const std::vector<int>& to,
               const class CellDecoder& decoder);

    /// Writes the first cell's coordinate to `index`.
    void set(const i32* owner, i32* index) const {
        for (std::size_t k = 0; k < scale_.size(); ++k)
            index[k] = source_[k] < 0 ? 0 : owner[source_[k]] * scale_[k];
    }

 private:
    std::vector<i32> source_, scale_;
};

/// Turns linear cell numbers of one slot back into coordinates: the inverse of the steps of a path
/// that lie in one segment.
class CellDecoder {
 public:
    /// Steps [first_step, end) of `path`, whose SNode has `rank` axes.
    CellDecoder(const Path& path, u32 first_step, u32 rank);

    /// Coordinates inside the slot of cell `linear`, added to what `index` holds.
    void add(u64 linear, i32* index) const {
        for (std::size_t k = digits_.size(); k-- > 0;) {
            const Digit& digit = digits_[k];
            if (digit.pot) {
                index[digit.position] +=
                    static_cast<i32>((linear & (digit.extent - 1)) * digit.weight);
                linear >>= digit.shift;
            } else {
                index[digit.position] += static_cast<i32>(linear % digit.extent * digit.weight);
                linear /= digit.extent;
            }
        }
    }

    /// From the coordinates of cell `linear` to those of `linear` + 1: an odometer whose wheels
    /// the caller keeps in `wheels` (digit_count() numbers, set by start()).
    void start(u64 linear, u32* wheels) const {
        for (std::size_t k = digits_.size(); k-- > 0;) {
            wheels[k] = static_cast<u32>(linear % digits_[k].extent);
            linear /= digits_[k].extent;
        }
    }
    void next(u32* wheels, i32* index) const {
        for (std::size_t k = digits_.size(); k-- > 0;) {
            const Digit& digit = digits_[k];
            if (++wheels[k] < digit.extent) {
                index[digit.position] += static_cast<i32>(digit.weight);
                return;
            }
            wheels[k] = 0;
            index[digit.position] -= static_cast<i32>((digit.extent - 1) * digit.weight);
        }
    }

    /// The inverse of add(): linear number of the cell at coordinates inside the slot.
    u64 linear(const i32* local) const {
        u64 linear = 0;
        for (const Digit& digit : digits_)
            linear = linear * digit.extent + digit.of(local[digit.position]);
        return linear;
    }
    /// What the coordinate along the axis at `position` adds to that number.
    u64 part(u32 position, i32 local) const {
        u64 part = 0;
        for (const Digit& digit : digits_)
            part = part * digit.extent + (digit.position == position ? digit.of(local) : 0);
        return part;
    }

    /// Cells of a slot along the axis at `position`.
    u64 span(u32 position) const { return spans_[position]; }
    std::size_t digit_count() const { return digits_.size(); }

 private:
    struct Digit {
        u8 position;
        bool pot;  // extent is 1 << shift
        u8 shift;
        u32 extent;
        u64 weight;

        u64 of(i32 local) const { return static_cast<u32>(local) / weight % extent; }
    };
    std::vector<Digit> digits_;  // outermost first
    std::vector<u64> spans_;
};

}  // namespace starling::sparse
