// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <sstream>
#include <utility>
#include <vector>

#include "app/commands/version.h"

namespace starling::app {
namespace {

constexpr const char* kMainExamples = R"(
Examples:
  starling batch scenes/murmuration.yaml --out out/murmuration
  starling batch scenes/flocking.yaml --frames 600 --video none --hash
  starling check my_scene.yaml
  starling info

`starling COMMAND --help` lists the options of a command.
Exit codes: 0 done, 1 a run that failed, 2 bad usage or a bad scene.)";

constexpr const char* kBatchExamples = R"(
Examples:
  Record a video as the scene's section `record` says:
    starling batch scenes/flocking.yaml --out out/flocking
  Ten seconds of full HD, lossless, and a picture of every frame:
    starling batch scenes/flocking.yaml --frames 600 --size 1920x1080 \
        --video ffv1 --images png --out out/hd
  Change the scene a little:
    starling batch scenes/flocking.yaml --set flock.pigeons.count=500 --seed 3 --out out/500
  Draw nothing and print the hash of the final state:
    starling batch scenes/flocking.yaml --video none --hash

The folder gets video.mp4 (video.mkv for ffv1), frames/frame_000000.png …, stats.csv (one row a
step) and manifest.json. Frame f shows the flock at f/fps simulated seconds.
Ctrl-C finishes the frame and closes the video; a second one ends at once.)";

constexpr const char* kCheckExamples = R"(
Examples:
  starling check scenes/flocking.yaml
  starling check scenes/flocking.yaml --set flock.pigeons.count=1e6 --layout chunked
  starling check --schema)";

// Options as typed; CLI11 fills them in.
struct Typed {
    std::vector<std::string> set;
    std::vector<std::string> layouts;
    std::string scene;
    std::string frames, out, size, fps, threads, seed, stats;
    std::string video = "mp4", images = "none", backend = "auto", isa = "auto", executor = "tbb";
    std::string exports, checkpoint_every, resume;
    bool hash = false, overwrite = false, quiet = false, schema = false;
};

bool read_whole(const std::string& text, std::uint64_t min, std::uint64_t max,
                std::uint64_t& value) {
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, value);
    return code == std::errc{} && stop == end && value >= min && value <= max;
}

// Whole numbers are read here: the library would take 010 for eight.
void check_whole(const char* option, const std::string& text, std::uint64_t min,
                 std::uint64_t max) {
    std::uint64_t value = 0;
    if (text.empty() || read_whole(text, min, max, value)) return;
    throw CLI::ValidationError(fmt::format(
        "{}: expected a whole number from {} to {}, found \"{}\"", option, min, max, text));
}

void add_scene_options(CLI::App& command, Typed& typed) {
    command.add_option("SCENE", typed.scene, "The scene, a YAML file");
    command.add_option("--set", typed.set, "Replace a value of the scene; may be repeated")
        ->type_name("KEY=VALUE")
        ->take_all()
        ->allow_extra_args(false);  // the word behind it is the scene, not another setting
    command
        .add_option("--layout", typed.layouts,
                    "The layout to use, of those in the scene; TREE where there are several, such "
                    "as flock.neighbours; may be repeated")
        ->type_name("[TREE=]NAME")
        ->take_all()
        ->allow_extra_args(false);
}

