package io.latchkey.spring.autoconfigure;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Says once at the start that nothing is locked, because nothing else would tell. */
final class DisabledNotice implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(DisabledNotice.class);

    @Override
    public void afterSingletonsInstantiated() {
        log.warn("latchkey.enabled is false: methods with @DistributedLock run without their locks");
    }
}
