// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sparse/core/result.h"
#include "sparse/core/types.h"
#include "sparse/layout/fields_builder.h"
#include "sparse/layout/layout_desc.h"
#include "sparse/layout/plan.h"

namespace starling::sparse {

/// What a FieldsBuilder has been told; private to sparse/layout.
struct FieldsBuilder::Declaration {
    /// A declared SNode; number 0 is the root.
    struct Node {
        SNodeKind kind = SNodeKind::root;
        u32 parent = 0;
        std::vector<int> axes;
        std::vector<i64> shape;  // one entry an axis
        Activation activation = Activation::cas;
        DynamicOptions dynamic;
    };
    /// Fields placed together.
    struct Group {
        u32 parent = 0;
        FieldGroup fields;
        std::vector<i64> offset;
    };
    /// A declared field.
    struct Field {
        std::string name;
        DataType type = DataType::f32;
        u32 components = 1;
        bool placed = false;
    };

    std::vector<Node> nodes{Node{}};
    std::vector<Group> groups;
    std::vector<Field> fields;
    u64 serial = 0;
    std::string error;
    bool finalized = false;
};

/// "pointer#2(ij, 64x64)".
std::string snode_name(u32 id, SNodeKind kind, const std::vector<int>& axes,
                       const std::vector<i64>& shape);

/// "pointer", …
const char* name_of(SNodeKind kind);

}  // namespace starling::sparse
