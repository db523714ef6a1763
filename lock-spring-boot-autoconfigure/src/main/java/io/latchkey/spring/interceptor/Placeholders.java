package io.latchkey.spring.interceptor;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/** Resolves <code>${…}</code> in what annotations say. */
final class Placeholders {

    private Placeholders() {}

    /** The attribute's text, with the values of its placeholders. */
    static String resolve(ConfigurableBeanFactory beans, LockedMethod locked, String attribute) {
        String text = locked.annotation().getString(attribute);
        if (!text.contains("${")) {
            return text;
        }
        String resolved = resolve(beans, text);
        if (resolved.contains("${")) {
            throw locked.wrong(
                    "a placeholder in the " + attribute + " '" + text + "' has no value",
                    "Set the property, or give the placeholder a default, as in ${shop.region:eu}");
        }
        return resolved;
    }

    /** With its placeholders still in it where one has no value. */
    private static String resolve(ConfigurableBeanFactory beans, String text) {
        try {
            String resolved = beans.resolveEmbeddedValue(text);
            return resolved == null ? "" : resolved;
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
