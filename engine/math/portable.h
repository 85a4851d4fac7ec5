// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace starling::engine {

/// base^exponent for base in [0, 1] and exponent > 0, relative error below 1e-13 where the result
/// is normal. Unlike libm's pow, whose code depends on the processor, it gives the same bits
/// everywhere.
double portable_power(double base, double exponent);

}  // namespace starling::engine
