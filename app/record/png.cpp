// SPDX-FileCopyrightText: 2026 The Starling authors
// SPDX-License-Identifier: Apache-2.0
#include "app/record/png.h"

#include <fmt/format.h>
#include <png.h>

#include <csetjmp>
#include <cstring>
#include <new>

#include "app/record/write_file.h"

namespace starling::app {
namespace {

constexpr int kMaxSide = 1'000'000;  // libpng's own limit for one side

struct Encoding {
    std::string bytes;
    std::string problem;
};

void append(png_structp png, png_bytep data, std::size_t size) {
    auto* encoding = static_cast<Encoding*>(png_get_io_ptr(png));
    bool full = false;
    try {
        encoding->bytes.append(reinterpret_cast<const char*>(data), size);
    } catch (const std::bad_alloc&) {
        full = true;
    }
    if (full) png_error(png, "out of memory");  // outside the handler: it jumps
}

void flush(png_structp) {}

void on_error(png_structp png, png_const_charp text) {
    static_cast<Encoding*>(png_get_error_ptr(png))->problem = text;
    png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

// libpng leaves by longjmp, so nothing with a destructor lives in here.
bool encode(const Image& image, Encoding& encoding) {
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, &encoding, on_error, on_warning);
    if (png == nullptr) {
        encoding.problem = "libpng cannot start";
        return false;
    }
    png_infop info = png_create_info_struct(png);
    if (info == nullptr || setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_set_write_fn(png, &encoding, append, flush);
    // A higher level takes five times as long and gains next to nothing on these pictures.
    png_set_compression_level(png, 1);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    png_set_IHDR(png, info, static_cast<png_uint_32>(image.width),
                 static_cast<png_uint_32>(image.height), 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB_gAMA_and_cHRM(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(png, info);
    png_set_filler(png, 0, PNG_FILLER_AFTER);  // drops alpha, which is always full
    const png_byte* row = image.rgba.data();
    for (int y = 0; y < image.height; ++y, row += std::size_t{4} * image.width) {
        png_write_row(png, row);
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return true;
}

}  // namespace

Status write_png(const std::string& path, const Image& image) {
    if (image.width < 1 || image.height < 1 || image.width > kMaxSide || image.height > kMaxSide ||
        image.rgba.size() != std::size_t{4} * image.width * image.height) {
        return Error{fmt::format("cannot write {}: a picture of {}x{} pixels with {} bytes", path,
                                 image.width, image.height, image.rgba.size())};
    }
    Encoding encoding;
    if (!encode(image, encoding)) {
        return Error{fmt::format("cannot write {}: {}", path, encoding.problem)};
    }
    return write_file(path, encoding.bytes);
}

Result<Image> read_png(const std::string& path) {
    png_image header;
    std::memset(&header, 0, sizeof header);
    header.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&header, path.c_str()) == 0) {
        return Error{fmt::format("cannot read {}: {}", path, header.message)};
    }
    if ((header.format & (PNG_FORMAT_FLAG_LINEAR | PNG_FORMAT_FLAG_COLORMAP)) != 0 ||
        (header.format & PNG_FORMAT_FLAG_COLOR) == 0) {
        png_image_free(&header);
        return Error{fmt::format("cannot read {}: expected 8-bit RGB or RGBA", path)};
    }
    header.format = PNG_FORMAT_RGBA;
    Image image;
    image.width = static_cast<int>(header.width);
    image.height = static_cast<int>(header.height);
    image.rgba.resize(PNG_IMAGE_SIZE(header));
    if (png_image_finish_read(&header, nullptr, image.rgba.data(), 0, nullptr) == 0) {
        return Error{fmt::format("cannot read {}: {}", path, header.message)};
    }
    return image;
}

}  // namespace starling::app
