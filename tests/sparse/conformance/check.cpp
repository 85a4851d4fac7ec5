// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/sparse/conformance/check.h"

namespace starling::conformance {

void Env::fail(const std::string& what, const char* file, int line) {
    failures.push_back(file + (':' + std::to_string(line)) + ": " + what);
}

}  // namespace starling::conformance
