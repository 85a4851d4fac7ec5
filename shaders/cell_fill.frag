#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// A tint as strong as the share of the pixel that lies inside of the cell: cells of less than a
// pixel are not lost, and neighbours join without a gap.
flat in vec4 box;

layout(location = 3) uniform vec4 tint;       // linear light, premultiplied

layout(location = 0) out vec4 colour;

void main() {
    vec2 inside = min(box.zw, gl_FragCoord.xy + 0.5) - max(box.xy, gl_FragCoord.xy - 0.5);
    inside = clamp(inside, 0.0, 1.0);
    colour = tint * inside.x * inside.y;
}
