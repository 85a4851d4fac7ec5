// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/state_hash.h"

#include <gtest/gtest.h>

#include <string>

namespace starling::engine {
namespace {

std::uint64_t digest_of(const std::string& bytes, std::size_t piece) {
    StateHash hash;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        const std::string part = bytes.substr(at, piece);
        hash.add(part.data(), part.size());
    }
    return hash.digest();
}

// Digests as the reference implementation publishes them.
TEST(StateHash, IsXxh3WithoutASeed) {
    EXPECT_EQ(digest_of("", 1), 0x2d06800538d394c2u);
    EXPECT_EQ(digest_of("a", 1), 0xe6c632b61e964e1fu);
    EXPECT_EQ(digest_of("abc", 3), 0x78af5f94892f3950u);
}

TEST(StateHash, DoesNotDependOnHowTheBytesAreCut) {
    std::string bytes;
    for (int k = 0; k < 3000; ++k) bytes += static_cast<char>(k * 7 % 251);
    const std::uint64_t whole = digest_of(bytes, bytes.size());
    for (const std::size_t piece : {1u, 3u, 64u, 255u, 1024u})
        EXPECT_EQ(digest_of(bytes, piece), whole) << piece;
    bytes[1500] ^= 1;
    EXPECT_NE(digest_of(bytes, 64), whole);
}

TEST(StateHash, NumbersAreTheirBytes) {
    StateHash number, bytes;
    number.add(std::uint32_t{0x64636261});
    bytes.add("abcd", 4);
    EXPECT_EQ(number.digest(), bytes.digest());
}

TEST(StateHash, MayGoOnAfterADigest) {
    StateHash hash;
    hash.add("ab", 2);
    EXPECT_EQ(hash.digest(), digest_of("ab", 2));
    hash.add("c", 1);
    EXPECT_EQ(hash.digest(), digest_of("abc", 3));
}

}  // namespace
}  // namespace starling::engine
