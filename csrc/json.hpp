// JSON read strictly, in place: what is not surely what Python's json would read is declined, and left to it.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "decimal.hpp"

namespace gnomon {

// A number as JSON has it. A whole one that fits in 64 bits has its value in `integer` too.
struct JsonNumber {
    double value = 0;
    std::int64_t integer = 0;
    bool whole = false;
};

// Walks over bytes that may be anything. Every method answers whether it met what it was asked for, and leaves `at` behind it.
class JsonReader {
  public:
    // Deeper nesting, longer numbers and names of infinity are Python's to judge.
    static constexpr int most_depth = 64;
    static constexpr std::ptrdiff_t longest_number = 300;

    JsonReader(const char* first, const char* last) : at(first), end(last) {}

    const char* at;
    const char* const end;

    // The next character behind white space; 0 at the end.
    char peek() {
        while (at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')) ++at;
        return at < end ? *at : '\0';
    }

    bool take(char c) {
        if (peek() != c || at == end) return false;
        ++at;
        return true;
    }

    // What stands between the quotes, as it stands; `plain` where it holds no escape.
    bool string(std::string_view& text, bool& plain) {
        if (!take('"')) return false;
        const char* first = at;
        plain = true;
        while (at < end) {
            const auto c = static_cast<unsigned char>(*at);
            if (c == '"') {
                text = {first, static_cast<std::size_t>(at - first)};
                ++at;
                return true;
            }
            if (c < 0x20) return false;
            if (c == '\\') {
                plain = false;
                if (!escape()) return false;
            } else if (c < 0x80) {
                ++at;
            } else if (!encoded()) {
                return false;
            }
        }
        return false;
    }

    bool number(JsonNumber& out) {
        peek();
        const char* first = at;
        if (at < end && *at == '-') ++at;
        const char* digits = at;
        if (!some_digits() || (*digits == '0' && at - digits > 1)) return false;
        out.whole = true;
        if (at < end && *at == '.') {
            out.whole = false;
            ++at;
            if (!some_digits()) return false;
        }
        if (at < end && (*at == 'e' || *at == 'E')) {
            out.whole = false;
            ++at;
            if (at < end && (*at == '+' || *at == '-')) ++at;
            if (!some_digits()) return false;
        }
        if (at - first > longest_number) return false;
        if (out.whole && at - digits <= 18) {
            std::int64_t value = 0;
            for (const char* d = digits; d < at; ++d) value = value * 10 + (*d - '0');
            out.integer = digits == first ? value : -value;
            out.value = static_cast<double>(out.integer);
            // A float keeps the sign of its zero, a whole number has none.
            return true;
        }
        out.whole = false;
        return read_decimal(first, at, out.value);
    }

    // Steps over any value.
    bool skip(int depth = 0) {
        if (depth > most_depth) return false;
        std::string_view text;
        bool plain;
        JsonNumber number_;
        switch (peek()) {
        case '"': return string(text, plain);
        case '{':
            return members([&](std::string_view, bool) { return skip(depth + 1); });
        case '[':
            return elements([&] { return skip(depth + 1); });
        case 't': return word("true");
        case 'f': return word("false");
        case 'n': return word("null");
        default: return number(number_);
        }
    }

    // Calls each(key, plain) in front of every value of an object.
    template <class Each>
    bool members(const Each& each) {
        if (!take('{')) return false;
        if (take('}')) return true;
        do {
            std::string_view key;
            bool plain;
            if (!string(key, plain) || !take(':') || !each(key, plain)) return false;
        } while (take(','));
        return take('}');
    }

    // Calls each() in front of every element of an array.
    template <class Each>
    bool elements(const Each& each) {
        if (!take('[')) return false;
        if (take(']')) return true;
        do {
            if (!each()) return false;
        } while (take(','));
        return take(']');
    }

    bool word(std::string_view text) {
        peek();
        if (static_cast<std::size_t>(end - at) < text.size() || std::string_view(at, text.size()) != text) return false;
        at += text.size();
        return true;
    }

  private:
    bool some_digits() {
        const char* first = at;
        while (at < end && *at >= '0' && *at <= '9') ++at;
        return at > first;
    }

    bool escape() {
        if (end - at < 2) return false;
        const char c = at[1];
        at += 2;
        if (c != 'u') return c == '"' || c == '\\' || c == '/' || c == 'b' || c == 'f' || c == 'n' || c == 'r' || c == 't';
        if (end - at < 4) return false;
        for (int i = 0; i < 4; ++i) {
            const char h = at[i];
            if (!((h >= '0' && h <= '9') || (h >= 'a' && h <= 'f') || (h >= 'A' && h <= 'F'))) return false;
        }
        at += 4;
        return true;
    }

    // A character of UTF-8 beyond ASCII: no shorter way to write it, no surrogate, none past the last.
    bool encoded() {
        const auto byte = [this](int i) { return static_cast<unsigned char>(at[i]); };
        const unsigned lead = byte(0);
        const int more = lead >= 0xC2 && lead <= 0xDF ? 1 : (lead & 0xF0) == 0xE0 ? 2 : lead >= 0xF0 && lead <= 0xF4 ? 3 : 0;
        if (more == 0 || end - at <= more) return false;
        for (int i = 1; i <= more; ++i)
            if ((byte(i) & 0xC0) != 0x80) return false;
        const unsigned second = byte(1);
        if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F)) return false;
        if ((lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)) return false;
        at += more + 1;
        return true;
    }
};

}  // namespace gnomon
