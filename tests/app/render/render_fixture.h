// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/render/colour.h"
#include "app/render/renderer.h"
#include "engine/draw/draw_list.h"
#include "engine/draw/palette.h"

namespace starling::app {

inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Pixel {
    int red, green, blue;
    bool operator==(const Pixel&) const = default;
};

/// Pixel at a place given in pixels from the lower left corner, like the world.
inline Pixel at(const Image& image, double x, double y) {
    const int column = static_cast<int>(std::floor(x));
    const int row = image.height - 1 - static_cast<int>(std::floor(y));
    const std::size_t i = std::size_t{4} * (image.width * row + column);
    return {image.rgba[i], image.rgba[i + 1], image.rgba[i + 2]};
}

/// Linear light, the mean of the three colours, 0…1.
inline double light(const Pixel& pixel) {
    return (srgb_to_linear(static_cast<float>(pixel.red) / 255) +
            srgb_to_linear(static_cast<float>(pixel.green) / 255) +
            srgb_to_linear(static_cast<float>(pixel.blue) / 255)) /
           3;
}

/// The sum over all pixels.
inline double light(const Image& image) {
    double sum = 0;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) sum += light(at(image, x, y));
    }
    return sum;
}

inline Pixel pixel(engine::Rgb rgb) {
    return {static_cast<int>((rgb >> 16) & 255), static_cast<int>((rgb >> 8) & 255),
            static_cast<int>(rgb & 255)};
}

inline bool near(const Pixel& a, const Pixel& b, int tolerance) {
    return std::abs(a.red - b.red) <= tolerance && std::abs(a.green - b.green) <= tolerance &&
           std::abs(a.blue - b.blue) <= tolerance;
}

inline bool near(const Pixel& a, engine::Rgb rgb, int tolerance) {
    return near(a, pixel(rgb), tolerance);
}

/// The pixels that something of colour `body` covers, counted by how much of each it covers.
inline double covered(const Image& image, const Image& without, const Pixel& body) {
    double sum = 0;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const double below = light(at(without, x, y));
            sum += (light(at(image, x, y)) - below) / (light(body) - below);
        }
    }
    return sum;
}

/// The colour that `above`, with an opacity, gives over `below`: mixed in linear light.
inline Pixel over(const Pixel& below, const Pixel& above, double opacity) {
    const auto mix = [opacity](int low, int high) {
        const double linear = (1 - opacity) * srgb_to_linear(static_cast<float>(low) / 255) +
                              opacity * srgb_to_linear(static_cast<float>(high) / 255);
        const double srgb =
            linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
        return static_cast<int>(std::lround(255 * srgb));
    };
    return {mix(below.red, above.red), mix(below.green, above.green), mix(below.blue, above.blue)};
}

inline std::ostream& operator<<(std::ostream& out, const Pixel& pixel) {
    return out << "(" << pixel.red << ", " << pixel.green << ", " << pixel.blue << ")";
}

inline const engine::Palette& dusk() {
    return engine::palettes().front();
}

/// A world of as many units as pixels: 200 x 100, no margin line.
inline engine::DrawList stage() {
    engine::DrawList list;
    list.world = {0, 0, 200, 100};
    return list;
}

/// Looks along -z from (0, 0, 5), a right angle high: the plane z = 0 is shown from -10 to 10 and
/// from -5 to 5 in a picture of 2:1, ten pixels a unit in 200 x 100.
inline engine::Camera3 deep_camera() {
    engine::Camera3 camera;
    camera.eye = {0, 0, 5};
    camera.field_of_view = 1.5707963267948966;
    camera.near = 1;
    camera.far = 50;
    return camera;
}

template <class Kind>
void add(engine::DrawList& list, Kind layer) {
    list.layers.push_back(std::make_shared<const engine::Layer>(std::move(layer)));
}

inline void add_pigeons(engine::DrawList& list, std::vector<engine::Dart> darts,
                        float length = 14) {
    add(list, engine::DartLayer{.name = "pigeons", .length = length, .darts = std::move(darts)});
}

inline void add_predators(engine::DrawList& list, std::vector<engine::Dart> darts,
                          float length = 22) {
    add(list, engine::DartLayer{.name = "predators",
                                .ramp = 1,
                                .length = length,
                                .marked = true,
                                .darts = std::move(darts)});
}

/// Has an OpenGL context; skips its tests where libEGL is missing.
class RenderTest : public testing::Test {
 protected:
    void SetUp() override {
        Result<std::unique_ptr<HeadlessContext>> context = HeadlessContext::create();
        if (!context &&
            context.error().text.find("libEGL.so.1 cannot be opened") != std::string::npos) {
            GTEST_SKIP() << context.error().text;
        }
        ASSERT_TRUE(context.ok()) << context.error().text;
        context_ = std::move(*context);
    }

    static std::unique_ptr<Renderer> make(int width, int height) {
        Result<std::unique_ptr<Renderer>> renderer = Renderer::create(width, height);
        EXPECT_TRUE(renderer.ok()) << renderer.error().text;
        return renderer.ok() ? std::move(*renderer) : nullptr;
    }

    static Image draw(Renderer& renderer, const engine::DrawList& list) {
        Image image;
        const Status drawn = renderer.draw(list);
        EXPECT_TRUE(drawn.ok()) << drawn.error().text;
        const Status read = renderer.read(image);
        EXPECT_TRUE(read.ok()) << read.error().text;
        return image;
    }

    static Image draw(const engine::DrawList& list, int width = 200, int height = 100) {
        return draw(*make(width, height), list);
    }

    /// That `list` is refused with an error that holds all `words`, and the picture stays.
    static void expect_refused(const engine::DrawList& list,
                               const std::vector<std::string>& words) {
        SCOPED_TRACE(words.front());
        const auto renderer = make(20, 10);
        const Image before = draw(*renderer, stage());
        const Status status = renderer->draw(list);
        ASSERT_FALSE(status.ok());
        for (const std::string& word : words) {
            EXPECT_NE(status.error().text.find(word), std::string::npos)
                << "no \"" << word << "\" in: " << status.error().text;
        }
        Image after;
        ASSERT_TRUE(renderer->read(after).ok());
        EXPECT_EQ(before.rgba, after.rgba) << "the picture changed";
        EXPECT_TRUE(renderer->draw(stage()).ok()) << "a refused list spoils the next";
    }

    /// … a list of this layer alone.
    template <class Kind>
    static void expect_layer_refused(const Kind& layer, const std::vector<std::string>& words) {
        engine::DrawList list = stage();
        add(list, layer);
        expect_refused(list, words);
    }

    std::unique_ptr<HeadlessContext> context_;
};

}  // namespace starling::app
