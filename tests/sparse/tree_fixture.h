// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "sparse/access/field.h"
#include "sparse/layout/fields_builder.h"
#include "sparse/tree/snode_tree.h"

namespace starling::sparse::testing {

/// A test of one tree: declare with `builder`, then finalize().
class TreeTest : public ::testing::Test {
 protected:
    void SetUp() override {
        auto made = make_executor(ExecutorKind::jthread, 3);
        ASSERT_TRUE(made.ok());
        executor = std::move(*made);
        backend.executor = executor.get();
    }

    void finalize() {
        auto made = builder.finalize(backend);
        ASSERT_TRUE(made.ok()) << made.error().text;
        tree = std::move(*made);
    }

    std::unique_ptr<Executor> executor;
    Backend backend;
    FieldsBuilder builder;
    std::unique_ptr<SNodeTree> tree;
};

}  // namespace starling::sparse::testing
