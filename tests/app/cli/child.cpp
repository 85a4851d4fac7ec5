// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace starling::app {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kLongest = std::chrono::minutes(2);

// After fork(): only calls that are safe between fork and exec, so all texts are made before.
[[noreturn]] void become(char* const* arguments, char* const* environment,
                         const ChildOptions& options, int out, int err) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ}) {
        std::signal(signal, SIG_DFL);
    }
    if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) _exit(101);
    if (!options.stdout_path.empty()) out = open(options.stdout_path.c_str(), O_WRONLY);
    if (out < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0) _exit(102);
    if (options.file_size_limit > 0) {
        const rlimit limit = {options.file_size_limit, options.file_size_limit};
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(103);
    }
    execve(STARLING_PROGRAM, arguments, environment);
    _exit(104);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    all.reserve(texts.size() + 1);
    for (std::string& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

}  // namespace

Child::Child(const std::vector<std::string>& arguments, const ChildOptions& options) {
    std::vector<std::string> words{STARLING_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<std::string> environment;
    // The last of two settings need not win, so ours are dropped where the test has its own.
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        const std::string name = text.substr(0, text.find('='));
        const bool replaced =
            std::any_of(options.environment.begin(), options.environment.end(),
                        [&name](const auto& setting) { return setting.first == name; });
        if (!replaced) environment.push_back(text);
    }
    for (const auto& [name, value] : options.environment) {
        environment.push_back(name + "=" + value);
    }
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) std::abort();
    const std::vector<char*> argument_pointers = pointers(words);
    const std::vector<char*> environment_pointers = pointers(environment);
    pid_ = fork();
    if (pid_ < 0) std::abort();
    if (pid_ == 0) {
        become(argument_pointers.data(), environment_pointers.data(), options, out[1], err[1]);
    }
    close(out[1]);
    close(err[1]);
    out_ = out[0];
    err_ = err[0];
}

Child::~Child() {
    if (pid_ > 0) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    for (const int descriptor : {out_, err_}) {
        if (descriptor >= 0) close(descriptor);
    }
}

bool Child::read_some() {
    pollfd waiting[2] = {{out_, POLLIN, 0}, {err_, POLLIN, 0}};
    if (out_ < 0 && err_ < 0) return false;
    poll(waiting, 2, 5);
    const auto read_from = [](const pollfd& ready, int& descriptor, std::string& text) {
        if (ready.revents == 0) return;
        char bytes[4096];
        const ssize_t size = read(descriptor, bytes, sizeof bytes);
        if (size > 0) {
            text.append(bytes, static_cast<std::size_t>(size));
        } else {
            close(std::exchange(descriptor, -1));
        }
    };
    read_from(waiting[0], out_, finished_.out);
    read_from(waiting[1], err_, finished_.err);
    return true;
}

bool Child::wait_until(const std::function<bool()>& condition) {
    const auto deadline = Clock::now() + kLongest;
    while (!condition()) {
        if (!read_some() || Clock::now() > deadline) return condition();
    }
    return true;
}

void Child::send(int signal) const {
    kill(pid_, signal);
}

Finished Child::wait() {
    const auto deadline = Clock::now() + kLongest;
    while (read_some()) {
        if (Clock::now() > deadline) {
            ADD_FAILURE() << "starling ran for more than two minutes";
            kill(pid_, SIGKILL);
            break;
        }
    }
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
    if (WIFEXITED(status)) finished_.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) finished_.signal = WTERMSIG(status);
    return finished_;
}

Finished run_starling(const std::vector<std::string>& arguments, const ChildOptions& options) {
    return Child(arguments, options).wait();
}

std::string shipped_scene(const std::string& name) {
    return std::string(STARLING_SOURCE_DIR "/scenes/") + name;
}

std::string read_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void write_text(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> leftovers(const std::string& folder) {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().filename().string().find(".part") != std::string::npos) {
            found.push_back(entry.path().string());
        }
    }
    return found;
}

std::size_t count_lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace starling::app
