package io.latchkey.benchmarks.scenario;

/**
 * How many rounds of what length a scenario has, where that is not for the plan to say.
 *
 * @param warmUps how many rounds go before those that count
 * @param mostRounds at most so many
 * @param quickMillis the length of a round in a quick run; 0 for the plan's
 * @param fullMillis the same in a full run
 */
record Pace(int warmUps, int mostRounds, long quickMillis, long fullMillis) {

    /** As the plan says. */
    static final Pace PLANNED = new Pace(1, Integer.MAX_VALUE, 0, 0);

    /** For one thread, which calls too seldom for its code to be compiled as soon as that of many. */
    static final Pace ONE_THREAD = new Pace(10, Integer.MAX_VALUE, 0, 0);

    int rounds(Plan plan) {
        return Math.min(plan.rounds(), mostRounds);
    }

    long millis(Plan plan, int round) {
        long own = plan.quick() ? quickMillis : fullMillis;
        if (own > 0) {
            return own;
        }
        return round < 0 ? plan.warmUpMillis() : plan.roundMillis();
    }
}
