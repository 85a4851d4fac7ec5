// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/info.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "app/commands/console.h"
#include "app/commands/machine.h"
#include "app/commands/version.h"
#include "app/record/encoder.h"
#include "app/render/renderer.h"
#include "engine/memory_limit.h"
#include "sparse/cuda/device_info.h"

namespace starling::app {
namespace {

std::string describe_gl() {
    const Result<std::unique_ptr<HeadlessContext>> context = HeadlessContext::create();
    if (!context) return fmt::format("none: {}", context.error().text);
    return fmt::format("{}, version {}", (*context)->renderer_name(), (*context)->version());
}

std::string describe_codecs() {
    std::vector<std::string> found;
    for (const char* codec : {"libx264", "mpeg4", "ffv1"}) {
        if (has_encoder(codec)) found.emplace_back(codec);
    }
    return found.empty() ? "none of libx264, mpeg4, ffv1: no video can be recorded"
                         : fmt::format("{}", fmt::join(found, ", "));
}

}  // namespace

int run_info() {
    const Machine machine = query_machine();
    std::string text;
    const auto line = [&text](const char* name, const std::string& value) {
        text += fmt::format("{:<18}{}\n", name, value);
    };
    line("version", version());
    line("commit", commit());
    line("build", fmt::format("{}, {}, {}", build_type(), compiler(), build_flags()));
    line("executors", "tbb, jthread");
    line("instruction sets", fmt::format("{}", fmt::join(machine.isas, ", ")));
    line("back end cpu", fmt::format("{}, {} cores", machine.cpu, machine.cores));
    line("back end cuda", sparse::query_cuda().text);
    line("OpenGL", describe_gl());
    line("video codecs", describe_codecs());
    line("memory", fmt::format("{}, {} available",
                               engine::bytes_text(static_cast<double>(machine.memory_bytes)),
                               engine::bytes_text(static_cast<double>(machine.available_bytes))));
    return print_result(text);
}

}  // namespace starling::app
