#version 450 core
// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// Puts sky, background, trails, glow and foreground together and turns linear light into sRGB. Writes the top row
// of the picture first, as files want it.
layout(location = 0) uniform vec2 picture;       // size, px
layout(location = 1) uniform vec4 world;         // px: minimum, maximum
layout(location = 2) uniform float margin;       // px; 0 = no line
layout(location = 3) uniform vec3 sky_top;       // linear light, like all colours here
layout(location = 4) uniform vec3 sky_bottom;
layout(location = 5) uniform vec3 beyond;
layout(location = 6) uniform vec3 line;
layout(location = 7) uniform float vignette;
layout(location = 8) uniform float trail_scale;  // stored trail to optical depth; 0 = none
layout(location = 9) uniform float glow;         // 0…1
layout(location = 10) uniform float line_opacity;
layout(location = 11) uniform float behind;      // 1 = there is a background, 0 = none

layout(binding = 0) uniform sampler2D foreground;  // lines, points, darts
layout(binding = 1) uniform sampler2D trails;
layout(binding = 2) uniform sampler2D glows;
layout(binding = 3) uniform sampler2D background;  // fields, bricks, cells

layout(location = 0) out vec4 colour;

// Premultiplied light over a background; more of it approaches its own colour, never white.
vec3 veil(vec3 below, vec4 light, float depth, float most) {
    float opacity = most * (1.0 - exp(-light.a * depth));
    return mix(below, light.rgb / max(light.a, 1e-6), opacity);
}

vec3 to_srgb(vec3 light) {
    light = clamp(light, 0.0, 1.0);
    return mix(1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, 12.92 * light,
               lessThanEqual(light, vec3(0.0031308)));
}

void main() {
    vec2 px = vec2(gl_FragCoord.x, picture.y - gl_FragCoord.y);
    vec2 uv = px / picture;

    vec2 part = (px - world.xy) / (world.zw - world.xy);
    vec3 sky = mix(sky_bottom, sky_top, smoothstep(0.0, 1.0, part.y));
    vec2 off = part * 2.0 - 1.0;
    sky *= 1.0 - vignette * smoothstep(0.3, 2.0, dot(off, off));

    // Distance to the world's rectangle, negative inside.
    vec2 out_by = max(world.xy - px, px - world.zw);
    float out_px = max(out_by.x, out_by.y);
    vec3 light = mix(sky, beyond, clamp(out_px + 0.5, 0.0, 1.0));
    float frame = clamp(1.0 - abs(out_px - 0.5), 0.0, 1.0);
    float zone = margin > 0.0 ? clamp(1.0 - abs(out_px + margin), 0.0, 1.0) : 0.0;
    light = mix(light, line, line_opacity * (frame + 0.3 * zone));

    if (behind > 0.0) {
        vec4 below = texelFetch(background, ivec2(px), 0);
        light = light * (1.0 - below.a) + below.rgb;
    }
    if (trail_scale > 0.0) {
        light = veil(light, texelFetch(trails, ivec2(px), 0), trail_scale, 0.75);
    }
    if (glow > 0.0) light = veil(light, texture(glows, uv), glow, 0.6 * glow);
    vec4 above = texelFetch(foreground, ivec2(px), 0);
    light = light * (1.0 - above.a) + above.rgb;

    // Half a step of ordered noise keeps the dark gradients from showing bands.
    float noise = fract(52.9829189 * fract(dot(floor(px), vec2(0.06711056, 0.00583715)))) - 0.5;
    colour = vec4(to_srgb(light) + noise / 255.0, 1.0);
}
