// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/scene/document.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <istream>
#include <map>
#include <optional>
#include <streambuf>
#include <system_error>
#include <utility>

#include "engine/scene/problems.h"

namespace starling::engine {
namespace {

/// Bytes of text that may pass without a value in them. The parser's memory grows with such a
/// stretch: in "[[[[…" it cannot tell before the end of it whether a key has begun.
constexpr std::size_t kMaxLookahead = std::size_t{256} << 10;
constexpr std::size_t kChunkBytes = 4096;

/// A text that a parser reads a chunk at a time and that ends early when the parser takes in
/// kMaxLookahead bytes without result.
class MeteredText : public std::streambuf {
 public:
    explicit MeteredText(std::string& text) : text_(text) {}

    void note_progress() { last_progress_ = next_; }
    bool starved() const { return starved_; }

    /// Ends the text here.
    void stop() { stopped_ = true; }

    /// False if a quotation mark at `begin` has no partner. The parser then takes all the rest of
    /// the file for the value, without a word.
    bool quote_ends(std::size_t begin) const {
        const char mark = begin < text_.size() ? text_[begin] : ' ';
        if (mark != '"' && mark != '\'') return true;
        for (std::size_t at = begin + 1; at < text_.size(); ++at) {
            if (mark == '"' && text_[at] == '\\') {
                ++at;
            } else if (text_[at] == mark) {
                if (mark == '"' || at + 1 == text_.size() || text_[at + 1] != mark) return true;
                ++at;
            }
        }
        return false;
    }

 protected:
    int_type underflow() override {
        starved_ = starved_ || next_ - last_progress_ > kMaxLookahead;
        if (starved_ || stopped_ || next_ == text_.size()) return traits_type::eof();
        const std::size_t length = std::min(kChunkBytes, text_.size() - next_);
        char* const begin = text_.data() + next_;
        setg(begin, begin, begin + length);
        next_ += length;
        return traits_type::to_int_type(*begin);
    }

 private:
    std::string& text_;
    std::size_t next_ = 0;
    std::size_t last_progress_ = 0;
    bool starved_ = false;
    bool stopped_ = false;
};

/// Valid YAML that a scene may not hold.
struct Refusal {
    Place place;
    std::string path;
    std::string message;
};

Place place_of(const YAML::Mark& mark) {
    if (mark.is_null()) return {};
    return {.line = mark.line + 1, .column = mark.column + 1};
}

/// Builds the tree of nodes from the parser's events, up to the first that a scene may not hold.
class TreeBuilder : public YAML::EventHandler {
 public:
    explicit TreeBuilder(MeteredText& text) : text_(text) {}

    const std::optional<Refusal>& refusal() const { return refusal_; }
    Node take_root() { return std::move(root_); }

    void OnDocumentStart(const YAML::Mark& mark) override {
        text_.note_progress();
        if (has_document_) {
            refuse(place_of(mark),
                   "a second document begins here; a scene file holds one: check the indentation, "
                   "and leave out lines of \"---\"");
        }
        has_document_ = true;
    }
    void OnDocumentEnd() override { text_.note_progress(); }

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        if (accepts(mark, "", anchor)) add({.kind = Node::Kind::null, .place = place_of(mark)});
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
        refuse(place_of(mark), "aliases (*name) are not allowed in a scene; write the value out");
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        if (!accepts(mark, tag, anchor)) return;
        if (!text_.quote_ends(static_cast<std::size_t>(mark.pos))) {
            return refuse(place_of(mark), "quotation mark without its partner");
        }
        add({.kind = Node::Kind::scalar, .place = place_of(mark), .text = value});
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        if (accepts(mark, tag, anchor)) open(Node::Kind::list, mark);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        if (accepts(mark, tag, anchor)) open(Node::Kind::map, mark);
    }
    void OnMapEnd() override { close(); }

 private:
    /// A list or map whose end has not been seen.
    struct Open {
        Node node;
        std::map<std::string, int> line_of_key;
    };

    /// Notes the first refusal. The text ends there, and events still on their way are ignored.
    void refuse(const Place& place, std::string message) {
        if (refusal_) return;
        refusal_ = Refusal{place, path(), std::move(message)};
        text_.stop();
    }

