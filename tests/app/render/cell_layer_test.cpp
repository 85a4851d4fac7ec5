// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/app/render/render_fixture.h"

namespace starling::app {
namespace {

using engine::Camera2;
using engine::CellLayer;
using engine::DrawList;
using engine::Rect;

constexpr double kOutline = 0.7;

class CellLayerTest : public RenderTest {};

void add_cells(DrawList& list, int level, bool filled, std::vector<Rect> cells) {
    add(list, CellLayer{.name = "grid", .level = level, .filled = filled, .cells = cells});
}

// The colour of an outline of that level over the picture without it.
Pixel outline(const Image& bare, int x, int y, std::size_t level) {
    return over(at(bare, x, y), pixel(dusk().cell_levels[level]), kOutline);
}

// Expects an outline where `drawn(x, y)`, and the picture without cells elsewhere.
template <class Drawn>
void expect_lines(const Image& image, const Image& bare, std::size_t level, const Drawn& drawn) {
    for (int x = 0; x < image.width; ++x) {
        for (int y = 0; y < image.height; ++y) {
            if (drawn(x, y)) {
                ASSERT_TRUE(near(at(image, x, y), outline(bare, x, y, level), 2)) << x << ", " << y;
            } else {
                ASSERT_EQ(at(image, x, y), at(bare, x, y)) << x << ", " << y;
            }
        }
    }
}

TEST_F(CellLayerTest, AnOutlineIsOnePixelWideAtTheSidesOfItsCell) {
    const Image bare = draw(stage());
    DrawList list = stage();
    add_cells(list, 0, false, {{20, 10, 50, 40}});
    expect_lines(draw(list), bare, 0, [](int x, int y) {
        const bool inside = x >= 20 && x <= 50 && y >= 10 && y <= 40;
        return inside && (x == 20 || x == 50 || y == 10 || y == 40);
    });
}

TEST_F(CellLayerTest, TheLineFillsThePixelsInWhichTheSidesLie) {
    const Image bare = draw(stage());
    DrawList list = stage();
    add_cells(list, 0, false, {{20.7F, 10.3F, 49.9F, 40.5F}});
    expect_lines(draw(list), bare, 0, [](int x, int y) {
        const bool inside = x >= 20 && x <= 49 && y >= 10 && y <= 40;
        return inside && (x == 20 || x == 49 || y == 10 || y == 40);
    });
}

TEST_F(CellLayerTest, NeighboursShareTheLineBetweenThem) {
    const Image bare = draw(stage());
    DrawList list = stage();
    std::vector<Rect> cells;
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            const auto x = static_cast<float>(20 + 30 * i), y = static_cast<float>(5 + 20 * k);
            cells.push_back({x, y, x + 30, y + 20});
        }
    }
    add_cells(list, 2, false, cells);
    expect_lines(draw(list), bare, 2, [](int x, int y) {
        const bool inside = x >= 20 && x <= 140 && y >= 5 && y <= 65;
        return inside && ((x - 20) % 30 == 0 || (y - 5) % 20 == 0);
    });
}

TEST_F(CellLayerTest, LinesStayOnePixelWideWhereSidesFallBetweenPixels) {
    // 0.9 pixels a unit, as for the article's domain in 1280 x 720.
    DrawList list;
    list.world = {0, 0, 1040, 800};
    const Image bare = draw(list, 1280, 720);
    std::vector<Rect> cells;
    for (int i = 0; i < 13; ++i) {
        for (int k = 0; k < 10; ++k) {
            const auto x = static_cast<float>(80 * i), y = static_cast<float>(80 * k);
            cells.push_back({x, y, x + 80, y + 80});
        }
    }
    add_cells(list, 1, false, cells);
    const Image image = draw(list, 1280, 720);
    int lines = 0;
    for (int x = 172; x < 1110; ++x) lines += at(image, x, 300) != at(bare, x, 300) ? 1 : 0;
    EXPECT_EQ(lines, 14) << "columns of lines across";
    lines = 0;
    for (int y = 0; y < 720; ++y) lines += at(image, 600, y) != at(bare, 600, y) ? 1 : 0;
    EXPECT_EQ(lines, 11) << "rows of lines up";
    EXPECT_NE(at(image, 172 + 72, 300), at(bare, 172 + 72, 300));
}

