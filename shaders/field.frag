#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// Values at the centres of cells, interpolated linearly, then shown through the colour map. Not
// interpolated by the texture unit, whose weights have but 8 bits on many a GPU.
flat in vec4 box;

layout(location = 4) uniform vec2 range;      // values at the two ends of the colour map
layout(location = 5) uniform float opacity;
layout(location = 6) uniform float fade;      // 1: low values fade out, 0: they do not

layout(binding = 0) uniform sampler2D values;
layout(binding = 1) uniform sampler2D colours;

layout(location = 0) out vec4 colour;         // linear light, premultiplied

float value_at(vec2 cell, ivec2 last) {
    vec2 from = clamp(cell - 0.5, vec2(0.0), vec2(last));
    ivec2 low = ivec2(from), high = min(low + 1, last);
    vec2 share = from - vec2(low);
    float below = mix(texelFetch(values, low, 0).r, texelFetch(values, ivec2(high.x, low.y), 0).r,
                      share.x);
    float above = mix(texelFetch(values, ivec2(low.x, high.y), 0).r,
                      texelFetch(values, high, 0).r, share.x);
    return mix(below, above, share.y);
}

void main() {
    ivec2 size = textureSize(values, 0);
    vec2 per_px = vec2(size) / (box.zw - box.xy);
    vec2 cell = (gl_FragCoord.xy - box.xy) * per_px;
    // Where cells are smaller than pixels, a pixel shows the mean of several.
    ivec2 samples = ivec2(clamp(ceil(per_px), 1.0, 4.0));
    float sum = 0.0;
    for (int y = 0; y < samples.y; ++y) {
        for (int x = 0; x < samples.x; ++x) {
            vec2 off = (vec2(x, y) + 0.5) / vec2(samples) - 0.5;
            sum += value_at(cell + off * per_px, size - 1);
        }
    }
    float value = sum / float(samples.x * samples.y);
    float t = clamp((value - range.x) / (range.y - range.x), 0.0, 1.0);
    vec3 light = texture(colours, vec2((t * 255.0 + 0.5) / 256.0, 0.5)).rgb;
    vec2 inside = min(box.zw, gl_FragCoord.xy + 0.5) - max(box.xy, gl_FragCoord.xy - 0.5);
    inside = clamp(inside, 0.0, 1.0);
    float alpha = opacity * mix(1.0, t * (2.0 - t), fade) * inside.x * inside.y;
    colour = vec4(light * alpha, alpha);
}
