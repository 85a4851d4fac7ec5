#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// One instance is one line: a rectangle along it that holds its width, its round ends and the
// softened rim.
#include "project.glsl"
layout(location = 0) in vec3 from;    // world
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 srgb;

layout(location = 3) uniform float width;  // px

noperspective out vec2 at;            // px
flat out vec4 ends;                   // px
flat out float radius;                // px
flat out vec4 body;                   // linear light, premultiplied

// Cuts off what lies outside of the picture, or before the near plane, where dividing by w fails.
bool cut(inout vec4 a, inout vec4 b, vec4 plane) {
    float da = dot(plane, a), db = dot(plane, b);
    if (da < 0.0 && db < 0.0) return false;
    if (da < 0.0) a = mix(a, b, da / (da - db));
    if (db < 0.0) b = mix(b, a, db / (db - da));
    return true;
}

void main() {
    radius = 0.5 * max(width, 1.0);
    body = to_light(srgb) * min(width, 1.0);
    vec4 a = project(from), b = project(to);
    vec2 rim = 1.0 + 4.0 * (radius + 2.0) / picture;
    bool seen = cut(a, b, vec4(0, 0, 1, 1)) && cut(a, b, vec4(0, 0, -1, 1)) &&
                cut(a, b, vec4(1, 0, 0, rim.x)) && cut(a, b, vec4(-1, 0, 0, rim.x)) &&
                cut(a, b, vec4(0, 1, 0, rim.y)) && cut(a, b, vec4(0, -1, 0, rim.y));
    ends = seen ? vec4(to_px(a), to_px(b)) : vec4(0.0);
    vec2 along = ends.zw - ends.xy;
    float span = length(along);
    along = span > 1e-6 ? along / span : vec2(1.0, 0.0);
    float reach = radius + 1.0;
    vec2 aside = (float(gl_VertexID & 1) * 2.0 - 1.0) * reach * vec2(-along.y, along.x);
    bool first = gl_VertexID < 2;
    at = first ? ends.xy - reach * along + aside : ends.zw + reach * along + aside;
    float depth = first ? a.z / a.w : b.z / b.w;
    gl_Position = seen ? from_px(at, depth) : vec4(2.0, 2.0, 2.0, 1.0);
}