    /// The keys that lead to where the parser is.
    std::string path() const {
        std::string out;
        for (const Open& open : open_) {
            const Node& node = open.node;
            if (node.kind == Node::Kind::list) {
                out += fmt::format("[{}]", node.items.size());
            } else if (node.keys.size() > node.items.size()) {
                out += (out.empty() ? "" : ".") + node.keys.back().text;
            }
        }
        return out;
    }

    /// Whether a value with these properties is one for a scene.
    bool accepts(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
        text_.note_progress();
        const Place place = place_of(mark);
        if (anchor != 0) {
            refuse(place,
                   "anchors (&name) are not allowed in a scene; write the value out where it "
                   "is needed");
        }
        // The parser hands out "?" for a value without a tag and "!" for one in quotation marks.
        if (!tag.empty() && tag != "?" && tag != "!") {
            refuse(place, "tags (!name) are not allowed in a scene; leave " + quote(tag) + " out");
        }
        if (++nodes_ > kMaxNodes) {
            refuse(place, fmt::format("more than {} values; no scene needs so many", kMaxNodes));
        }
        return !refusal_;
    }

    void open(Node::Kind kind, const YAML::Mark& mark) {
        if (open_.size() == kMaxNesting) {
            // The path would be longer than all else.
            open_.clear();
            return refuse(place_of(mark), fmt::format("nested deeper than {} levels", kMaxNesting));
        }
        open_.push_back({{.kind = kind, .place = place_of(mark)}, {}});
    }

    void close() {
        if (refusal_) return;
        text_.note_progress();
        Node node = std::move(open_.back().node);
        open_.pop_back();
        add(std::move(node));
    }

    void add(Node node) {
        if (open_.empty()) {
            root_ = std::move(node);
            return;
        }
        Open& parent = open_.back();
        if (parent.node.kind == Node::Kind::map &&
            parent.node.keys.size() == parent.node.items.size()) {
            return add_key(parent, std::move(node));
        }
        // The parser places nothing at what comes next, which may be lines below.
        if (node.kind == Node::Kind::null && parent.node.kind == Node::Kind::map) {
            node.place = parent.node.keys.back().place;
        }
        parent.node.items.push_back(std::move(node));
    }

    void add_key(Open& map, Node key) {
        const Place place = key.place;
        if (key.kind != Node::Kind::scalar) {
            return refuse(place, "expected a name as key, found " + describe(key));
        }
        const auto [first, is_new] = map.line_of_key.emplace(key.text, place.line);
        map.node.keys.push_back({std::move(key.text), place});
        if (map.node.keys.back().text == "<<") {
            refuse(place, "merge keys (<<) are not allowed in a scene; write the keys out");
        }
        if (!is_new) {
            refuse(place, fmt::format("given twice; the first is in line {}", first->second));
        }
    }

    MeteredText& text_;
    std::vector<Open> open_;
    Node root_;
    std::size_t nodes_ = 0;
    bool has_document_ = false;
    std::optional<Refusal> refusal_;
};

/// Bytes of the UTF-8 character at the start of `text`; 0 if there is none.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(text[n]); };
    const std::size_t length = byte(0) < 0x80   ? 1
                               : byte(0) < 0xc2 ? 0
                               : byte(0) < 0xe0 ? 2
                               : byte(0) < 0xf0 ? 3
                               : byte(0) < 0xf5 ? 4
                                                : 0;
    if (length < 2) return length;
    if (length > text.size()) return 0;
    for (std::size_t n = 1; n < length; ++n) {
        if ((byte(n) & 0xc0u) != 0x80u) return 0;
    }
    // Overlong forms, surrogates and what lies beyond U+10FFFF.
    const bool outside = (byte(0) == 0xe0 && byte(1) < 0xa0) ||
                         (byte(0) == 0xed && byte(1) > 0x9f) ||
                         (byte(0) == 0xf0 && byte(1) < 0x90) || (byte(0) == 0xf4 && byte(1) > 0x8f);
    return outside ? 0 : length;
}

