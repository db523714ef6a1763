package io.latchkey.spring.interceptor;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;

/**
 * The variables that expressions of one method may use.
 *
 * @param arguments the arguments' places by name: {@code #orderId}, and where no parameter is called so {@code #p0}, {@code #a0}
 * @param named whether the class file tells the names of the parameters
 */
record LockVariables(Map<String, Integer> arguments, boolean named) {

    static final String TARGET = "target";
    static final String METHOD = "method";

    private static final Set<String> OF_EVERY_CALL = Set.of(TARGET, METHOD, "root", "this");
    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    static LockVariables of(LockedMethod locked) {
        Map<String, Integer> places = new LinkedHashMap<>();
        boolean named = addNames(locked.method(), places);
        Method annotated = locked.annotatedMethod();
        if (annotated != null && !annotated.equals(locked.method())) {
            // Who annotates an interface uses the names that stand there.
            named |= addNames(annotated, places);
        }
        for (int place = 0; place < locked.method().getParameterCount(); place++) {
            // A parameter that is called so is what an author means by it.
            places.putIfAbsent("p" + place, place);
            places.putIfAbsent("a" + place, place);
        }
        return new LockVariables(Map.copyOf(places), named);
    }

    private static boolean addNames(Method method, Map<String, Integer> places) {
        @Nullable String @Nullable [] names = NAMES.getParameterNames(method);
        if (names == null) {
            return false;
        }
        for (int place = 0; place < names.length; place++) {
            if (names[place] != null) {
                places.put(names[place], place);
            }
        }
        return true;
    }

    boolean contains(String variable) {
        return arguments.containsKey(variable) || OF_EVERY_CALL.contains(variable);
    }
}
