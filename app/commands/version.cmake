# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
# cmake -DSOURCE_DIR=… -DTEMPLATE=… -DOUTPUT=… -DVERSION=… … -P version.cmake
# Writes OUTPUT from TEMPLATE with the commit of the tree as it is now.
set(COMMIT unknown)
find_program(GIT git)
if(GIT)
  # A prefix that is not empty belongs to a repository around an unpacked archive, not to ours.
  execute_process(COMMAND ${GIT} rev-parse --show-prefix WORKING_DIRECTORY ${SOURCE_DIR}
    RESULT_VARIABLE failed OUTPUT_VARIABLE prefix OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed AND prefix STREQUAL "")
    execute_process(COMMAND ${GIT} describe --always --abbrev=12 --exclude=* --dirty=+changes
      WORKING_DIRECTORY ${SOURCE_DIR} RESULT_VARIABLE failed OUTPUT_VARIABLE described
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT failed AND described MATCHES "^[0-9a-f]+(\\+changes)?$")
      set(COMMIT ${described})
    endif()
  endif()
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
