// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
// Places and colours of layers that may lie in 2-D or in 3-D.
layout(location = 0) uniform vec2 picture;    // size, px
layout(location = 1) uniform vec4 fit;        // world anchor, px per world unit; w: 1 = perspective
layout(location = 2) uniform vec2 origin;     // px of the anchor
layout(location = 16) uniform mat4 to_clip;   // in perspective

vec4 project(vec3 position) {
    if (fit.w > 0.0) return to_clip * vec4(position, 1.0);
    vec2 px = (position.xy - fit.xy) * fit.z + origin;
    return vec4(px / picture * 2.0 - 1.0, 0.0, 1.0);
}

vec2 to_px(vec4 clip) { return (clip.xy / clip.w * 0.5 + 0.5) * picture; }

vec4 from_px(vec2 px, float depth) { return vec4(px / picture * 2.0 - 1.0, depth, 1.0); }

// Of an sRGB colour: linear light, premultiplied.
vec4 to_light(vec4 srgb) {
    vec3 light = mix(pow((srgb.rgb + 0.055) / 1.055, vec3(2.4)), srgb.rgb / 12.92,
                     lessThanEqual(srgb.rgb, vec3(0.04045)));
    return vec4(light * srgb.a, srgb.a);
}
