// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sparse/core/types.h"

namespace starling::sparse {

/// A stretch of time that a tree spent on something. Times are those of the steady clock, in ns.
struct ProfileSpan {
    const char* name =
        "";  ///< "task", "gc", "gc: cascade", "gc: collect", "list", "list: patch", …
    u64 begin_ns = 0, end_ns = 0;
    u32 tree = 0;   ///< SNodeTree::id().
    u32 snode = 0;  ///< The SNode it was for; 0 (the root) for the whole tree.
    u64 items = 0;  ///< Slots collected, records listed, slots moved.
};

/// Is told of spans as they end, on the thread that runs the tree's tasks; it must return quickly
/// and must not call the tree.
class ProfileListener {
 public:
    virtual ~ProfileListener() = default;
    /// A span that has ended.
    virtual void on_span(const ProfileSpan& span) = 0;
};

/// The steady clock in ns.
u64 profile_now();

/// Reports the time between its birth and its death, when there is a listener.
class ProfileScope {
 public:
    ProfileScope(ProfileListener* listener, const char* name, u32 tree, u32 snode)
        : listener_(listener) {
        if (listener_ != nullptr) span_ = {name, profile_now(), 0, tree, snode, 0};
    }
    ~ProfileScope() {
        if (listener_ == nullptr) return;
        span_.end_ns = profile_now();
        listener_->on_span(span_);
    }
    ProfileScope(const ProfileScope&) = delete;
    ProfileScope& operator=(const ProfileScope&) = delete;

    /// What it counts or is called is often known at its end only.
    void set_items(u64 items) { span_.items = items; }
    /// Another name than the one it was born with.
    void set_name(const char* name) { span_.name = name; }

 private:
    ProfileListener* listener_;
    ProfileSpan span_;
};

}  // namespace starling::sparse
