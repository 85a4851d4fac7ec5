// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The frame of the conformance rows, without a test library: the same bodies run under GoogleTest,
// and can run in a program that has no such thing. A row gets an Env and says what must hold by
// CHECK(); it goes on after a failure.

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "sparse/access/field.h"
#include "sparse/access/node_access.h"
#include "sparse/access/struct_for.h"
#include "sparse/layout/fields_builder.h"
#include "sparse/tree/snode_tree.h"

namespace starling::conformance {

using namespace starling::sparse;

/// The variant under test, and the failures so far.
struct Env {
    Backend backend;
    Activation activation = Activation::cas;
    bool long_run = false;  ///< The one variant an executor that repeats as often as the row says.
    std::vector<std::string> failures;

    void check(bool holds, const char* what, const char* file, int line) {
        if (!holds) fail(what, file, line);
    }
    /// What is no error, or whose text lacks one of `parts`, is a failure.
    template <class T>
    void check_error(const Result<T>& result, std::initializer_list<const char*> parts,
                     const char* file, int line) {
        if (result.ok()) return fail("an error is expected", file, line);
        for (const char* const part : parts)
            if (result.error().text.find(part) == std::string::npos)
                fail('"' + std::string(part) + "\" is not in: " + result.error().text, file, line);
    }
    PointerOptions pointer() const { return {activation}; }
    int rounds(int many, int few) const { return long_run ? many : few; }

    /// The tree of a valid declaration; a failure and an abort of the row otherwise.
    std::unique_ptr<SNodeTree> finalize(FieldsBuilder& builder) {
        auto tree = builder.finalize(backend);
        if (tree.ok()) return std::move(*tree);
        failures.push_back("finalize: " + tree.error().text);
        return nullptr;
    }

 private:
    /// Out of the rows' way: each of them has a hundred calls.
    void fail(const std::string& what, const char* file, int line);
};

struct Row {
    const char* id;
    void (*body)(Env&);
};

/// All rows linked into this program, in no fixed order.
inline std::vector<Row>& rows() {
    static std::vector<Row> list;
    return list;
}
struct RowRegistration {
    RowRegistration(const char* id, void (*body)(Env&)) { rows().push_back({id, body}); }
};

#define CONFORMANCE_ROW(id)                                                             \
    static void row_##id(::starling::conformance::Env& env);                            \
    static const ::starling::conformance::RowRegistration register_##id(#id, row_##id); \
    static void row_##id(::starling::conformance::Env& env)

/// A row about lists, run once a storage of `dynamic`: rows `id` and `id`_D32_packed.
#define CONFORMANCE_LIST_ROW(id)                                                       \
    static void lists_##id(::starling::conformance::Env& env, DynamicStorage storage); \
    CONFORMANCE_ROW(id) {                                                              \
        lists_##id(env, DynamicStorage::chunked);                                      \
    }                                                                                  \
    CONFORMANCE_ROW(id##_D32_packed) {                                                 \
        lists_##id(env, DynamicStorage::packed);                                       \
    }                                                                                  \
    static void lists_##id(::starling::conformance::Env& env, DynamicStorage storage)

#define CHECK(condition) env.check((condition), #condition, __FILE__, __LINE__)
#define CHECK_OK(status)                                                                     \
    do {                                                                                     \
        const ::starling::Status check_status = (status);                                    \
        env.check(check_status.ok(), check_status.error().text.c_str(), __FILE__, __LINE__); \
    } while (false)

/// CHECK_ERROR(result, "part of the text", …)
#define CHECK_ERROR(result, ...) env.check_error((result), {__VA_ARGS__}, __FILE__, __LINE__)

/// The field `ref` of the tree as T.
template <class T>
Field<T> get(const SNodeTree& tree, FieldRef ref) {
    return *tree.field<T>(ref);
}

/// Iterations of a struct_for over the field.
template <class T>
u64 count(Env& env, const Field<T>& field) {
    u64 cells = 0;
    CHECK_OK(struct_for(field, [&](LoopCell) { atomic_add<u64>(cells, 1); }));
    return cells;
}

/// Runs body(i, worker) for every i below n, as one task.
template <class Body>
void parallel(Env& env, SNodeTree& tree, i64 n, Body body) {
    CHECK_OK(tree.parallel_for(n, 16, [&](i64 begin, i64 end, int worker) {
        for (i64 i = begin; i < end; ++i) body(static_cast<i32>(i), worker);
    }));
}

}  // namespace starling::conformance
