#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// One instance is one point: a square that holds the disc and the softened rim.
#include "project.glsl"
layout(location = 0) in vec4 place;   // world position, diameter in px
layout(location = 1) in vec4 srgb;

noperspective out vec2 at;            // px from the middle
flat out float radius;                // px
flat out vec4 body;                   // linear light, premultiplied

void main() {
    // A smaller point is drawn this large, but fainter, so that it does not flicker.
    const float kLeast = 1.5;
    vec4 clip = project(place.xyz);
    float faint = min(place.w / kLeast, 1.0);
    body = to_light(srgb) * faint * faint;
    radius = 0.5 * max(place.w, kLeast);
    at = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * (radius + 1.0);
    bool seen = clip.w > 0.0 && abs(clip.z) <= clip.w;
    gl_Position = seen ? from_px(to_px(clip) + at, clip.z / clip.w) : vec4(2.0, 2.0, 2.0, 1.0);
}
