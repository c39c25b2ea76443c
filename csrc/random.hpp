// Random numbers that depend on the seed and on the replicate's number alone, never on which thread draws them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gnomon {

// Steele, Lea and Flood's SplitMix64: a counter and a hash of it.
class Stream {
  public:
    Stream(std::uint64_t seed, std::uint64_t which) : state_(mix(seed) ^ mix(which * golden + 1)) {}

    std::uint64_t next() { return mix(state_ += golden); }

    // 32 bits at a time: half a word each.
    std::uint32_t next32() {
        if (!half_) {
            word_ = next();
            half_ = true;
            return static_cast<std::uint32_t>(word_);
        }
        half_ = false;
        return static_cast<std::uint32_t>(word_ >> 32);
    }

  private:
    static constexpr std::uint64_t golden = 0x9E3779B97F4A7C15ULL;
    static std::uint64_t mix(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }

    std::uint64_t state_, word_ = 0;
    bool half_ = false;
};

// The standard normal quantile by Acklam's rational approximation, good to 1e-9.
inline double normal_quantile(double p) {
    constexpr double a[] = {-3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02,
                            1.383577518672690e+02, -3.066479806614716e+01, 2.506628277459239e+00};
    constexpr double b[] = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02, 6.680131188771972e+01,
                            -1.328068155288572e+01};
    constexpr double c[] = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                            -2.549732539343734e+00, 4.374664141464968e+00, 2.938163982698783e+00};
    constexpr double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00};
    const auto tail = [&](double q) {
        return (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) / ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
    };
    if (p < 0.02425) return tail(std::sqrt(-2 * std::log(p)));
    if (p > 1 - 0.02425) return -tail(std::sqrt(-2 * std::log(1 - p)));
    const double q = p - 0.5, r = q * q;
    return (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q / (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
}

// Poisson draws of one mean, each from one uniform number: by a table of cumulated chances with a guide to where to begin, or, for
// means so large that the table would be long, by the normal quantile with Cornish and Fisher's correction for skewness.
class Poisson {
  public:
    static constexpr double largest = 128;

    explicit Poisson(double mean) : mean_(mean), root_(std::sqrt(mean)) {
        if (mean > largest) return;
        double chance = std::exp(-mean), sum = 0;
        for (std::size_t k = 0; sum < 1 - 1e-11 && k < 400; ++k) {
            sum += chance;
            below_.push_back(static_cast<std::uint32_t>(std::min(sum, 1.0) * 4294967295.0));
            chance *= mean / static_cast<double>(k + 1);
        }
        below_.push_back(0xFFFFFFFF);
        std::size_t k = 0;
        for (std::size_t g = 0; g < guides; ++g) {
            while (below_[k] < g << 24) ++k;
            guide_[g] = static_cast<std::uint16_t>(k);
        }
    }

    double operator()(std::uint32_t u) const {
        if (below_.empty()) {
            const double z = normal_quantile((static_cast<double>(u) + 0.5) / 4294967296.0);
            return std::max(0.0, std::floor(mean_ + root_ * z + (z * z - 1) / 6 + 0.5));
        }
        std::size_t k = guide_[u >> 24];
        while (u > below_[k]) ++k;
        return static_cast<double>(k);
    }

  private:
    static constexpr std::size_t guides = 256;
    double mean_, root_;
    std::vector<std::uint32_t> below_;
    std::uint16_t guide_[guides] = {};
};

}  // namespace gnomon
