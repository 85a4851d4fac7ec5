// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// Numbers with units: what may be written, and what it means.
#include "engine/scene/quantity.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <cstring>
#include <limits>
#include <locale>
#include <numbers>
#include <random>
#include <string>

#include "tests/engine/scene/load.h"

namespace starling::engine {
namespace {

double parsed(const std::string& text, Dimension dimension, double frame_rate = 60) {
    const Result<double> value = parse_quantity(text, dimension, frame_rate);
    EXPECT_TRUE(value.ok()) << value.error().text;
    return value.ok() ? *value : std::numeric_limits<double>::quiet_NaN();
}

TEST(Quantity, TakesUnits) {
    EXPECT_EQ(parsed("50 px", Dimension::length), 50);
    EXPECT_EQ(parsed("50px", Dimension::length), 50);
    EXPECT_EQ(parsed("50", Dimension::length), 50);
    EXPECT_EQ(parsed(" -1.5e2  px ", Dimension::length), -150);
    EXPECT_EQ(parsed("180 px/s", Dimension::speed), 180);
    EXPECT_EQ(parsed("16 ms", Dimension::time), 0.016);
    EXPECT_EQ(parsed("0.0166 s", Dimension::time), 0.0166);
    EXPECT_EQ(parsed("60 Hz", Dimension::rate), 60);
    EXPECT_EQ(parsed("0.1 rad", Dimension::angle), 0.1);
    EXPECT_DOUBLE_EQ(parsed("90 deg", Dimension::angle), std::numbers::pi / 2);
}

TEST(Quantity, TimesMayBeFractions) {
    EXPECT_EQ(parsed("1/60 s", Dimension::time), 1.0 / 60.0);
    EXPECT_EQ(parsed("1/60", Dimension::time), 1.0 / 60.0);
    EXPECT_EQ(parsed("100/6 ms", Dimension::time), 100.0 / 6.0 * 1e-3);
}

TEST(Quantity, FramesAreOfTheReferenceRate) {
    EXPECT_EQ(parsed("3 px/frame", Dimension::speed, 60), 180);
    EXPECT_EQ(parsed("3 px/frame", Dimension::speed, 45), 135);
}

TEST(Quantity, SpeedsInASceneUseItsRateWhereverItStands) {
    const Result<Scene> scene = parse(
        "starling: 1\nflock: {pigeons: {speed: 2 px/frame}, reference_rate: 50 Hz}\n", "s.yaml");
    ASSERT_TRUE(scene.ok()) << scene.error().text;
    EXPECT_EQ(flock_params(*scene).pigeons.speed, 100);
}

TEST(Quantity, RefusesWhatIsNoNumber) {
    for (const char* text : {"", " ", "px", "1 2", "1 px px", "0,5", "1/2", "--1", "1e", "1e999",
                             "nan", "inf", "-infinity", "0x10", "1 PX", "1_000"}) {
        EXPECT_FALSE(parse_quantity(text, Dimension::length, 60).ok()) << text;
    }
    for (const char* text : {"1/", "1/0", "0/0", "1//2", "1/2/3", "/2", "1 / 2 s"}) {
        EXPECT_FALSE(parse_quantity(text, Dimension::time, 60).ok()) << text;
    }
}

TEST(Quantity, WhatIsWrittenReadsBackExactly) {
    std::mt19937_64 random(1);
    for (int n = 0; n < 20'000; ++n) {
        std::uint64_t bits = random();
        double value = 0;
        static_assert(sizeof bits == sizeof value);
        std::memcpy(&value, &bits, sizeof value);
        if (!std::isfinite(value)) continue;
        for (const Dimension dimension : {Dimension::none, Dimension::time, Dimension::speed}) {
            EXPECT_EQ(parsed(format_quantity(value, dimension), dimension), value);
        }
    }
    for (int n = 1; n <= 2000; ++n) {
        const double value = 1.0 / n;
        EXPECT_EQ(parsed(format_quantity(value, Dimension::time), Dimension::time), value) << n;
    }
    EXPECT_EQ(format_quantity(1.0 / 60.0, Dimension::time), "1/60 s");
    EXPECT_EQ(format_quantity(0.5, Dimension::time), "0.5 s");
    EXPECT_EQ(format_quantity(0.0, Dimension::time), "0 s");
}

TEST(Quantity, WholeNumbersAreExact) {
    EXPECT_EQ(parse_whole("9007199254740993"), std::uint64_t{9007199254740993});
    EXPECT_EQ(parse_whole("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
    for (const char* text : {"18446744073709551616", "-1", "+1", "1.0", "1e3", "0x1", "", "1 2"}) {
        EXPECT_FALSE(parse_whole(text).has_value()) << text;
    }
}

/// A locale as in Germany: "0,5" for a half, "1.000" for a thousand.
class DecimalComma : public std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

TEST(Quantity, TheLocaleChangesNothing) {
    const Result<Scene> before = parse("starling: 1\n", "s.yaml");
    ASSERT_TRUE(before.ok());
    const std::string yaml = to_yaml(*before);

    const std::string c_locale = std::setlocale(LC_ALL, nullptr);
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"}) {
        if (std::setlocale(LC_ALL, name) != nullptr) break;
    }
    const std::locale cpp_locale =
        std::locale::global(std::locale(std::locale::classic(), new DecimalComma));
    const Result<Scene> after = parse(yaml, "s.yaml");
    const std::string yaml_after = after.ok() ? to_yaml(*after) : after.error().text;
    const Result<Scene> comma = parse("starling: 1\nview: {glow: \"0,5\"}\n", "s.yaml");
    std::locale::global(cpp_locale);
    std::setlocale(LC_ALL, c_locale.c_str());

    EXPECT_EQ(yaml_after, yaml);
    ASSERT_FALSE(comma.ok());
    EXPECT_NE(comma.error().text.find("use a point"), std::string::npos) << comma.error().text;
}

}  // namespace
}  // namespace starling::engine
