#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// One instance is one cell, its outline four bars of whole pixels: the column right of a vertical
// side, the row above a horizontal one, so that neighbours share the line between them.
layout(location = 0) in vec4 cell;            // world: minimum, maximum

layout(location = 0) uniform vec2 picture;    // size, px
layout(location = 1) uniform vec4 fit;        // world anchor, px per world unit, unused
layout(location = 2) uniform vec2 origin;     // px of the anchor

flat out float strength;

void main() {
    vec4 box = (cell - fit.xyxy) * fit.z + origin.xyxy;
    // Rounding must not move a side that lies on the border of two pixels.
    const float kSlack = 1.0 / 64.0;
    vec4 line = floor(box + kSlack);
    // A side on the picture's own border keeps its line inside.
    line = min(line, vec4(picture, picture) - vec4(lessThan(box, picture.xyxy + kSlack)));
    int side = gl_VertexID / 6, corner = gl_VertexID % 6;
    corner = corner < 3 ? corner : corner - 2;  // two triangles: 0 1 2, 1 2 3
    vec2 low = line.xy, high = line.zw + 1.0;
    if (side == 0) high.x = line.x + 1.0;
    if (side == 1) low.x = line.z;
    if (side == 2) high.y = line.y + 1.0;
    if (side == 3) low.y = line.w;
    vec2 px = vec2((corner & 1) == 0 ? low.x : high.x, corner < 2 ? low.y : high.y);
    // Where cells are but a few pixels, their outlines would cover everything.
    vec2 size = box.zw - box.xy;
    strength = clamp((min(size.x, size.y) - 1.0) / 4.0, 0.1, 1.0);
    gl_Position = vec4(px / picture * 2.0 - 1.0, 0.0, 1.0);
}
