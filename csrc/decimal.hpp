// A decimal number out of a piece of text, correctly rounded, whatever the locale.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <locale.h>
#include <string>
#include <system_error>

#if defined(__APPLE__)
#include <xlocale.h>
#endif

namespace gnomon {

// The C library's reading with a point as the decimal sign. It needs its own copy of the text, which must end in a zero.
inline double library_decimal(const char* text, char** end) {
#if defined(_MSC_VER)
    static const _locale_t classic = _create_locale(LC_ALL, "C");
    return _strtod_l(text, end, classic);
#else
    static const locale_t classic = newlocale(LC_ALL_MASK, "C", nullptr);
    return classic ? strtod_l(text, end, classic) : std::strtod(text, end);
#endif
}

// The slow way, for libraries without a fast one and for numbers beyond the range of a double: what is too small becomes the
// nearest double, what is too large is refused.
inline bool read_slowly(const char* first, const char* last, double& value) {
    const std::string text(first, last);
    // The C library would also take hexadecimals, names of infinity and leading white space.
    if (text.empty() || text.find_first_not_of("0123456789+-.eE") != std::string::npos) return false;
    char* end = nullptr;
    value = library_decimal(text.c_str(), &end);
    return end == text.c_str() + text.size() && std::isfinite(value);
}

// Whether all of [first, last) is a finite decimal number such as 3, -0.5, +2. or 1e-7; `value` is then the double nearest to it.
inline bool read_decimal(const char* first, const char* last, double& value) {
    if (last - first == 1 && *first >= '0' && *first <= '9') {  // most grades
        value = *first - '0';
        return true;
    }
#if defined(__cpp_lib_to_chars)
    const bool plus = first != last && *first == '+';  // the one sign that from_chars does not know
    if (plus && last - first > 1 && first[1] == '-') return false;
    const auto [end, error] = std::from_chars(first + plus, last, value);
    if (error == std::errc::result_out_of_range) return read_slowly(first, last, value);
    return error == std::errc{} && end == last && std::isfinite(value);
#else
    return read_slowly(first, last, value);
#endif
}

}  // namespace gnomon
