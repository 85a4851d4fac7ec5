// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/tree/fault_log.h"

#include "sparse/core/atomic.h"

namespace starling::sparse {

void FaultLog::record(Fault fault, u32 snode, Handle handle, u64 linear) {
    Entry& entry = entries_[snode * kFaultKinds + static_cast<std::size_t>(fault)];
    if (atomic_add<u64>(entry.count, 1) == 0) {
        entry.handle = handle;
        entry.linear = linear;
    }
    atomic_store<u32>(any_, 1);
}

bool FaultLog::any() const {
    return atomic_load(any_) != 0;
}

void FaultLog::clear() {
    for (Entry& entry : entries_) entry = {};
    any_ = 0;
}

}  // namespace starling::sparse