CLI::App* add_batch(CLI::App& app, Typed& typed) {
    CLI::App* batch = app.add_subcommand("batch", "Record a scene with no display");
    const auto text = [batch](const char* name, std::string& value, const char* type,
                              const char* help) {
        return batch->add_option(name, value, help)->type_name(type);
    };
    const auto choice = [&](const char* name, std::string& value, std::vector<std::string> names,
                            const char* help) {
        const std::string type = fmt::format("{}", fmt::join(names, "|"));
        text(name, value, type.c_str(), help)
            ->check(CLI::Validator(
                [names, type](std::string& typed_name) {
                    for (const std::string& known : names) {
                        if (typed_name == known) return std::string();
                    }
                    return fmt::format("expected {}, found \"{}\"", type, typed_name);
                },
                ""));
    };
    add_scene_options(*batch, typed);
    text("--frames", typed.frames, "N", "Frames to record [record.frames of the scene]");
    text("--out", typed.out, "DIR", "Folder for what is written; must be new or empty");
    choice("--video", typed.video, {"mp4", "ffv1", "none"}, "Video format; ffv1 is lossless [mp4]");
    choice("--images", typed.images, {"png", "none"}, "A picture of every frame [none]");
    text("--size", typed.size, "WxH", "Pixels, even [record.size of the scene]");
    text("--fps", typed.fps, "N", "Frames per simulated second [record.fps of the scene]");
    text("--threads", typed.threads, "N", "Threads to simulate with [all]");
    text("--seed", typed.seed, "N", "Start of all random numbers [seed of the scene]");
    choice("--backend", typed.backend, {"auto", "cpu", "cuda"}, "What simulates [auto]");
    choice("--isa", typed.isa, {"auto", "sse", "avx2", "avx512"},
           "Instruction set of the kernels [auto]");
    choice("--executor", typed.executor, {"tbb", "jthread"}, "What runs parallel loops [tbb]");
    batch->add_flag("--hash", typed.hash, "Print \"state-hash: <16 hex digits>\" at the end");
    text("--stats", typed.stats, "FILE", "Statistics of every step [stats.csv in DIR]");
    batch->add_flag("--overwrite", typed.overwrite, "Replace an earlier recording in DIR");
    batch->add_flag("--quiet", typed.quiet, "No progress; errors only");
    // Known but not built yet: said so instead of "not expected", and not offered.
    for (auto [name, value] : {std::pair{"--export", &typed.exports},
                               {"--checkpoint-every", &typed.checkpoint_every},
                               {"--resume", &typed.resume}}) {
        batch->add_option(name, *value)->group("");
    }
    batch->footer(kBatchExamples);
    return batch;
}

CLI::App* add_check(CLI::App& app, Typed& typed) {
    CLI::App* check = app.add_subcommand(
        "check", "Validate a scene, print it with all defaults, its plan and its memory");
    add_scene_options(*check, typed);
    check->add_flag("--schema", typed.schema, "Describe every key of a scene instead");
    check->footer(kCheckExamples);
    return check;
}

BadUsage not_available(const std::string& what, const std::string& advice = "") {
    return {fmt::format("{} is not available yet in this version{}", what, advice)};
}

engine::SceneOverrides overrides_of(const Typed& typed) {
    engine::SceneOverrides overrides;
    overrides.layouts = typed.layouts;
    for (const std::string& setting : typed.set) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0) {
            throw CLI::ValidationError(
                fmt::format("--set: expected KEY=VALUE, found \"{}\"", setting));
        }
        overrides.set.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    }
    return overrides;
}

void require_scene(const Typed& typed, const char* command) {
    if (typed.scene.empty()) {
        throw CLI::ValidationError(fmt::format("a scene is missing: starling {} SCENE", command));
    }
}

