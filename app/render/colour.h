// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace starling::app {

/// Red, green, blue in linear light, 1 = full.
using LinearRgb = std::array<float, 3>;

/// Linear light of one sRGB component, both 0…1 (IEC 61966-2-1).
inline float srgb_to_linear(float value) {
    return value <= 0.04045F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
}

/// Linear light of a colour written 0xRRGGBB.
inline LinearRgb to_linear(std::uint32_t rgb) {
    LinearRgb result;
    for (int i = 0; i < 3; ++i) {
        result[i] = srgb_to_linear(static_cast<float>((rgb >> (16 - 8 * i)) & 0xffU) / 255.0F);
    }
    return result;
}

}  // namespace starling::app
