// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// What is typed: help, versions, and every way to type something wrong.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/app/cli/child.h"
#include "tests/app/record/temp_dir.h"

namespace starling::app {
namespace {

void expect_usage_error(const std::vector<std::string>& arguments, const std::string& fragment) {
    const Finished run = run_starling(arguments);
    std::string typed;
    for (const std::string& word : arguments) typed += word + " ";
    EXPECT_EQ(run.code, 2) << typed;
    EXPECT_EQ(run.out, "") << typed;
    EXPECT_EQ(run.err.find("starling: error: "), 0u) << typed << "\n" << run.err;
    EXPECT_NE(run.err.find(fragment), std::string::npos) << typed << "\n" << run.err;
}

TEST(Usage, HelpNamesEachCommand) {
    const Finished run = run_starling({"--help"});
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.err, "");
    for (const char* text : {"batch", "check", "info", "--version", "Examples", "Exit codes"}) {
        EXPECT_NE(run.out.find(text), std::string::npos) << text;
    }
}

TEST(Usage, HelpOfBatchNamesEachOption) {
    const Finished run = run_starling({"batch", "--help"});
    EXPECT_EQ(run.code, 0);
    for (const char* text : {"SCENE", "--frames", "--out", "--video", "--images", "--size", "--fps",
                             "--threads", "--seed", "--backend", "--isa", "--executor", "--layout",
                             "--set", "--hash", "--stats", "--overwrite", "--quiet", "Examples"}) {
        EXPECT_NE(run.out.find(text), std::string::npos) << text;
    }
}

TEST(Usage, HelpOfCheckNamesEachOption) {
    const Finished run = run_starling({"check", "--help"});
    EXPECT_EQ(run.code, 0);
    for (const char* text : {"SCENE", "--set", "--layout", "--schema", "Examples"}) {
        EXPECT_NE(run.out.find(text), std::string::npos) << text;
    }
}

TEST(Usage, VersionIsOneLine) {
    const Finished run = run_starling({"--version"});
    EXPECT_EQ(run.code, 0);
    EXPECT_TRUE(matches(run.out,
                        "starling [0-9]+\\.[0-9]+\\.[0-9]+ "
                        "\\(commit (unknown|[0-9a-f]+(\\+changes)?), [A-Za-z]+\\)\n"))
        << run.out;
}

TEST(Usage, WhatIsNotThereYetIsSaidSo) {
    const std::string scene = shipped_scene("flocking.yaml");
    expect_usage_error({"sweep", scene, "--vary", "seed=1,2"},
                       "sweep is not available yet in this version");
    expect_usage_error({"layouts", scene}, "layouts is not available yet in this version");
    const TempDir dir;
    const std::string out = dir.file("out");
    for (const std::string option : {"--export", "--checkpoint-every", "--resume"}) {
        expect_usage_error({"batch", scene, "--out", out, option, "1"},
                           option + " is not available yet in this version");
    }
    expect_usage_error({"batch", scene, "--out", out, "--backend", "cuda"},
                       "--backend cuda is not available yet in this version");
    EXPECT_EQ(dir.count(), 0u);
}

TEST(Usage, WithoutADisplayTheWindowSaysWhatToDoInstead) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{}, {shipped_scene("flocking.yaml")}}) {
        ChildOptions options;
        options.environment = {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}};
        const Finished run = run_starling(words, options);
        EXPECT_EQ(run.code, 2);
        EXPECT_NE(run.err.find("there is no display"), std::string::npos) << run.err;
        EXPECT_NE(run.err.find("starling batch SCENE --out DIR"), std::string::npos) << run.err;
    }
}

TEST(Usage, WrongWordsAreNamed) {
    expect_usage_error({"btach"}, "there is no command \"btach\"");
    expect_usage_error({"--nonsense"}, "--nonsense");
    expect_usage_error({"batch", "--nonsense"}, "--nonsense");
    expect_usage_error({"check", "--frames", "3"}, "--frames");
    expect_usage_error({"info", "more"}, "more");
    expect_usage_error({"check", "a.yaml", "b.yaml"}, "b.yaml");
    expect_usage_error({""}, "");
}

