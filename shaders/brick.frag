#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// Light on its way through one brick of a medium that glows and absorbs: a step of length s
// through extinction e lets exp(-e s) pass and adds (1 - exp(-e s)) of the colour of its value.
in vec3 world;
flat in vec3 corner;
flat in vec3 texel;

layout(location = 3) uniform int edge;
layout(location = 4) uniform float cell;
layout(location = 6) uniform vec3 eye;        // world
layout(location = 7) uniform vec4 ahead;      // unit direction of view; near distance
layout(location = 8) uniform vec2 range;      // values at the two ends of the colour map
layout(location = 9) uniform float extinction;  // per world unit, at the high end
layout(location = 10) uniform float far;      // distance of the far plane
layout(location = 11) uniform vec3 things;    // x = 1: march up to what has a depth, and nowhere
                                              // else; normalised depth = y - z / distance

layout(binding = 0) uniform sampler3D values;
layout(binding = 1) uniform sampler2D colours;
layout(binding = 2) uniform sampler2D depths;        // of solid things and, before them, soft ones
layout(binding = 3) uniform sampler2D solid_depths;  // of solid things alone

layout(location = 0) out vec4 colour;         // linear light, premultiplied

void main() {
    vec3 ray = normalize(world - eye);
    // Zero divided by zero must not come into where the ray enters the cube.
    vec3 divisor = mix(ray, vec3(1e-9), lessThan(abs(ray), vec3(1e-9)));
    vec3 low = (corner - eye) / divisor, high = (corner + float(edge) * cell - eye) / divisor;
    vec3 first = min(low, high);
    float slope = dot(ray, ahead.xyz);
    float from = max(max(first.x, max(first.y, first.z)), ahead.w / slope);
    // It leaves the cube here: worked out from the planes, a ray along a side could leave before.
    float to = min(distance(world, eye), far / slope);
    if (things.x > 0.0) {
        // What is solid counts for more than a veil before it.
        float depth = texelFetch(solid_depths, ivec2(gl_FragCoord.xy), 0).r;
        if (depth >= 1.0) depth = texelFetch(depths, ivec2(gl_FragCoord.xy), 0).r;
        if (depth >= 1.0) discard;
        to = min(to, things.z / (things.y - (2.0 * depth - 1.0)) / slope);
    }
    if (!(to > from)) discard;

    int steps = int(ceil((to - from) / (0.5 * cell)));
    float span = (to - from) / float(steps);
    vec3 at = ((eye + (from + 0.5 * span) * ray) - corner) / cell + texel;
    vec3 stride = span / cell * ray;
    vec3 size = vec3(textureSize(values, 0));
    vec3 light = vec3(0.0);
    float passed = 1.0;
    for (int i = 0; i < steps; ++i) {
        float value = textureLod(values, at / size, 0.0).r;
        float t = clamp((value - range.x) / (range.y - range.x), 0.0, 1.0);
        float pass = exp(-extinction * t * span);
        vec3 glow = textureLod(colours, vec2((t * 255.0 + 0.5) / 256.0, 0.5), 0.0).rgb;
        light += passed * (1.0 - pass) * glow;
        passed *= pass;
        at += stride;
        if (passed < 0.0005) break;
    }
    colour = vec4(light, 1.0 - passed);
}
