#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// Another surface of the same size, as a whole and fainter.
layout(location = 3) uniform float opacity;

layout(binding = 0) uniform sampler2D surface;

layout(location = 0) out vec4 colour;

void main() { colour = opacity * texelFetch(surface, ivec2(gl_FragCoord.xy), 0); }
