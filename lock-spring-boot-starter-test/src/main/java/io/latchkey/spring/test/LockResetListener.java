package io.latchkey.spring.test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestExecutionListener;

/** Lets no test see what the one before it held: contexts are shared. */
final class LockResetListener implements TestExecutionListener {

    @Override
    public void afterTestMethod(TestContext test) {
        if (test.hasApplicationContext()
                && test.getApplicationContext() instanceof ConfigurableApplicationContext context) {
            reset(context);
        }
    }

    private static void reset(ConfigurableApplicationContext context) {
        context.getBeanProvider(LockRecorder.class).ifAvailable(LockRecorder::forgetAll);
        // A control that no test asked for is not made only to be reset.
        if (context.getBeanFactory().getSingleton(LatchkeyTestAutoConfiguration.CONTROL)
                instanceof LockTestControl control) {
            control.reset();
        }
    }
}
