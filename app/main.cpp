// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/commands/program.h"

int main(int argc, char** argv) {
    return starling::app::run_program(argc, argv);
}
