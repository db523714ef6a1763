package io.latchkey.contract;

import io.latchkey.testkit.OnCluster;
import org.junit.jupiter.api.Tag;

@Tag("smoke")
@OnCluster
class ClusterSmokeTest extends EveryKindOnce {}
