// Work split over threads: a fixed number of chunks, or a queue of tasks.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>

#include "interrupts.hpp"

namespace gnomon {

// Below this many rows a thread costs more than it saves.
constexpr std::size_t rows_per_thread = std::size_t{1} << 16;

// The number of threads worth starting for n rows when at most `most` are allowed.
inline std::size_t threads_for(std::size_t n, std::size_t most) {
    return std::max<std::size_t>(1, std::min(most, n / rows_per_thread));
}

// Calls call(work, t) for t in [0, threads), the first on the calling thread. An exception (out of memory, an interrupt) is carried to the
// caller, and ends the other threads where they ask.
// It stands in parallel.cpp, so that what starts threads is compiled once and not for each kernel.
void run_threads(std::size_t threads, void (*call)(const void* work, std::size_t t), const void* work);

// Runs work(t) for t in [0, threads).
template <class Work>
void on_threads(std::size_t threads, const Work& work) {
    run_threads(threads, [](const void* kept, std::size_t t) { (*static_cast<const Work*>(kept))(t); }, &work);
}

// How many chunks n rows are cut into where sums of floats must not depend on the number of threads: a matter of n alone.
inline std::size_t fixed_chunks(std::size_t n) { return std::max<std::size_t>(1, std::min<std::size_t>(64, n / rows_per_thread)); }

// The rows [first, last) that chunk t of `chunks` owns.
inline std::pair<std::size_t, std::size_t> chunk(std::size_t n, std::size_t t, std::size_t chunks) {
    return {n / chunks * t + std::min(t, n % chunks), n / chunks * (t + 1) + std::min(t + 1, n % chunks)};
}

// Runs task(i) for every i in [0, tasks), each thread taking the next free one and asking for interrupts before some of them. `task` is made once a thread by make_task().
template <class MakeTask>
void on_queue(std::size_t tasks, std::size_t threads, const MakeTask& make_task) {
    std::atomic<std::size_t> next{0};
    const std::size_t between = 1 + tasks / 4096;  // small tasks, where they are many
    on_threads(threads, [&](std::size_t) {
        auto task = make_task();
        std::size_t done = 0;
        for (std::size_t i = next++; i < tasks; i = next++) {
            if (done++ % between == 0) check_interrupts();
            task(i);
        }
    });
}

// Runs work(c) for every chunk c, each on the next free thread.
template <class Work>
void on_chunks(std::size_t chunks, std::size_t threads, const Work& work) {
    on_queue(chunks, std::min(chunks, threads), [&] { return [&](std::size_t c) { work(c); }; });
}

}  // namespace gnomon
