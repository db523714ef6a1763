package io.latchkey.spring.interceptor;

import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LockContext;
import io.latchkey.spring.interceptor.LossTest.Shop;
import io.latchkey.testkit.ParentWatch;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** An application in a process of its own, to be frozen while one of its methods holds the lock. */
final class FrozenShop {

    private FrozenShop() {}

    public static void main(String[] arguments) {
        BlockingQueue<String> orders = new LinkedBlockingQueue<>();
        ParentWatch.exitWithParent(orders::add);
        LockedApp.onRedis(arguments[0], Integer.parseInt(arguments[1]), Shop.class)
                .withPropertyValues("latchkey.lease-time=1500ms")
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);
                    await().atMost(Duration.ofSeconds(20)).ignoreExceptions().untilAsserted(() -> shop.pay(() -> {}));
                    System.out.println("ready");
                    while (true) {
                        System.out.println("ended " + ending(shop, orders.take()));
                    }
                });
    }

    private static String ending(Shop shop, String method) {
        try {
            switch (method) {
                case "pay" -> shop.pay(FrozenShop::body);
                case "payAnyway" -> shop.payAnyway(FrozenShop::body);
                default -> shop.payUnlessLost(FrozenShop::bodyThatIsStopped);
            }
            return "paid";
        } catch (Exception e) {
            return e.getClass().getSimpleName() + ": " + e.getMessage();
        }
    }

    /** Goes on until the process has slept for too long. */
    private static void body() {
        System.out.println("holding");
        Lease lease = LockContext.currentLease().orElseThrow();
        await().forever().pollInSameThread().until(() -> !lease.isValid());
    }

    /** Goes on until it is interrupted. */
    private static void bodyThatIsStopped() throws InterruptedException {
        System.out.println("holding");
        new CountDownLatch(1).await();
    }
}
