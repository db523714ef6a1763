package io.latchkey.engine;

import java.security.SecureRandom;
import java.util.Base64;

/** The name of this process at the backend: 128 random bits, so that no other can guess it. */
final class ProcessId {

    private ProcessId() {}

    static String random() {
        byte[] bits = new byte[16];
        new SecureRandom().nextBytes(bits);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    }
}
