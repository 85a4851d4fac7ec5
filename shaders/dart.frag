#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// A folded paper dart: nose ahead, swept tails, a notch between them. Its edges are softened by
// their distance in pixels, so they are crisp at every size without multisampling.
in vec2 at;
flat in vec3 body;
flat in vec2 heading;

layout(location = 3) uniform float dart;      // length, px
layout(location = 7) uniform vec4 rim;        // colour, opacity
layout(location = 8) uniform float fade;      // opacity of the whole
layout(location = 9) uniform float fold;      // light on one wing, shade on the other, 0…1

layout(location = 0) out vec4 colour;         // linear light, premultiplied

const vec2 kNose = vec2(0.55, 0.0);
const vec2 kNotch = vec2(-0.24, 0.0);
const vec2 kSide = normalize(vec2(0.36, 1.0));       // outwards from the edge nose to tail
const vec2 kBack = normalize(vec2(-0.36, -0.21));    // outwards from the edge notch to tail

float covered(float distance_px) { return clamp(0.5 - distance_px, 0.0, 1.0); }

// Both sides count by themselves, which keeps thin noses and tails from growing fat.
float coverage(float grow) {
    vec2 p = at / dart;
    float left = covered(dot(p - kNose, kSide) * dart - grow);
    float right = covered(dot(vec2(p.x, -p.y) - kNose, kSide) * dart - grow);
    float back = covered(dot(vec2(p.x, abs(p.y)) - kNotch, kBack) * dart - grow);
    return max(0.0, max(0.0, left + right - 1.0) + back - 1.0);
}

void main() {
    float inner = coverage(0.0);
    float outer = rim.a > 0.0 ? coverage(0.08 * dart) : inner;
    // Light falls from the upper left of the picture onto the two wings.
    vec2 left_wing = vec2(-heading.y, heading.x);
    float light = dot(left_wing, vec2(-0.6, 0.8)) * clamp(at.y, -0.5, 0.5) * 2.0;
    vec3 lit = body * (1.0 + fold * light);
    float edge = rim.a * (outer - inner);
    colour = vec4(lit * inner + rim.rgb * edge, inner + edge) * fade;
}
