// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/system.h"

namespace starling::engine {

/// The systems that there are: the one place that knows them all. A scene has those whose groups
/// it names, or the first where it names none. Threads: any.
const SystemTable& all_systems();

}  // namespace starling::engine
