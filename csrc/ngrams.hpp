// N-grams that a text shares with its references: of words for BLEU, of characters and words for chrF.
//
// An n-gram is known by the number of the (n - 1)-gram that it begins with and its last token, so that no n-gram is ever hashed as a whole.
// Only n-grams of what was said get numbers: what a reference has besides is shared by nobody.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "edits.hpp"
#include "parallel.hpp"

namespace gnomon {

// Sentences: what was said in each, and its references, of which sentence i has those from first[i] to before first[i + 1], one at least.
struct Sentences {
    Texts said;
    Texts references;
    const std::int64_t* first;
    std::size_t size;
};

using TokenCodes = std::vector<std::uint32_t>;
constexpr std::uint32_t unknown = 0xffffffffu;

// Numbers for keys, 0, 1, 2, … in the order in which they are met. Clearing it costs nothing.
class Numbering {
  public:
    void clear(std::size_t most) {
        std::size_t size = 64;
        while (size < 2 * most) size *= 2;
        if (size > slots_.size() || ++turn_ == 0) {
            slots_.assign(std::max(size, slots_.size()), Slot{});
            turn_ = 1;
        }
        mask_ = size - 1;
        count_ = 0;
    }

    std::uint32_t add(std::uint64_t key) {
        Slot& slot = slots_[place(key)];
        if (slot.turn != turn_) slot = {key, count_++, turn_};
        return slot.number;
    }

    std::uint32_t find(std::uint64_t key) const {
        const Slot& slot = slots_[place(key)];
        return slot.turn == turn_ ? slot.number : unknown;
    }

    std::size_t size() const { return count_; }

  private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t number = 0, turn = 0;
    };

    std::size_t place(std::uint64_t key) const {
        std::uint64_t hash = key * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
        std::size_t at = static_cast<std::size_t>(hash) & mask_;
        while (slots_[at].turn == turn_ && slots_[at].key != key) at = (at + 1) & mask_;
        return at;
    }

    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    std::uint32_t count_ = 0, turn_ = 0;
};

// Counts n-grams of one text that its references have too, order after order.
class SharedGrams {
  public:
    // Calls each(n, reference, shared) for the orders 1 to `orders`, in which nothing is called once no reference shares an n-gram. Where
    // `together`, references are one, which has an n-gram as often as any of them.
    template <class Each>
    void count(const TokenCodes& said, const std::vector<TokenCodes>& references, std::size_t many, std::size_t orders, bool together, const Each& each) {
        grams_.resize(std::max(grams_.size(), many));
        for (std::size_t n = 1; n <= orders && n <= said.size(); ++n) {
            number(said, n);
            const std::size_t distinct = numbers_.size();
            if (together) most_.assign(distinct, 0);
            std::int64_t any = 0;
            for (std::size_t r = 0; r < many; ++r) {
                asking_(references[r].size() + distinct);
                const std::int64_t shared = find(references[r], grams_[r], n, distinct);
                any += shared;
                if (!together) {
                    each(n, r, shared);
                    continue;
                }
                for (std::size_t k = 0; k < distinct; ++k) most_[k] = std::max(most_[k], here_[k]);
            }
            if (!any) return;  // what shares no n-gram shares no longer one
            if (together) {
                std::int64_t shared = 0;
                for (std::size_t k = 0; k < distinct; ++k) shared += most_[k];
                each(n, std::size_t{0}, shared);
            }
        }
    }

  private:
    static std::uint64_t key(std::uint32_t before, std::uint32_t last, std::size_t n) {
        return n == 1 ? last : (std::uint64_t{before} << 32) | last;
    }

    // The number of each n-gram that was said, in the place of that of the (n - 1)-gram that begins there, and how often it was said.
    void number(const TokenCodes& said, std::size_t n) {
        if (n == 1) own_.assign(said.size(), 0);
        numbers_.clear(said.size());
        times_.clear();
        for (std::size_t i = 0; i + n <= said.size(); ++i) {
            own_[i] = numbers_.add(key(own_[i], said[i + n - 1], n));
            if (own_[i] == times_.size()) times_.push_back(0);
            ++times_[own_[i]];
        }
    }

    // How many n-grams of a reference were said too, none counted more often than it was said; `here_` has how often each.
    std::int64_t find(const TokenCodes& reference, TokenCodes& grams, std::size_t n, std::size_t distinct) {
        if (n == 1) grams.assign(reference.size(), 0);
        here_.assign(distinct, 0);
        std::int64_t shared = 0;
        for (std::size_t i = 0; i + n <= reference.size(); ++i) {
            if (grams[i] == unknown) continue;
            grams[i] = numbers_.find(key(grams[i], reference[i + n - 1], n));
            if (grams[i] != unknown && here_[grams[i]] < times_[grams[i]]) ++here_[grams[i]], ++shared;
        }
        return shared;
    }

    Numbering numbers_;
    InterruptCheck asking_;
    TokenCodes own_, times_, here_, most_;
    std::vector<TokenCodes> grams_;
};

using CodePoints = std::pair<const std::uint32_t*, const std::uint32_t*>;