TEST_F(CellLayerTest, TheOutlineOfTheWholePictureLiesInside) {
    const Image bare = draw(stage());
    DrawList list = stage();
    add_cells(list, 0, false, {{0, 0, 200, 100}});
    expect_lines(draw(list), bare, 0,
                 [](int x, int y) { return x == 0 || x == 199 || y == 0 || y == 99; });
}

TEST_F(CellLayerTest, OutlinesFollowTheCamera) {
    DrawList list = stage();
    list.camera = Camera2{.x = 30, .y = 20, .height = 25};  // 4 px a unit
    const Image bare = draw(list);
    add_cells(list, 0, false, {{20, 15, 50, 40}});
    expect_lines(draw(list), bare, 0, [](int x, int y) {
        const int left = 60, right = 180, low = 30;  // 100 - 4 * 10, 100 + 4 * 20, 50 - 4 * 5
        return x >= left && x <= right && y >= low && (x == left || x == right || y == low);
    });
}

TEST_F(CellLayerTest, ATintLiesInsideOfItsCell) {
    const Image bare = draw(stage());
    DrawList list = stage();
    add_cells(list, 3, true, {{20, 10, 50, 40}});
    const Image image = draw(list);
    const Pixel colour = pixel(dusk().cell_levels[3]);
    for (int x = 0; x < 200; ++x) {
        for (int y = 0; y < 100; ++y) {
            const bool inside = x >= 20 && x < 50 && y >= 10 && y < 40;
            const Pixel expected =
                inside ? over(at(bare, x, y), colour, dusk().cell_tint) : at(bare, x, y);
            ASSERT_TRUE(near(at(image, x, y), expected, inside ? 2 : 0)) << x << ", " << y;
        }
    }
}

TEST_F(CellLayerTest, ATintCoversAsMuchOfAPixelAsItsCell) {
    const Image bare = draw(stage());
    DrawList list = stage();
    add_cells(list, 3, true, {{20.25F, 10, 50, 40.5F}, {100.25F, 50.25F, 100.75F, 50.5F}});
    const Image image = draw(list);
    const Pixel colour = pixel(dusk().cell_levels[3]);
    const auto expect_share = [&](int x, int y, double share) {
        EXPECT_TRUE(
            near(at(image, x, y), over(at(bare, x, y), colour, share * dusk().cell_tint), 1))
            << x << ", " << y << ": " << at(image, x, y);
    };
    expect_share(20, 20, 0.75);
    expect_share(30, 40, 0.5);
    expect_share(20, 40, 0.375);
    expect_share(100, 50, 0.125);  // a cell smaller than a pixel
    expect_share(99, 50, 0);
}

TEST_F(CellLayerTest, TintsOfNeighboursJoinWithoutAGap) {
    const Image bare = draw(stage());
    DrawList list = stage();
    std::vector<Rect> cells;
    for (int i = 0; i < 30; ++i) {
        cells.push_back(
            {20 + 3.3F * static_cast<float>(i), 10, 20 + 3.3F * static_cast<float>(i + 1), 40});
    }
    add_cells(list, 3, true, cells);
    const Image image = draw(list);
    for (int x = 21; x < 118; ++x) {
        const Pixel full = over(at(bare, x, 20), pixel(dusk().cell_levels[3]), dusk().cell_tint);
        EXPECT_TRUE(near(at(image, x, 20), full, 5)) << x << " " << at(image, x, 20) << full;
    }
}

TEST_F(CellLayerTest, EveryLevelHasItsColourAndDeeperOnesTheLast) {
    const Image bare = draw(stage());
    for (int level = 0; level < 9; ++level) {
        DrawList list = stage();
        add_cells(list, level, false, {{20, 10, 50, 40}});
        const auto index = std::min<std::size_t>(level, dusk().cell_levels.size() - 1);
        EXPECT_TRUE(near(at(draw(list), 20, 20), outline(bare, 20, 20, index), 2)) << level;
    }
}

