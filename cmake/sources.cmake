# Write a name for the state of the C sources to OUTPUT, as drivetrain.fmi.platforms.archives.digest computes it:
#   cmake -DPACKAGE=src/drivetrain -DOUTPUT=own.sources -P cmake/sources.cmake
file(GLOB_RECURSE files RELATIVE "${PACKAGE}"
  "${PACKAGE}/kernel/*.c" "${PACKAGE}/kernel/*.h"
  "${PACKAGE}/fmi/binary/*.c" "${PACKAGE}/fmi/binary/*.h")
set(lines)
foreach(name IN LISTS files)
  file(SHA256 "${PACKAGE}/${name}" sum)
  list(APPEND lines "${name} ${sum}\n")
endforeach()
list(SORT lines)
string(JOIN "" text ${lines})
string(SHA256 sum "${text}")
string(SUBSTRING "${sum}" 0 16 name)
file(WRITE "${OUTPUT}" "${name}\n")
