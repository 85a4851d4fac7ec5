// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/gui/window.h"

// glad comes before anything that may bring other OpenGL headers along.
#include <glad/gl.h>
// …
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#include "app/gui/fonts.h"

namespace starling::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kFrame = std::chrono::microseconds(16'000);
/// Frames that are drawn after the last event, for hovers, fades and layouts that settle.
constexpr int kFramesAfterEvent = 3;

std::string last_glfw_error;

void note_glfw_error(int, const char* text) {
    last_glfw_error = text;
}

Error no_window(const std::string& what) {
    return Error{
        fmt::format("no window can be opened: {}; to record a scene without one use: starling "
                    "batch SCENE --out "
                    "DIR",
                    what)};
}

class GlfwWindow final : public Window {
 public:
    ~GlfwWindow() override {
        if (ImGui::GetCurrentContext() != nullptr) {
            ImGui_ImplOpenGL3_Shutdown();
            ImGui_ImplGlfw_Shutdown();
            ImGui::DestroyContext();
        }
        if (window_ != nullptr) glfwDestroyWindow(window_);
        glfwTerminate();
    }

    Status open(const std::string& title, const WindowPlace& place) {
        glfwSetErrorCallback(note_glfw_error);
        if (glfwInit() != GLFW_TRUE)
            return no_window("there is no display (" + last_glfw_error + ")");
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
        glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
        glfwWindowHint(GLFW_MAXIMIZED, place.maximised ? GLFW_TRUE : GLFW_FALSE);
        window_ = glfwCreateWindow(place.width, place.height, title.c_str(), nullptr, nullptr);
        if (window_ == nullptr)
            return no_window("OpenGL 4.5 is not to be had here (" + last_glfw_error + ")");
        glfwSetWindowSizeLimits(window_, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
        glfwMakeContextCurrent(window_);
        glfwSwapInterval(1);
        if (gladLoadGL(glfwGetProcAddress) == 0)
            return no_window("the functions of OpenGL 4.5 cannot be loaded");
        glfwSetWindowUserPointer(window_, this);
        glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
            auto* self = static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window));
            self->dropped_.insert(self->dropped_.end(), paths, paths + count);
        });
        glfwSetWindowContentScaleCallback(window_, [](GLFWwindow* window, float, float) {
            static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window))->look_changed_ = true;
        });
        IMGUI_CHECKVERSION();
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;  // what is kept is kept by Settings
        io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
        ImGui_ImplGlfw_InitForOpenGL(window_, true);
        ImGui_ImplOpenGL3_Init("#version 450 core");
        apply_look();
        return {};
    }

    void begin_frame(double idle_seconds) override {
        // ImGui sees an event one frame after it came.
        const auto before = Clock::now();
        if (frames_to_draw_ > 0 || idle_seconds <= 0)
            glfwPollEvents();
        else
            glfwWaitEventsTimeout(idle_seconds);
        const bool woken =
            std::chrono::duration<double>(Clock::now() - before).count() < 0.9 * idle_seconds;
        frames_to_draw_ = woken && idle_seconds > 0 && frames_to_draw_ == 0
                              ? kFramesAfterEvent
                              : std::max(frames_to_draw_ - 1, 0);
        if (std::exchange(look_changed_, false)) apply_look();
        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        ImGui::NewFrame();
    }

    void end_frame() override {
        ImGui::Render();
        int w = 0, h = 0;
        glfwGetFramebufferSize(window_, &w, &h);
        if (w > 0 && h > 0) {
            glBindFramebuffer(GL_FRAMEBUFFER, 0);
            glViewport(0, 0, w, h);
            const ImVec4 back = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
            glClearColor(back.x, back.y, back.z, 1);
            glClear(GL_COLOR_BUFFER_BIT);
            ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
            glfwSwapBuffers(window_);
        }
        // Not every display makes the swap wait.
        next_frame_ = std::max(next_frame_ + kFrame, Clock::now() - kFrame);
        std::this_thread::sleep_until(next_frame_);
    }

    bool should_close() const override { return glfwWindowShouldClose(window_) != 0; }
    void close() override { glfwSetWindowShouldClose(window_, GLFW_TRUE); }

    int width() const override { return size().first; }
    int height() const override { return size().second; }

    float scale() const override { return display_scale() * user_scale_; }

    void set_look(ThemeKind theme, float user_scale) override {
        theme_ = theme;
        user_scale_ = std::clamp(user_scale, 0.5F, 4.0F);
        look_changed_ = true;
    }

    void set_title(const std::string& title) override {
        if (title == title_) return;
        title_ = title;
        glfwSetWindowTitle(window_, title.c_str());
    }

    WindowPlace place() const override {
        WindowPlace now;
        glfwGetWindowSize(window_, &now.width, &now.height);
        now.maximised = glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) != 0;
        return now;
    }

    std::vector<std::string> take_dropped() override { return std::exchange(dropped_, {}); }

    std::string renderer_name() const override {
        return reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    }

 private:
    std::pair<int, int> size() const {
        std::pair<int, int> pixels;
        glfwGetFramebufferSize(window_, &pixels.first, &pixels.second);
        return pixels;
    }

    float display_scale() const {
        float x = 1, y = 1;
        glfwGetWindowContentScale(window_, &x, &y);
        return std::clamp(std::max(x, y), 0.5F, 4.0F);
    }

    void apply_look() {
        load_fonts(scale());
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
        apply_theme(theme_, scale());
    }

    GLFWwindow* window_ = nullptr;
    std::string title_;
    ThemeKind theme_ = ThemeKind::dark;
    float user_scale_ = 1;
    bool look_changed_ = false;
    int frames_to_draw_ = kFramesAfterEvent;
    Clock::time_point next_frame_ = Clock::now();
    std::vector<std::string> dropped_;
};

}  // namespace

Result<std::unique_ptr<Window>> Window::create(const std::string& title, const WindowPlace& place) {
    auto window = std::make_unique<GlfwWindow>();
    if (Status opened = window->open(title, place); !opened) return opened.error();
    return std::unique_ptr<Window>(std::move(window));
}

}  // namespace starling::app
