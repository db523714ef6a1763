package io.latchkey.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the contracts inside this class are run on. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface On {

    Topology value();
}
