package io.latchkey.spring.test;

import io.latchkey.Locks;
import io.latchkey.spring.autoconfigure.LatchkeyAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Gives tests a {@link LockTestControl}. */
@AutoConfiguration(after = LatchkeyAutoConfiguration.class)
@ConditionalOnSingleCandidate(Locks.class)
public final class LatchkeyTestAutoConfiguration {

    static final String CONTROL = "latchkeyLockTestControl";

    @Bean
    LockRecorder latchkeyLockRecorder() {
        return new LockRecorder();
    }

    /** Lazy: a test that uses locks of another make and no control must not fail for it. */
    @Bean(CONTROL)
    @Lazy
    @ConditionalOnMissingBean
    LockTestControl latchkeyLockTestControl(Locks locks, LockRecorder recorder) {
        return new LockTestControl(locks, recorder);
    }
}
