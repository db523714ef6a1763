package io.latchkey.sample;

import io.latchkey.sample.live.Witness;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;

/** The running application, on the Redis and the database it brings along, with a witness. All tests share one. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        classes = SampleApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"latchkey.lease-time=2s", "sample.work-time=5ms", "sample.pace=1ms"})
@Import(Witness.class)
public @interface SampleTest {}
