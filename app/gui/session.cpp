// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/scene/param_value.h"
#include "engine/scene/schema.h"

namespace starling::app {

using engine::Param;

std::string value_of(const engine::Scene& scene, std::string_view key) {
    // Accessors take the scene by reference to non-const; nothing is changed.
    const engine::ParamPlace place = engine::find_param(const_cast<engine::Scene&>(scene), key);
    if (place.param == nullptr) return "";
    if (const auto* text = std::get_if<engine::TextParam>(&place.param->type))
        return text->at(place.object);
    return engine::write_value(*place.param, place.object);
}

Result<std::unique_ptr<Session>> Session::open(const std::string& file,
                                               const engine::SceneOverrides& overrides,
                                               const engine::WorldOptions& options, EventLog& log) {
    const Result<engine::LoadedScene> loaded = engine::load_scene(file, overrides);
    if (!loaded) return loaded.error();
    auto session = start(loaded->scene, file, options, log);
    if (session)
        for (const std::string& warning : loaded->warnings)
            log.add(LogEntry::Kind::warning, 0, warning);
    return session;
}

Result<std::unique_ptr<Session>> Session::start(const engine::Scene& scene, const std::string& file,
                                                const engine::WorldOptions& options,
                                                EventLog& log) {
    std::unique_ptr<Session> session(new Session(file, options, log));
    auto world = engine::World::create(scene, options);
    if (!world) return world.error();
    session->initial_ = session->edited_ = scene;
    session->world_ = std::move(*world);
    session->columns_ = engine::statistics_columns(scene.kinds());
    engine::RunnerOptions with;
    with.statistics = with.trees = true;
    session->runner_ = std::make_unique<engine::Runner>(*session->world_, with);
    session->now_ = session->runner_->latest();
    return session;
}

void Session::update() {
    now_ = runner_->latest();
    for (const engine::RunnerMessage& message : runner_->take_messages()) {
        const auto quiet = std::find(quiet_.begin(), quiet_.end(), message.command);
        const bool is_quiet = quiet != quiet_.end();
        if (is_quiet) quiet_.erase(quiet);
        if (message.is_error) {
            log_.add(LogEntry::Kind::error, message.step, message.text);
            // What the world refused is not what it runs with.
            edited_ = *now_->scene;
        } else if (!is_quiet) {
            log_.add(LogEntry::Kind::note, message.step, message.text);
        }
    }
    // Layouts that the world took over.
    for (std::size_t n = 0; n < edited_.systems.size(); ++n)
        edited_.systems[n].trees = now_->scene->systems[n].trees;
}

void Session::set_speed(double factor) {
    speed_ = factor;
    runner_->send(engine::SetSpeed{factor});
}

Status Session::set(const std::string& key, const std::string& value, bool continues) {
    const std::string before = value_of(edited_, key);
    if (Status set = engine::set_param(edited_, key, value); !set) return set;
    const std::string after = value_of(edited_, key);
    if (after == before) return {};
    undo_.add({key, before, after}, continues);
    apply(key, after);
    return {};
}

void Session::drive(const std::string& key, const std::string& value) {
    if (engine::set_param(edited_, key, value)) apply(key, value);
}

/// Hands a value that is in the edited scene to the world, unless it waits for a restart.
void Session::apply(const std::string& key, const std::string& value) {
    const Param* param = engine::find_param(edited_, key).param;
    if (param == nullptr || param->effect == engine::Effect::restart) return;
    quiet_.push_back(runner_->send(engine::SetParam{key, value}));
}

void Session::undo() {
    if (!undo_.can_undo()) return;
    const Edit& edit = undo_.undo();
    if (engine::set_param(edited_, edit.key, edit.before)) apply(edit.key, edit.before);
}

void Session::redo() {
    if (!undo_.can_redo()) return;
    const Edit& edit = undo_.redo();
    if (engine::set_param(edited_, edit.key, edit.after)) apply(edit.key, edit.after);
}

bool Session::needs_restart() const {
    const engine::Scene& running = *now_->scene;
    const auto differs = [&](const engine::ParamTable& table, const std::string& prefix) {
        return std::any_of(table.begin(), table.end(), [&](const Param& param) {
            return param.effect == engine::Effect::restart && !param.name.starts_with("record.") &&
                   value_of(edited_, prefix + param.name) != value_of(running, prefix + param.name);
        });
    };
    if (differs(engine::world_params(), "")) return true;
    return std::any_of(edited_.systems.begin(), edited_.systems.end(), [&](const auto& system) {
        return differs(system.params.table(), std::string(system.kind->name) + ".");
    });
}

std::string Session::initial(const std::string& key) const {
    return value_of(initial_, key);
}

bool Session::is_initial(const std::string& key) const {
    return value_of(initial_, key) == value_of(edited_, key);
}

void Session::reset(const std::string& key) {
    (void)set(key, initial(key));
}

void Session::reset_all() {
    for (const engine::SceneKey& key : engine::scene_keys(edited_.kinds()))
        if (std::holds_alternative<const Param*>(key.type) && !is_initial(key.path))
            reset(key.path);
}

void Session::relayout(const std::string& tree, const engine::NamedLayout& layout) {
    runner_->send(engine::Relayout{tree, layout});
}

}  // namespace starling::app
