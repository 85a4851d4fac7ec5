// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/scene.h"

#include <algorithm>
#include <utility>

namespace starling::engine {

const sparse::LayoutDesc* TreeScene::chosen() const {
    const auto found = std::find_if(layouts.begin(), layouts.end(),
                                    [&](const NamedLayout& named) { return named.name == layout; });
    return found == layouts.end() ? nullptr : &found->layout;
}

SystemScene::SystemScene(const SystemKind& of) : kind(&of), params(of.params()) {
    for (const TreeKind& tree : of.trees) {
        TreeScene& made = trees.emplace_back();
        made.layouts = tree.layouts();
        made.layout = made.layouts.front().name;
    }
}

const SystemScene* Scene::find(std::string_view system) const {
    const auto found = std::find_if(systems.begin(), systems.end(), [&](const SystemScene& one) {
        return one.kind->name == system;
    });
    return found == systems.end() ? nullptr : &*found;
}

SystemScene* Scene::find(std::string_view system) {
    return const_cast<SystemScene*>(std::as_const(*this).find(system));
}

SystemTable Scene::kinds() const {
    SystemTable table;
    for (const SystemScene& system : systems) table.push_back(system.kind);
    return table;
}

}  // namespace starling::engine
