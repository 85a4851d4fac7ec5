#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// One instance is one cell: a rectangle that holds every pixel it touches.
layout(location = 0) in vec4 cell;            // world: minimum, maximum

layout(location = 0) uniform vec2 picture;    // size, px
layout(location = 1) uniform vec4 fit;        // world anchor, px per world unit, unused
layout(location = 2) uniform vec2 origin;     // px of the anchor

flat out vec4 box;                            // px: minimum, maximum

void main() {
    box = (cell - fit.xyxy) * fit.z + origin.xyxy;
    vec2 px = vec2((gl_VertexID & 1) == 0 ? floor(box.x) : ceil(box.z),
                   gl_VertexID < 2 ? floor(box.y) : ceil(box.w));
    gl_Position = vec4(px / picture * 2.0 - 1.0, 0.0, 1.0);
}
