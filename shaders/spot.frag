#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// A spot that falls off smoothly to nothing at its rim.
in vec2 at;
flat in vec3 body;

layout(location = 7) uniform float strength;
layout(location = 8) uniform float falloff;   // 2 = round, more = a bright core in a faint veil

layout(location = 0) out vec4 colour;         // linear light, premultiplied

void main() {
    float inside = max(0.0, 1.0 - dot(at, at));
    float weight = pow(inside, falloff) * strength;
    colour = vec4(body * weight, weight);
}
