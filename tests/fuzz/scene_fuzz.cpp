// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// Fuzzes the scene loader: any bytes end in a scene or in an error, and a scene that loads is
// written such that it loads to the same again. A first line "key=value" or "--layout name" before
// a line of "--" stands for an override of the command line.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/scene/loader.h"

namespace {

void check(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace starling::engine;
    std::string text(reinterpret_cast<const char*>(data), size);
    SceneOverrides overrides;
    if (const std::size_t end = text.find("\n--\n"); end != std::string::npos) {
        const std::string head = text.substr(0, end);
        const std::size_t equals = head.find('=');
        if (head.starts_with("--layout ")) {
            overrides.layouts = {head.substr(9)};
        } else if (equals != std::string::npos) {
            overrides.set.emplace_back(head.substr(0, equals), head.substr(equals + 1));
        }
        text.erase(0, end + 4);
    }

    const auto loaded = parse_scene(text, "fuzz.yaml", overrides);
    if (!loaded) {
        check(!loaded.error().text.empty(), "an error without a text");
        return 0;
    }
    const std::string yaml = to_yaml(loaded->scene);
    const auto again = parse_scene(yaml, "again.yaml");
    check(again.ok(), again ? "" : again.error().text.c_str());
    check(again->warnings.empty(), "written with a warning");
    check(to_yaml(again->scene) == yaml, "written differently the second time");
    return 0;
}
