#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// One instance is one agent: a triangle that holds the dart and its rim, turned along the heading.
layout(location = 0) in vec4 pose;  // world position, unit heading
layout(location = 1) in float tone;

layout(location = 0) uniform vec2 picture;    // size, px
layout(location = 1) uniform vec4 fit;        // world minimum, px per world unit, unused
layout(location = 2) uniform vec2 origin;     // px of the world minimum
layout(location = 3) uniform float dart;      // length, px
layout(location = 4) uniform vec3 ramp[3];    // linear light

out vec2 at;                // px from the agent: ahead, to the left
flat out vec3 body;
flat out vec2 heading;

void main() {
    // The dart reaches from -0.45 to 0.55 of its length and 0.36 to either side at its back; all
    // three edges of the triangle keep a distance of `pad` from it.
    float pad = 1.0 + 0.1 * dart;
    float back = -0.45 * dart - pad;
    float nose = 0.55 * dart + pad * sqrt(1.0 + 0.36 * 0.36) / 0.36;
    float side = 0.36 * (nose - back);
    at = gl_VertexID == 0 ? vec2(nose, 0.0) : vec2(back, gl_VertexID == 1 ? side : -side);
    heading = pose.zw;
    vec2 px = (pose.xy - fit.xy) * fit.z + origin + at.x * heading +
              at.y * vec2(-heading.y, heading.x);
    gl_Position = vec4(px / picture * 2.0 - 1.0, 0.0, 1.0);
    float t = clamp(tone, 0.0, 1.0) * 2.0;
    body = t < 1.0 ? mix(ramp[0], ramp[1], t) : mix(ramp[1], ramp[2], t - 1.0);
}
