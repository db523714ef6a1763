package io.latchkey.spring.autoconfigure;

import io.latchkey.Locks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * Closes the context's locks, the application's own included, when the context closes: after the web server and the
 * executors have let their work finish, and before the connection to Redis goes.
 *
 * <p>A destroy method alone would be too late. Lettuce's connection factory is stopped with the lifecycle beans, ahead
 * of all destroy methods, and what is held could no longer be given back. A context that is only stopped or paused may
 * be started again, so its locks stay open.
 */
final class LocksShutdown implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(LocksShutdown.class);

    /** Higher phases stop earlier; the connection factory has 0. */
    private static final int JUST_BEFORE_THE_CONNECTION = 1;

    private final ConfigurableApplicationContext context;
    private volatile boolean running;

    LocksShutdown(ConfigurableApplicationContext context) {
        this.context = context;
    }

    @Override
    public int getPhase() {
        return JUST_BEFORE_THE_CONNECTION;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        if (context.isClosed()) {
            closeLocks(context.getBeanFactory());
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    private static void closeLocks(ConfigurableListableBeanFactory beans) {
        for (String name : beans.getBeanNamesForType(Locks.class, false, false)) {
            if (isClosedWithTheContext(beans, name) && beans.getSingleton(name) instanceof AutoCloseable locks) {
                close(name, locks);
            }
        }
    }

    /** False for a bean that is somebody else's to close: one put there ready-made, or with {@code destroyMethod = ""}. */
    private static boolean isClosedWithTheContext(ConfigurableListableBeanFactory beans, String name) {
        return beans.containsBeanDefinition(name)
                && !"".equals(beans.getMergedBeanDefinition(name).getDestroyMethodName());
    }

    private static void close(String name, AutoCloseable locks) {
        try {
            locks.close();
        } catch (Exception e) {
            log.warn("the locks '{}' could not be closed; what they hold ends with its lease", name, e);
        }
    }
}
