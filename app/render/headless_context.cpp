// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <glad/egl.h>
#include <glad/gl.h>

#include <utility>
#include <vector>

#include "app/render/renderer.h"

namespace starling::app {
namespace {

const char* egl_error_name(EGLint code) {
    switch (code) {
        case EGL_NOT_INITIALIZED:
            return "EGL_NOT_INITIALIZED";
        case EGL_BAD_ACCESS:
            return "EGL_BAD_ACCESS";
        case EGL_BAD_ALLOC:
            return "EGL_BAD_ALLOC";
        case EGL_BAD_ATTRIBUTE:
            return "EGL_BAD_ATTRIBUTE";
        case EGL_BAD_CONFIG:
            return "EGL_BAD_CONFIG";
        case EGL_BAD_CONTEXT:
            return "EGL_BAD_CONTEXT";
        case EGL_BAD_DISPLAY:
            return "EGL_BAD_DISPLAY";
        case EGL_BAD_MATCH:
            return "EGL_BAD_MATCH";
        case EGL_BAD_PARAMETER:
            return "EGL_BAD_PARAMETER";
        case EGL_SUCCESS:
            return "no display";
        default:
            return "unknown EGL error";
    }
}

class EglContext final : public HeadlessContext {
 public:
    EglContext(EGLDisplay display, EGLContext context) : display_(display), context_(context) {}

    // The display stays initialised: other contexts of this process may share it.
    ~EglContext() override {
        if (eglGetCurrentContext() == context_) {
            eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        }
        eglDestroyContext(display_, context_);
    }
    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;

    std::string renderer_name() const override { return text(GL_RENDERER); }
    std::string version() const override { return text(GL_VERSION); }

 private:
    static std::string text(GLenum name) {
        const GLubyte* value = glGetString(name);
        return value != nullptr ? reinterpret_cast<const char*>(value) : "";
    }

    EGLDisplay display_;
    EGLContext context_;
};

Result<std::unique_ptr<HeadlessContext>> open(EGLDisplay display) {
    EGLint major = 0, minor = 0;
    if (display == EGL_NO_DISPLAY || eglInitialize(display, &major, &minor) == EGL_FALSE) {
        return Error{fmt::format("cannot start it ({})", egl_error_name(eglGetError()))};
    }
    // Only an initialised display tells glad its version, and with it the functions it has.
    if (gladLoaderLoadEGL(display) == 0) return Error{"its EGL functions cannot be loaded"};
    if (!GLAD_EGL_KHR_surfaceless_context || !GLAD_EGL_KHR_no_config_context) {
        return Error{fmt::format("EGL {}.{} cannot draw without a window here", major, minor)};
    }
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) return Error{"it has no desktop OpenGL"};

    std::vector<EGLint> attributes = {
        EGL_CONTEXT_MAJOR_VERSION,       4,
        EGL_CONTEXT_MINOR_VERSION,       5,
        EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
#ifndef NDEBUG
    attributes.insert(attributes.end(), {EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE});
#endif
    attributes.push_back(EGL_NONE);
    const EGLContext context =
        eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes.data());
    if (context == EGL_NO_CONTEXT) {
        return Error{fmt::format("it offers no OpenGL 4.5 core context ({})",
                                 egl_error_name(eglGetError()))};
    }
    auto result = std::make_unique<EglContext>(display, context);
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_FALSE) {
        return Error{fmt::format("its context cannot be used ({})", egl_error_name(eglGetError()))};
    }
    const int version = gladLoadGL(reinterpret_cast<GLADloadfunc>(eglGetProcAddress));
    if (version < GLAD_MAKE_VERSION(4, 5)) {
        return Error{fmt::format("it offers OpenGL {}.{}, and 4.5 is needed",
                                 GLAD_VERSION_MAJOR(version), GLAD_VERSION_MINOR(version))};
    }
    return std::unique_ptr<HeadlessContext>(std::move(result));
}

}  // namespace

Result<std::unique_ptr<HeadlessContext>> HeadlessContext::create() {
    if (gladLoaderLoadEGL(EGL_NO_DISPLAY) == 0) {
        return Error{
            "cannot draw: the library libEGL.so.1 cannot be opened; install it (on Debian and "
            "Ubuntu: libegl1 and libegl-mesa0)"};
    }
    constexpr const char* kAdvice =
        "; install or update the graphics driver (the software one needs no graphics card; on "
        "Debian and Ubuntu: libegl-mesa0 and libgl1-mesa-dri)";
    if (!GLAD_EGL_EXT_platform_base) {
        return Error{
            fmt::format("cannot draw: EGL is too old to draw without a window{}", kAdvice)};
    }

    std::string reasons;
    if (GLAD_EGL_EXT_platform_device && eglQueryDevicesEXT != nullptr) {
        EGLint count = 0;
        if (eglQueryDevicesEXT(0, nullptr, &count) == EGL_FALSE) count = 0;
        std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
        if (count > 0) eglQueryDevicesEXT(count, devices.data(), &count);
        for (int i = 0; i < count; ++i) {
            auto context = open(eglGetPlatformDisplayEXT(
                EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)], nullptr));
            if (context) return context;
            reasons += fmt::format("; EGL device {}: {}", i, context.error().text);
        }
        if (count == 0) reasons += "; EGL lists no device";
    }
    if (GLAD_EGL_MESA_platform_surfaceless) {
        auto context = open(
            eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
        if (context) return context;
        reasons += fmt::format("; surfaceless: {}", context.error().text);
    }
    return Error{fmt::format("cannot draw: no OpenGL 4.5 without a window{}{}", reasons, kAdvice)};
}

}  // namespace starling::app
