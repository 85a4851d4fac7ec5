#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// One instance is one brick: a cube of which the far sides are drawn, since every ray that meets
// the cube leaves it through exactly one of them, also when the eye is inside.
layout(location = 0) in vec4 brick;           // world position of the lower corner, slot

layout(location = 3) uniform int edge;        // cells, without the apron
layout(location = 4) uniform float cell;      // world units
layout(location = 5) uniform ivec3 slots;     // bricks that the texture holds along x, y, z
layout(location = 16) uniform mat4 to_clip;

out vec3 world;
flat out vec3 corner;                         // world
flat out vec3 texel;                          // of the brick's first cell

void main() {
    // 36 corners of 12 triangles, counter-clockwise seen from outside; a bit is a coordinate.
    const int kCorners[36] = int[36](0, 2, 1, 1, 2, 3,  4, 5, 6, 5, 7, 6,  0, 1, 4, 1, 5, 4,
                                     2, 6, 3, 3, 6, 7,  0, 4, 2, 2, 4, 6,  1, 3, 5, 3, 7, 5);
    int bits = kCorners[gl_VertexID];
    corner = brick.xyz;
    world = corner + float(edge) * cell * vec3(bits & 1, (bits >> 1) & 1, bits >> 2);
    int slot = int(brick.w);
    ivec3 at = ivec3(slot / slots.z % slots.x, slot / slots.z / slots.x, slot % slots.z);
    texel = vec3(at * (edge + 2) + 1);
    gl_Position = to_clip * vec4(world, 1.0);
}
