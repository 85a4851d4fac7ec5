// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/fonts.h"

#include <imgui.h>
#include <imgui_freetype.h>

#include <cmath>

// The files of assets/fonts, inside the program, so that it looks the same everywhere. Both
// compilers that build it understand the assembler's incbin.
#define STARLING_EMBED(name, file)                                                               \
    asm(".section .rodata\n.balign 16\n.hidden starling_font_" #name                             \
        "\n.global starling_font_" #name "\nstarling_font_" #name ":\n.incbin \"" STARLING_FONTS \
        "/" file "\"\n.hidden starling_font_" #name "_end\n.global starling_font_" #name         \
        "_end\nstarling_font_" #name "_end:\n.byte 0\n.previous\n");                             \
    extern "C" const unsigned char starling_font_##name[], starling_font_##name##_end[]

STARLING_EMBED(text, "Inter-Regular.otf");
STARLING_EMBED(bold, "Inter-SemiBold.otf");
STARLING_EMBED(mono, "JetBrainsMono-Regular.ttf");

namespace starling::app {
namespace {

Fonts loaded;

ImFont* add(const unsigned char* begin, const unsigned char* end, float points, float scale) {
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
    // Latin with its supplement, Greek, punctuation, arrows, mathematical and geometric signs.
    static const ImWchar ranges[] = {0x20,   0xff,   0x370,  0x3ff,  0x2010, 0x2027, 0x2070, 0x209f,
                                     0x2190, 0x21ff, 0x2200, 0x22ff, 0x25a0, 0x25ff, 0};
    // ImGui does not write to data that it does not own.
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<unsigned char*>(begin),
                                                      static_cast<int>(end - begin),
                                                      std::round(points * scale), &config, ranges);
}

}  // namespace

void load_fonts(float scale) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    loaded.text = add(starling_font_text, starling_font_text_end, 15, scale);
    loaded.bold = add(starling_font_bold, starling_font_bold_end, 15, scale);
    loaded.title = add(starling_font_bold, starling_font_bold_end, 18, scale);
    loaded.mono = add(starling_font_mono, starling_font_mono_end, 13, scale);
    atlas.Build();
}

const Fonts& fonts() {
    return loaded;
}

}  // namespace starling::app
