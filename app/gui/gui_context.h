// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/gui/event_log.h"
#include "app/gui/history.h"
#include "app/gui/session.h"
#include "app/gui/settings.h"

namespace starling::app {

/// What panels are given every frame.
struct GuiContext {
    Session& session;
    EventLog& log;
    const History& history;
    Settings& settings;
    float scale;  ///< Pixels per point of the design; all sizes in code are points times this.
};

}  // namespace starling::app