Command to_batch(const Typed& typed) {
    if (!typed.exports.empty()) return not_available("--export");
    if (!typed.checkpoint_every.empty()) return not_available("--checkpoint-every");
    if (!typed.resume.empty()) return not_available("--resume");
    if (typed.backend == "cuda") return not_available("--backend cuda", "; use --backend cpu");
    require_scene(typed, "batch");
    BatchOptions options;
    options.scene = typed.scene;
    options.overrides = overrides_of(typed);
    auto& set = options.overrides.set;
    check_whole("--frames", typed.frames, 1, 1'000'000'000);
    check_whole("--fps", typed.fps, 1, 1000);
    check_whole("--threads", typed.threads, 1, 1024);
    check_whole("--seed", typed.seed, 0, UINT64_MAX);
    if (!typed.frames.empty()) set.emplace_back("record.frames", typed.frames);
    if (!typed.fps.empty()) set.emplace_back("record.fps", typed.fps);
    if (!typed.seed.empty()) set.emplace_back("seed", typed.seed);
    if (!typed.size.empty()) {
        const std::size_t x = typed.size.find('x');
        std::uint64_t width = 0, height = 0;
        if (x == std::string::npos || !read_whole(typed.size.substr(0, x), 16, 16384, width) ||
            !read_whole(typed.size.substr(x + 1), 16, 16384, height) || width % 2 != 0 ||
            height % 2 != 0) {
            throw CLI::ValidationError(fmt::format(
                "--size: expected WxH, such as 1280x720, both even and from 16 to 16384, found "
                "\"{}\"",
                typed.size));
        }
        set.emplace_back("record.size", fmt::format("[{}, {}]", width, height));
    }
    if (!typed.threads.empty()) options.world.threads = std::stoi(typed.threads);
    options.out = typed.out;
    if (typed.video == "none") options.video.reset();
    if (typed.video == "ffv1") options.video = VideoFormat::ffv1;
    options.images = typed.images == "png";
    if (typed.isa == "sse") options.world.isa = engine::Isa::sse;
    if (typed.isa == "avx2") options.world.isa = engine::Isa::avx2;
    if (typed.isa == "avx512") options.world.isa = engine::Isa::avx512;
    if (typed.executor == "jthread") options.world.executor = sparse::ExecutorKind::jthread;
    options.hash = typed.hash;
    options.stats = typed.stats;
    options.overwrite = typed.overwrite;
    options.quiet = typed.quiet;
    if (options.out.empty() && (options.video || options.images)) {
        throw CLI::ValidationError(
            "--out DIR is missing: it says where the recording goes; to record nothing give "
            "--video none");
    }
    if (options.out.empty() && !options.hash && options.stats.empty()) {
        throw CLI::ValidationError("nothing to do: give --out DIR, --stats FILE or --hash");
    }
    return options;
}

Command to_check(const Typed& typed) {
    CheckOptions options;
    options.schema = typed.schema;
    if (!options.schema) require_scene(typed, "check");
    options.scene = typed.scene;
    options.overrides = overrides_of(typed);
    return options;
}

// No command: a scene for the window, or a mistyped command.
Command without_command(const Typed& typed, const std::vector<std::string>& words) {
    if (!words.empty() && words.front().starts_with('-'))
        return BadUsage{fmt::format("there is no option {} (see starling --help)", words.front())};
    if (words.size() > 1)
        return BadUsage{fmt::format("expected one scene, found \"{}\" too", words[1])};
    if (!words.empty() && words.front().find_first_of("./") == std::string::npos) {
        return BadUsage{fmt::format(
            "there is no command \"{}\"; the commands are batch, check and info (see starling "
            "--help); a scene to open is a file, such as scenes/flocking.yaml",
            words.front())};
    }
    WindowOptions options;
    options.scene = words.empty() ? "" : words.front();
    options.overrides = overrides_of(typed);
    return options;
}

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
    Typed typed;
    CLI::App app("Starling simulates flocks on sparse grids and records them.", "starling");
    app.set_version_flag("--version", version_line());
    app.require_subcommand(0, 1);
    app.footer(kMainExamples);
    const CLI::App* batch = add_batch(app, typed);
    const CLI::App* check = add_check(app, typed);
    const CLI::App* info =
        app.add_subcommand("info", "Show versions, instruction sets, back ends, OpenGL and codecs");
    for (const char* name : {"sweep", "layouts"}) {
        CLI::App* later = app.add_subcommand(name)->group("")->allow_extras();
        later->set_help_flag();
    }
    app.allow_extras();  // after the commands, which would take it over
    try {
        app.parse(argc, argv);
        for (const char* name : {"sweep", "layouts"}) {
            if (app.got_subcommand(name)) return not_available(name);
        }
        if (app.got_subcommand(batch)) return to_batch(typed);
        if (app.got_subcommand(check)) return to_check(typed);
        if (app.got_subcommand(info)) return InfoOptions{};
        return without_command(typed, app.remaining());
    } catch (const CLI::Success& wanted) {  // --help or --version
        std::ostringstream text, ignored;
        app.exit(wanted, text, ignored);
        return PrintText{text.str()};
    } catch (const CLI::ValidationError& problem) {
        return BadUsage{problem.what()};
    } catch (const CLI::ParseError& problem) {
        const auto chosen = app.get_subcommands();
        return BadUsage{fmt::format("{} (see starling {}--help)", problem.what(),
                                    chosen.empty() ? "" : chosen.front()->get_name() + " ")};
    }
}

}  // namespace starling::app
