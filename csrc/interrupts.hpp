// Ctrl-C while a kernel runs: the kernel asks now and then, and ends early where the caller was interrupted.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gnomon {

// Ends the kernel by an exception where the thread that called it was interrupted. Only that thread asks Python, ten times a second at
// most; the threads that work for it end once it has. It costs about as much as reading a clock.
void check_interrupts();

// Sets what asks Python: it throws where there was a signal whose handler raises.
void ask_interrupts_with(void (*ask)());

// For tests: `trip` is called before the caller's n-th question from now on, and each question until then is asked. 0 sets nothing.
// Gives how many questions an earlier call still waited for.
std::int64_t trip_interrupt(std::int64_t questions, void (*trip)());

// For loops whose steps cost less than the question: it is asked once in 65,536 steps.
class InterruptCheck {
  public:
    void operator()(std::size_t steps) {
        if (steps < left_) {
            left_ -= steps;
            return;
        }
        left_ = every;
        check_interrupts();
    }

  private:
    static constexpr std::size_t every = std::size_t{1} << 16;
    std::size_t left_ = every;
};

}  // namespace gnomon
