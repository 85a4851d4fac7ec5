#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// A stroke with round ends whose rim is softened over one pixel.
noperspective in vec2 at;
flat in vec4 ends;
flat in float radius;
flat in vec4 body;

layout(location = 4) uniform vec2 shown;  // opacity from, to; others are left out

layout(location = 0) out vec4 colour;  // linear light, premultiplied

void main() {
    vec2 along = ends.zw - ends.xy, off = at - ends.xy;
    float share = clamp(dot(off, along) / max(dot(along, along), 1e-12), 0.0, 1.0);
    float away = length(off - share * along);
    colour = body * clamp(0.5 + radius - away, 0.0, 1.0);
    if (colour.a < shown.x || colour.a >= shown.y) discard;
}