/// Refuses what the parser would misread without a word: it takes byte 4 for the end of the file,
/// guesses at encodings and lets tabs shift the nesting.
Status check_characters(std::string_view text, const std::string& name) {
    Place place{.line = 1, .column = 1};
    bool indentation = true;
    for (std::size_t at = 0; at < text.size();) {
        const auto fail = [&](std::string_view message) {
            return Error{format_problem(name, text, place, "", message)};
        };
        const auto byte = static_cast<unsigned char>(text[at]);
        const std::size_t length = utf8_length(text.substr(at));
        if (length == 0) {
            return fail(fmt::format("byte 0x{:02x} is not UTF-8; save the file as UTF-8", byte));
        }
        if (byte == '\t' && indentation) {
            return fail("a tab in the indentation; YAML indents with spaces");
        }
        if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f) {
            return fail(fmt::format("control character 0x{:02x}; a scene is plain text", byte));
        }
        indentation = byte == '\n' || (indentation && byte == ' ');
        at += length;
        place.column += static_cast<int>(length);
        if (byte == '\n') place = {.line = place.line + 1, .column = 1};
    }
    return {};
}

Error too_large(const std::string& name) {
    return Error{fmt::format("{}: larger than {} MiB; a scene is a small text file", name,
                             kMaxSceneBytes >> 20)};
}

}  // namespace

Result<std::string> read_text_file(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    if (status.type() == fs::file_type::not_found) return Error{path + ": no such file"};
    if (code) return Error{path + ": cannot be read: " + code.message()};
    if (fs::is_directory(status)) {
        return Error{path + ": is a folder; expected a scene file (YAML)"};
    }
    if (!fs::is_regular_file(status)) {
        return Error{path + ": is a pipe, socket or device; expected a scene file (YAML)"};
    }
    const std::uintmax_t size = fs::file_size(path, code);
    if (!code && size > kMaxSceneBytes) return too_large(path);

    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) return Error{path + ": cannot be read: " + std::strerror(errno)};
    // The size may be wrong by now, and is zero for files that the system makes up.
    std::string text(kMaxSceneBytes + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (file.bad()) return Error{path + ": cannot be read: " + std::strerror(errno)};
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

Result<Document> parse_document(std::string text, const std::string& name) {
    if (text.size() > kMaxSceneBytes) return too_large(name);
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
        return Error{name + ":1:1: UTF-16 text; save the file as UTF-8"};
    }
    if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
    if (const Status characters = check_characters(text, name); !characters) {
        return characters.error();
    }

    const auto failed = [&](const Place& place, std::string_view path, std::string_view message) {
        return Error{format_problem(name, text, place, path, message)};
    };
    MeteredText metered(text);
    TreeBuilder builder(metered);
    std::optional<Error> failure;
    try {
        std::istream stream(&metered);
        YAML::Parser parser(stream);
        while (!builder.refusal() && parser.HandleNextDocument(builder)) {
        }
    } catch (const YAML::Exception& exception) {
        failure = failed(place_of(exception.mark), "",
                         "not valid YAML: " + exception.msg +
                             "; check marks, brackets and indentation here and in the line above");
    } catch (const std::exception& exception) {
        failure = failed({}, "", std::string("cannot be parsed: ") + exception.what());
    }
    // A text cut short is no valid YAML either; the reason for the cut counts.
    if (const auto& refusal = builder.refusal()) {
        return failed(refusal->place, refusal->path, refusal->message);
    }
    if (metered.starved()) {
        return failed({}, "",
                      fmt::format("more than {} KiB without a value; no scene needs that",
                                  kMaxLookahead >> 10));
    }
    if (failure) return *failure;
    return Document{std::move(text), builder.take_root()};
}

std::string describe(const Node& node) {
    switch (node.kind) {
        case Node::Kind::null:
            return "nothing";
        case Node::Kind::scalar:
            return quote(node.text);
        case Node::Kind::list:
            return fmt::format("a list of {}", node.items.size());
        case Node::Kind::map:
            break;
    }
    return "a group of keys";
}

}  // namespace starling::engine
