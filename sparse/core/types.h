// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace starling::sparse {

/// Element type of a field. (Stands before the aliases so that none is shadowed.)
enum class DataType : std::uint8_t { i8, i16, i32, i64, u8, u16, u32, u64, f32, f64 };

/// Numbers by width.
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using f32 = float;
using f64 = double;

/// Bytes of one element.
constexpr u32 size_of(DataType type) {
    switch (type) {
        case DataType::i8:
        case DataType::u8:
            return 1;
        case DataType::i16:
        case DataType::u16:
            return 2;
        case DataType::i32:
        case DataType::u32:
        case DataType::f32:
            return 4;
        case DataType::i64:
        case DataType::u64:
        case DataType::f64:
            return 8;
    }
    return 0;
}

/// Name of the type as written in declarations: "f32".
constexpr const char* name_of(DataType type) {
    constexpr const char* kNames[] = {"i8",  "i16", "i32", "i64", "u8",
                                      "u16", "u32", "u64", "f32", "f64"};
    return kNames[static_cast<int>(type)];
}

/// The DataType of a C++ element type; declared for the ten types only.
template <class T>
struct TypeOf;
template <>
struct TypeOf<i8> {
    static constexpr DataType value = DataType::i8;
};
template <>
struct TypeOf<i16> {
    static constexpr DataType value = DataType::i16;
};
template <>
struct TypeOf<i32> {
    static constexpr DataType value = DataType::i32;
};
template <>
struct TypeOf<i64> {
    static constexpr DataType value = DataType::i64;
};
template <>
struct TypeOf<u8> {
    static constexpr DataType value = DataType::u8;
};
template <>
struct TypeOf<u16> {
    static constexpr DataType value = DataType::u16;
};
template <>
struct TypeOf<u32> {
    static constexpr DataType value = DataType::u32;
};
template <>
struct TypeOf<u64> {
    static constexpr DataType value = DataType::u64;
};
template <>
struct TypeOf<f32> {
    static constexpr DataType value = DataType::f32;
};
template <>
struct TypeOf<f64> {
    static constexpr DataType value = DataType::f64;
};

/// Slot of a pool; 0 = none = the ambient slot.
using Handle = u32;

}  // namespace starling::sparse
