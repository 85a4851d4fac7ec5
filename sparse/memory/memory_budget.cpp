// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "sparse/memory/memory_budget.h"

#include "sparse/core/atomic.h"

namespace starling::sparse {

bool MemoryBudget::take(u64 bytes) {
    u64 used = atomic_load(used_);
    do {
        const u64 most = limit();
        if (most != 0 && (used > most || bytes > most - used)) return false;
    } while (!atomic_cas_release(used_, used, used + bytes));
    if (whole_ == nullptr || whole_->take(bytes)) return true;
    (void)atomic_add<u64>(used_, ~bytes + 1);
    return false;
}

void MemoryBudget::give_back(u64 bytes) {
    (void)atomic_add<u64>(used_, ~bytes + 1);
    if (whole_ != nullptr) whole_->give_back(bytes);
}

u64 MemoryBudget::used() const {
    return atomic_load(used_);
}

u64 MemoryBudget::limit() const {
    return atomic_load(limit_);
}

void MemoryBudget::set_limit(u64 bytes) {
    atomic_store(limit_, bytes);
}

MemoryBudget& process_memory() {
    static MemoryBudget budget;
    return budget;
}

}  // namespace starling::sparse
