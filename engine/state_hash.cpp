// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/state_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <vector>

namespace starling::engine {
namespace {

struct AgentRecord {
    float x, y, heading, dir_x, dir_y, wander;
};
static_assert(sizeof(AgentRecord) == 24);

void add(XXH3_state_t& hash, const AgentColumns& agents) {
    std::vector<AgentRecord> records(agents.size());
    for (std::size_t row = 0; row < agents.size(); ++row)
        records[agents.id[row]] = {agents.x[row],     agents.y[row],     agents.heading[row],
                                   agents.dir_x[row], agents.dir_y[row], agents.wander[row]};
    const std::uint64_t count = records.size();
    XXH3_64bits_update(&hash, &count, sizeof count);
    XXH3_64bits_update(&hash, records.data(), records.size() * sizeof(AgentRecord));
}

}  // namespace

std::uint64_t state_hash(std::uint64_t seed, std::uint64_t step, const AgentColumns& pigeons,
                         const AgentColumns& predators) {
    XXH3_state_t hash;
    XXH3_64bits_reset(&hash);
    XXH3_64bits_update(&hash, &seed, sizeof seed);
    XXH3_64bits_update(&hash, &step, sizeof step);
    add(hash, pigeons);
    add(hash, predators);
    return XXH3_64bits_digest(&hash);
}

}  // namespace starling::engine
