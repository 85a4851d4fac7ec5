#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// Blending scales what the surface holds; the colour itself counts for nothing.
layout(location = 0) out vec4 colour;

void main() { colour = vec4(0.0); }
