# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
# cmake -DOUTPUT=shaders.cpp -DSHADERS=list -P embed.cmake: writes shader_source(), which finds
# each file's text by the file's name. A line #include "name.glsl" becomes that file's text.
set(cases "")
foreach(file IN LISTS SHADERS)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  get_filename_component(folder ${file} DIRECTORY)
  string(REGEX MATCHALL "#include \"[a-z_]+\\.glsl\"" includes "${text}")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE ".*\"(.*)\"" "\\1" included "${include}")
    file(READ ${folder}/${included} included_text)
    string(REPLACE "${include}" "${included_text}" text "${text}")
  endforeach()
  string(FIND "${text}" ")glsl\"" clash)
  if(NOT clash EQUAL -1)
    message(FATAL_ERROR "${file} holds the mark that ends a string in the generated file")
  endif()
  string(APPEND cases "    if (name == \"${name}\") return R\"glsl(${text})glsl\";\n")
endforeach()
file(WRITE ${OUTPUT}
"#include \"app/render/shader_source.h\"

namespace starling::app {

std::string_view shader_source(std::string_view name) {
${cases}    return {};
}

}  // namespace starling::app
")
