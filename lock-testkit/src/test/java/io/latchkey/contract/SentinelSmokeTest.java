package io.latchkey.contract;

import io.latchkey.testkit.OnSentinel;
import org.junit.jupiter.api.Tag;

@Tag("smoke")
@OnSentinel
class SentinelSmokeTest extends EveryKindOnce {}