TEST(Usage, WhatIsMissingIsNamed) {
    const std::string scene = shipped_scene("flocking.yaml");
    expect_usage_error({"batch"}, "a scene is missing");
    expect_usage_error({"check"}, "a scene is missing");
    expect_usage_error({"batch", scene}, "--out DIR is missing");
    expect_usage_error({"batch", scene, "--video", "none", "--images", "png"},
                       "--out DIR is missing");
    expect_usage_error({"batch", scene, "--video", "none"}, "nothing to do");
    expect_usage_error({"batch", scene, "--out"}, "--out");
}

TEST(Usage, BadValuesAreNamedWithWhatWasExpected) {
    const TempDir dir;
    const auto expect = [&dir](const std::string& option, const std::string& value,
                               const std::string& fragment) {
        expect_usage_error(
            {"batch", shipped_scene("flocking.yaml"), "--out", dir.file("out"), option, value},
            option);
        expect_usage_error(
            {"batch", shipped_scene("flocking.yaml"), "--out", dir.file("out"), option, value},
            fragment);
    };
    for (const std::string value : {"0", "-1", "1.5", "ten", "", "1000000001", "9 "}) {
        if (!value.empty()) expect("--frames", value, "from 1 to 1000000000");
    }
    expect("--fps", "0", "from 1 to 1000");
    expect("--fps", "1001", "from 1 to 1000");
    expect("--threads", "0", "from 1 to 1024");
    expect("--threads", "1025", "from 1 to 1024");
    expect("--seed", "18446744073709551616", "from 0 to 18446744073709551615");
    expect("--seed", "-3", "from 0 to");
    for (const char* value : {"320", "320x", "x180", "321x180", "320x181", "14x180", "16386x180",
                              "320X180", "320x180x3", "-320x180"}) {
        expect("--size", value, "both even and from 16 to 16384");
    }
    expect("--video", "avi", "expected mp4|ffv1|none, found \"avi\"");
    expect("--images", "jpg", "expected png|none");
    expect("--backend", "gpu", "expected auto|cpu|cuda");
    expect("--isa", "neon", "expected auto|sse|avx2|avx512");
    expect("--executor", "omp", "expected tbb|jthread");
    expect("--layout", "nowhere", "nowhere");
    expect("--set", "seed", "expected KEY=VALUE");
    expect("--set", "=3", "expected KEY=VALUE");
    EXPECT_EQ(dir.count(), 0u);
}

TEST(Usage, ALeadingZeroIsNoOctal) {
    const Finished ten = run_starling({"batch", shipped_scene("flocking.yaml"), "--video", "none",
                                       "--hash", "--quiet", "--frames", "010"});
    EXPECT_EQ(ten.code, 0) << ten.err;
    EXPECT_EQ(ten.out, run_starling({"batch", shipped_scene("flocking.yaml"), "--video", "none",
                                     "--hash", "--quiet", "--frames", "10"})
                           .out);
}

TEST(Usage, OutputThatCannotBeWrittenIsAnError) {
    ChildOptions full;
    full.stdout_path = "/dev/full";
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"info"},
          {"--help"},
          {"check", shipped_scene("flocking.yaml")},
          {"batch", shipped_scene("flocking.yaml"), "--video", "none", "--hash", "--frames",
           "2"}}) {
        const Finished run = run_starling(arguments, full);
        EXPECT_EQ(run.code, 1) << arguments[0];
        EXPECT_NE(run.err.find("starling: error: cannot write to the standard output"),
                  std::string::npos)
            << run.err;
    }
}

TEST(Info, TellsWhatThereIs) {
    const Finished run = run_starling({"info"});
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.err, "");
    for (const char* text :
         {"version ", "commit ", "build ", "executors ", "tbb, jthread", "instruction sets ", "sse",
          "back end cpu ", "back end cuda ", "OpenGL ", "video codecs ", "memory "}) {
        EXPECT_NE(run.out.find(text), std::string::npos) << text;
    }
}

}  // namespace
}  // namespace starling::app
