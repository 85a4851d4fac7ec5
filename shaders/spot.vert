#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// One instance is one agent's soft spot of light, an ellipse along its heading, inside a triangle.
layout(location = 0) in vec4 pose;  // world position, unit heading
layout(location = 1) in float tone;

layout(location = 0) uniform vec2 picture;    // size, px
layout(location = 1) uniform vec4 fit;        // world minimum, px per world unit, unused
layout(location = 2) uniform vec2 origin;     // px of the world minimum
layout(location = 3) uniform vec3 spot;       // px: reach ahead, reach aside, shift ahead
layout(location = 4) uniform vec3 ramp[3];    // linear light

out vec2 at;                // 1 = the rim of the ellipse
flat out vec3 body;

void main() {
    const float kRoot3 = 1.7320508;
    at = gl_VertexID == 0 ? vec2(2.0, 0.0) : vec2(-1.0, gl_VertexID == 1 ? kRoot3 : -kRoot3);
    vec2 heading = pose.zw;
    vec2 px = (pose.xy - fit.xy) * fit.z + origin + (at.x * spot.x + spot.z) * heading +
              at.y * spot.y * vec2(-heading.y, heading.x);
    gl_Position = vec4(px / picture * 2.0 - 1.0, 0.0, 1.0);
    float t = clamp(tone, 0.0, 1.0) * 2.0;
    body = t < 1.0 ? mix(ramp[0], ramp[1], t) : mix(ramp[1], ramp[2], t - 1.0);
}
