package io.latchkey.benchmarks.scenario;

/**
 * How many rounds of what length a scenario has, where that is not for the plan to say.
 *
 * @param warmUps how many rounds go before those that count
 * @param times how many times the rounds of the plan in a full run
 * @param mostRounds at most so many
 * @param quickMillis the length of a round in a quick run; 0 for the plan's
 * @param fullMillis the same in a full run
 */
record Pace(int warmUps, int times, int mostRounds, long quickMillis, long fullMillis) {

    /** As the plan says. */
    static final Pace PLANNED = new Pace(1, 1, Integer.MAX_VALUE, 0, 0);

    /** For the first scenario of one process and the first of three: processes that are new have compiled nothing yet. */
    static final Pace NEW_PROCESSES = new Pace(8, 1, Integer.MAX_VALUE, 0, 0);

    /**
     * For one thread in a process, which calls too seldom for its code to be compiled as soon as that of many, and whose rounds scatter
     * more: what else the machine does hits it or not.
     */
    static final Pace ONE_THREAD = new Pace(10, 3, Integer.MAX_VALUE, 0, 0);

    /** A quick run is not there to compare, and does with one. */
    int warmUps(Plan plan) {
        return plan.quick() ? Math.min(warmUps, 1) : warmUps;
    }

    int rounds(Plan plan) {
        return Math.min(plan.quick() ? plan.rounds() : times * plan.rounds(), mostRounds);
    }

    long millis(Plan plan, int round) {
        long own = plan.quick() ? quickMillis : fullMillis;
        if (own > 0) {
            return own;
        }
        return round < 0 ? plan.warmUpMillis() : plan.roundMillis();
    }
}
