// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/group.h"

#include <algorithm>
#include <string_view>

namespace starling::bench {
namespace {

/// In a function, since groups of other files register before main in no fixed order.
std::vector<Group>& registry() {
    static std::vector<Group> groups;
    return groups;
}

}  // namespace

RegisterGroup::RegisterGroup(const Group& group) {
    registry().push_back(group);
}

std::vector<Group> all_groups() {
    std::vector<Group> groups = registry();
    std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
        return std::string_view(a.name) < std::string_view(b.name);
    });
    return groups;
}

}  // namespace starling::bench
