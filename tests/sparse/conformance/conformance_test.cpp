// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs every conformance row under GoogleTest: on both executors, and on each so that every pair of
// a number of threads (1, 2, 8), an activation protocol and a zeroing policy comes up.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/sparse/conformance/check.h"
#include "tests/sparse/sanitizers.h"

namespace starling::conformance {
namespace {

struct Variant {
    ExecutorKind executor;
    int threads;
    Activation activation;
    Zeroing zeroing;

    std::string name() const {
        return std::string(executor == ExecutorKind::tbb ? "tbb" : "jthread") +
               std::to_string(threads) + (activation == Activation::cas ? "_cas" : "_locked") +
               (zeroing == Zeroing::at_reuse ? "_at_reuse" : "_in_gc");
    }
};

class RowTest : public ::testing::Test {
 public:
    RowTest(Row row, Variant variant) : row_(row), variant_(variant) {}

    void TestBody() override {
        auto executor = make_executor(variant_.executor, variant_.threads);
        ASSERT_TRUE(executor.ok());
        Env env;
        env.backend.executor = executor->get();
        env.backend.zeroing = variant_.zeroing;
        env.activation = variant_.activation;
        env.long_run = variant_.threads == 2 && variant_.activation == Activation::cas &&
                       variant_.zeroing == Zeroing::at_reuse && !sparse::testing::kSanitized;
        row_.body(env);
        for (const std::string& failure : env.failures) ADD_FAILURE() << failure;
    }

 private:
    Row row_;
    Variant variant_;
};

std::vector<Variant> variants() {
    // A person may narrow a run to one executor.
    const char* const only = std::getenv("STARLING_TEST_EXECUTOR");
    std::vector<Variant> list;
    for (const ExecutorKind executor : {ExecutorKind::tbb, ExecutorKind::jthread}) {
        if (only != nullptr &&
            (std::string(only) == "jthread") != (executor == ExecutorKind::jthread))
            continue;
        list.push_back({executor, 1, Activation::cas, Zeroing::at_reuse});
        list.push_back({executor, 1, Activation::locked, Zeroing::in_gc});
        list.push_back({executor, 2, Activation::cas, Zeroing::at_reuse});
        list.push_back({executor, 2, Activation::locked, Zeroing::at_reuse});
        list.push_back({executor, 2, Activation::cas, Zeroing::in_gc});
        list.push_back({executor, 8, Activation::cas, Zeroing::at_reuse});
        list.push_back({executor, 8, Activation::locked, Zeroing::in_gc});
    }
    return list;
}

}  // namespace

/// Registers a GoogleTest case for every row and variant; main() calls it, when all rows are
/// known.
void register_rows() {
    for (const Row& row : rows())
        for (const Variant& variant : variants())
            ::testing::RegisterTest(
                "Conformance", (std::string(row.id) + '_' + variant.name()).c_str(), nullptr,
                nullptr, __FILE__, __LINE__,
                [row, variant]() -> ::testing::Test* { return new RowTest(row, variant); });
}

}  // namespace starling::conformance

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    starling::conformance::register_rows();
    return RUN_ALL_TESTS();
}