inline bool is_digit(std::uint32_t c) { return c >= '0' && c <= '9'; }
inline bool is_stop(std::uint32_t c) { return c == '.' || c == ','; }

// ASCII punctuation, as chrF parts it from words.
inline bool is_punctuation(std::uint32_t c) { return (c > 0x20 && c < 0x7f) && !(is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')); }

// Punctuation that 13a sets apart wherever it stands: all of ASCII's but ' - . and comma.
inline bool is_apart(std::uint32_t c) { return is_punctuation(c) && c != '\'' && c != '-' && !is_stop(c); }

// Spaces where 13a has them: around punctuation, around periods and commas beside no digit, behind digits before a hyphen. Each rule reads what
// the one before made, from left to right, and what it has changed no more, as a regular expression does.
class ThirteenA {
  public:
    CodePoints operator()(CodePoints text) {
        constexpr std::uint32_t space = 0x20;
        first_.assign(1, space);
        for (const std::uint32_t* at = text.first; at != text.second; ++at) {
            if (is_apart(*at))
                first_.insert(first_.end(), {space, *at, space});
            else
                first_.push_back(*at);
        }
        first_.push_back(space);
        pairs(first_, second_, [](std::uint32_t a, std::uint32_t b) { return !is_digit(a) && is_stop(b); },
              [](TokenCodes& to, std::uint32_t a, std::uint32_t b) { to.insert(to.end(), {a, space, b, space}); });
        pairs(second_, first_, [](std::uint32_t a, std::uint32_t b) { return is_stop(a) && !is_digit(b); },
              [](TokenCodes& to, std::uint32_t a, std::uint32_t b) { to.insert(to.end(), {space, a, space, b}); });
        pairs(first_, second_, [](std::uint32_t a, std::uint32_t b) { return is_digit(a) && b == '-'; },
              [](TokenCodes& to, std::uint32_t a, std::uint32_t b) { to.insert(to.end(), {a, space, b, space}); });
        return {second_.data(), second_.data() + second_.size()};
    }

  private:
    template <class Fits, class Write>
    static void pairs(const TokenCodes& from, TokenCodes& to, const Fits& fits, const Write& write) {
        to.clear();
        for (std::size_t i = 0; i < from.size(); ++i) {
            if (i + 1 < from.size() && fits(from[i], from[i + 1])) {
                write(to, from[i], from[i + 1]);
                ++i;
            } else {
                to.push_back(from[i]);
            }
        }
    }

    TokenCodes first_, second_;
};

// Calls each(begin, length) for the words of a text.
template <class Each>
void each_word(CodePoints text, const Each& each) {
    for (const std::uint32_t* at = text.first; at != text.second;) {
        if (is_space(*at)) {
            ++at;
            continue;
        }
        const std::uint32_t* from = at;
        while (at != text.second && !is_space(*at)) ++at;
        each(from, static_cast<std::size_t>(at - from));
    }
}

inline std::size_t length_of(CodePoints text) { return static_cast<std::size_t>(text.second - text.first); }

// One sentence after another; what it needs is kept from one to the next.
class NgramCounter {
  public:
    // What BLEU counts: words said, words of the nearest reference, of two as near the shorter one, n-grams shared and said of each order.
    void bleu(const Sentences& all, std::size_t sentence, std::size_t orders, bool thirteen_a, double* line) {
        const std::size_t many = begin(all, sentence);
        const auto read = [&](CodePoints text, TokenCodes& into) {
            if (thirteen_a) {
                const CodePoints parted = parting_(text);
                TokenCodes& held = kept_[held_++];  // the interner has words by their place
                held.assign(parted.first, parted.second);
                text = {held.data(), held.data() + held.size()};
            }
            each_word(text, [&](const std::uint32_t* from, std::size_t length) { into.push_back(interner_(from, length)); });
        };
        interner_.clear(points_ + 1);
        kept_.resize(std::max(kept_.size(), many + 1));
        held_ = 0;
        read(all.said[sentence], said_);
        for (std::size_t r = 0; r < many; ++r) read(all.references[first_ + r], references_[r]);
        const std::size_t own = said_.size();
        const auto rank = [&](std::size_t length) { return std::pair(length > own ? length - own : own - length, length); };
        std::size_t nearest = references_[0].size();
        for (std::size_t r = 1; r < many; ++r)
            if (rank(references_[r].size()) < rank(nearest)) nearest = references_[r].size();
        std::fill_n(line, 2 + 2 * orders, 0.0);
        line[0] = static_cast<double>(own), line[1] = static_cast<double>(nearest);
        for (std::size_t n = 1; n <= orders && n <= own; ++n) line[1 + orders + n] = static_cast<double>(own - n + 1);
        grams_.count(said_, references_, many, orders, true,
                     [&](std::size_t n, std::size_t, std::int64_t shared) { line[1 + n] = static_cast<double>(shared); });
    }

    // What chrF counts of characters: n-grams said, of the reference, and shared; and likewise of words; of the reference with the best score.
    struct Chrf {
        std::size_t characters, words;
        double beta;
        bool whitespace, smoothed;
    };

    void chrf(const Sentences& all, std::size_t sentence, const Chrf& asked, double* line) {
        const std::size_t many = begin(all, sentence), orders = asked.characters + asked.words;
        table_.assign(3 * orders * many, 0.0);
        read_characters(all.said[sentence], asked.whitespace, said_);
        for (std::size_t r = 0; r < many; ++r) read_characters(all.references[first_ + r], asked.whitespace, references_[r]);
        fill(many, asked.characters, 0, orders);
        if (asked.words) {
            interner_.clear(points_ + 1);
            read_words(all.said[sentence], said_);
            for (std::size_t r = 0; r < many; ++r) read_words(all.references[first_ + r], references_[r]);
            fill(many, asked.words, asked.characters, orders);
        }
        double best = -1.0;
        for (std::size_t r = 0; r < many; ++r) {
            const double* here = table_.data() + 3 * orders * r;
            const double found = many == 1 ? 0.0 : score(here, orders, asked);
            if (found > best) best = found, std::copy_n(here, 3 * orders, line);
        }
    }

  private:
    std::size_t begin(const Sentences& all, std::size_t sentence) {
        first_ = static_cast<std::size_t>(all.first[sentence]);
        const auto many = static_cast<std::size_t>(all.first[sentence + 1]) - first_;
        references_.resize(std::max(references_.size(), many));
        said_.clear();
        points_ = length_of(all.said[sentence]);
        for (std::size_t r = 0; r < many; ++r) {
            references_[r].clear();
            points_ += length_of(all.references[first_ + r]);
        }
        return many;
    }

    static void read_characters(CodePoints text, bool whitespace, TokenCodes& into) {
        into.assign(text.first, text.second);
        if (!whitespace) into.erase(std::remove_if(into.begin(), into.end(), is_space), into.end());
    }

    // Words with the punctuation at their end, else at their beginning, as a word of its own.
    void read_words(CodePoints text, TokenCodes& into) {
        into.clear();
        each_word(text, [&](const std::uint32_t* from, std::size_t length) {
            const std::size_t cut = length == 1 ? 0 : is_punctuation(from[length - 1]) ? length - 1 : is_punctuation(from[0]) ? 1 : 0;
            if (cut) into.push_back(interner_(from, cut));
            into.push_back(interner_(from + cut, length - cut));
        });
    }

    // The counts of the orders from `offset` on. What is said counts where the reference has n-grams of the order.
    void fill(std::size_t many, std::size_t some, std::size_t offset, std::size_t orders) {
        const auto grams = [](const TokenCodes& tokens, std::size_t n) { return tokens.size() < n ? 0.0 : static_cast<double>(tokens.size() - n + 1); };
        for (std::size_t r = 0; r < many; ++r) {
            for (std::size_t n = 1; n <= some; ++n) {
                double* here = table_.data() + 3 * (orders * r + offset + n - 1);
                here[1] = grams(references_[r], n);
                here[0] = here[1] > 0 ? grams(said_, n) : 0.0;
            }
        }
        grams_.count(said_, references_, many, some, false, [&](std::size_t n, std::size_t r, std::int64_t shared) {
            table_[3 * (orders * r + offset + n - 1) + 2] = static_cast<double>(shared);
        });
    }

    // The score of one reference, with sacrebleu's operations in their order: of references it tells the best.
    static double score(const double* line, std::size_t orders, const Chrf& asked) {
        constexpr double tiny = 1e-16;
        const double factor = asked.beta * asked.beta;
        double mean = 0.0, precision = 0.0, recall = 0.0, both = 0.0;
        for (std::size_t n = 0; n < orders; ++n) {
            const double said = line[3 * n], reference = line[3 * n + 1], shared = line[3 * n + 2];
            const double p = said > 0 ? shared / said : tiny, r = reference > 0 ? shared / reference : tiny;
            const double under = factor * p + r;
            mean += under > 0 ? (1 + factor) * p * r / under : tiny;
            if (said > 0 && reference > 0) precision += p, recall += r, both += 1;
        }
        if (asked.smoothed) return 100 * mean / static_cast<double>(orders);
        if (both > 0) precision /= both, recall /= both;
        if (!(precision + recall > 0)) return 0.0;
        return 100 * ((1 + factor) * precision * recall / (factor * precision + recall));
    }

    Interner interner_;
    SharedGrams grams_;
    ThirteenA parting_;
    TokenCodes said_;
    std::vector<TokenCodes> references_, kept_;
    std::vector<double> table_;
    std::size_t first_ = 0, points_ = 0, held_ = 0;
};

// Calls count(counter, sentence, line) for every sentence, each with a line of `columns` numbers.
template <class Count>
void count_ngrams(const Sentences& all, std::size_t columns, double* lines, std::size_t threads, const Count& count) {
    constexpr std::size_t some = 256;
    const std::size_t tasks = (all.size + some - 1) / some;
    on_queue(tasks, std::max<std::size_t>(1, std::min(threads, tasks / 2)), [&] {
        return [&, counter = NgramCounter()](std::size_t task) mutable {
            for (std::size_t s = task * some; s < std::min(all.size, (task + 1) * some); ++s) count(counter, s, lines + columns * s);
        };
    });
}

}  // namespace gnomon
