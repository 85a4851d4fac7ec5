#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// A disc whose rim is softened over one pixel.
noperspective in vec2 at;
flat in float radius;
flat in vec4 body;

layout(location = 4) uniform vec2 shown;  // opacity from, to; others are left out

layout(location = 0) out vec4 colour;  // linear light, premultiplied

void main() {
    colour = body * clamp(0.5 + radius - length(at), 0.0, 1.0);
    if (colour.a < shown.x || colour.a >= shown.y) discard;
}