TEST_F(CellLayerTest, OutlinesOfOuterCellsLieOverThoseOfInnerOnes) {
    const Image bare = draw(stage());
    DrawList list = stage();
    add_cells(list, 0, false, {{20, 10, 50, 40}});
    add_cells(list, 1, false, {{20, 20, 30, 30}});
    const Image image = draw(list);
    EXPECT_TRUE(near(at(image, 20, 25), outline(bare, 20, 25, 0), 2)) << "a side of both";
    EXPECT_TRUE(near(at(image, 30, 25), outline(bare, 30, 25, 1), 2));
    std::swap(list.layers[0], list.layers[1]);
    EXPECT_EQ(draw(list).rgba, image.rgba);
}

TEST_F(CellLayerTest, OutlinesLieOverTints) {
    DrawList list = stage();
    add_cells(list, 2, true, {{10, 0, 90, 90}});
    const Image tinted = draw(list);
    add_cells(list, 4, false, {{20, 10, 50, 40}});
    EXPECT_TRUE(near(at(draw(list), 20, 15), outline(tinted, 20, 15, 4), 2));
    std::swap(list.layers[0], list.layers[1]);
    EXPECT_TRUE(near(at(draw(list), 20, 15), outline(tinted, 20, 15, 4), 2));
}

TEST_F(CellLayerTest, LieUnderTrailsLinesAndDarts) {
    DrawList list = stage();
    add_pigeons(list, {{.x = 100, .y = 50, .tone = 1}}, 40);
    add(list, engine::LineLayer{.name = {}, .width = 3, .lines = {{{0, 80, 0}, {200, 80, 0}, {}}}});
    add_cells(list, 0, false, {{0, 50, 150, 80}});
    const Image image = draw(list);
    EXPECT_TRUE(near(at(image, 106, 50), dusk().ramps[0].body[2], 24)) << "dart";
    EXPECT_TRUE(near(at(image, 40, 80), Pixel{255, 255, 255}, 1)) << "line";
    add(list, engine::TrailLayer{0.01F});
    list.frame_seconds = 0.02F;
    const Image later = draw(list);
    EXPECT_GT(light(at(later, 76, 50)), light(at(image, 76, 50))) << "no trail over the outline";
}

TEST_F(CellLayerTest, OutlinesOfTinyCellsDoNotCoverEverything) {
    DrawList list = stage();
    std::vector<Rect> cells;
    for (int i = 0; i < 100; ++i) {
        for (int k = 0; k < 50; ++k) {
            const auto x = static_cast<float>(2 * i), y = static_cast<float>(2 * k);
            cells.push_back({x, y, x + 2, y + 2});
        }
    }
    const Image bare = draw(list);
    add_cells(list, 5, false, cells);
    const Image image = draw(list);
    const double most = 200 * 100 * light(pixel(dusk().cell_levels[5]));
    EXPECT_LT(light(image), light(bare) + 0.6 * most);
    EXPECT_GT(light(image), light(bare) + 0.05 * most);
}

TEST_F(CellLayerTest, RefusesWhatCannotBeDrawn) {
    const auto refused = [](const std::string& words, const auto& change) {
        CellLayer layer{.name = "grid", .cells = std::vector<Rect>(3)};
        change(layer);
        expect_layer_refused(layer, {"cannot draw cell layer \"grid\"", words});
    };
    refused("level is -1, expected 0 or more", [](CellLayer& layer) { layer.level = -1; });
    refused("cell 1 is (nan, 0) to (1, 1), expected finite numbers, each minimum less than",
            [](CellLayer& layer) { layer.cells[1].min_x = kNan; });
    refused("cell 2 is (0, 0) to (1, inf)",
            [](CellLayer& layer) { layer.cells[2].max_y = kInfinity; });
    refused("cell 0 is (0, 0) to (0, 1)", [](CellLayer& layer) { layer.cells[0].max_x = 0; });
    refused("cell 0 is (0, 2) to (1, 1)", [](CellLayer& layer) { layer.cells[0].min_y = 2; });
}

TEST_F(CellLayerTest, RefusesACameraOfAnotherSpace) {
    DrawList list = stage();
    list.camera = deep_camera();
    add_cells(list, 0, false, {});
    expect_refused(list, {"cell layer \"grid\"", "Camera3", "expected a FitCamera or a Camera2"});
}

}  // namespace
}  // namespace starling::app
