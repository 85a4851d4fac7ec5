#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
flat in float strength;

layout(location = 3) uniform vec4 tint;       // linear light, premultiplied

layout(location = 0) out vec4 colour;

void main() { colour = tint * strength; }
