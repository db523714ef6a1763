package io.latchkey.sample.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips a test, and says why, where there is no browser to run it in. */
@Tag("browser")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsBrowser.Condition.class)
@interface NeedsBrowser {

    final class Condition implements ExecutionCondition {

        private static final String REASON =
                "no chromium and chromedriver on the PATH; apt-get install chromium chromium-driver brings both";

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (Browser.program().isPresent() && Browser.driverProgram().isPresent()) {
                return ConditionEvaluationResult.enabled("a browser is there");
            }
            System.out.println("SKIPPED " + context.getDisplayName() + ": " + REASON);
            return ConditionEvaluationResult.disabled(REASON);
        }
    }
}
