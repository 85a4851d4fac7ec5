#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""What public_docs.py finds, and what it leaves alone."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True

from public_docs import Header  # noqa: E402


def undocumented(text):
    return [problem.split(": ")[1] for problem in Header("a.h", text).check()]


class PublicDocs(unittest.TestCase):
    def test_entities_of_namespaces(self):
        self.assertEqual(undocumented("""
namespace a::b {
class One { };
struct alignas(128) Two {};
enum class Three : unsigned char { x, y };
template <class T, int kN = (1 > 0)>
T four(const T& value, int k = {});
inline int five() { if (true) { return "}"[0]; } return '{'; }
using Six = int;
inline constexpr int kSeven = f(3);
constexpr Type kEight{1, 2};
[[nodiscard]] int nine();
typedef float Ten __attribute__((vector_size(16)));
}"""), ["One", "Two", "Three", "four", "five", "Six", "kSeven", "kEight", "nine", "Ten"])

    def test_members_that_are_public(self):
        self.assertEqual(undocumented("""
/// Documented.
class One {
    void hidden();
 public:
    One(int a) : a_{a}, b_(2) { work(); }
    ~One() = default;
    One& operator=(const One&) = delete;
    bool operator()(int) const;
    void two();
    static int three() { return 1; }
    template <class T> auto four(T t) -> decltype(t);
    struct Five { void six(); };
    static constexpr int kSeven = 7;
    int number = 0;
    std::vector<int> list{};
    std::function<void(int)> call = {};
    friend void eight();
    using Nine = int;
    int getter() const { return number; }
    int works() const { return
        number; }
 protected:
    void also_hidden();
 private:
    struct Hidden { void ten(); };
};"""), ["One::two", "One::four", "One::Five", "Five::six", "One::kSeven", "One::Nine", "One::works"])

    def test_what_documents(self):
        self.assertEqual(undocumented("""
/// One sentence.
class One {
 public:
    /// For the run below
    void two();
    void three();

    void four();
    void five();  ///< Behind it.
    void six();
    // No documentation.
    void seven();
};
/// For either.
#if defined(A)
void nine();
#else
void nine(int);
#endif
/// For a template.
template <class T>
void eight();
"""), ["One::four", "One::six", "One::seven"])

    def test_what_is_left_out(self):
        self.assertEqual(undocumented("""
#include <string>
#define MACRO(x) \\
    struct x { };
class Forward;
enum class Early : int;
template <class T> class Later;
namespace a { namespace detail { void one(); struct Two { void three(); }; } }
template <> struct Known<int> { static constexpr int value = 1; };
template <> inline int known<int>() { return 1; }
template <class T> struct Known<T*, 4> { using type = T; };
template <template <class> class F, class T> Known(const F<T>&) -> Known<T>;
/// With macros.
class Six {
    MACRO_USE(+)
    MACRO_USE(-)
 private:
    void seven();
};
static_assert(sizeof(int) == 4, "text; { ");
template <class T>
int One<T>::four(int a) { return a; }
/* struct Five {}; */
const char* const kText = R"(struct Six {};)";  ///< Text.
"""), [])

    def test_places_are_named(self):
        self.assertEqual(Header("x/y.h", "\n\nvoid one();\n").check(), ["x/y.h:3: one"])


if __name__ == "__main__":
    unittest.main()
