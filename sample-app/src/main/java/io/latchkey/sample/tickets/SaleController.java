package io.latchkey.sample.tickets;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
class SaleController {

    private static final int MOST_BUYERS = 5_000;

    private final TicketSale sale;

    SaleController(TicketSale sale) {
        this.sale = sale;
    }

    @PostMapping("/api/sale")
    SaleResult sell(@RequestParam(defaultValue = "true") boolean locked, @RequestParam(defaultValue = "300") int buyers)
            throws InterruptedException {
        if (buyers < 1 || buyers > MOST_BUYERS) {
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST, "buyers must be from 1 to %d, was %d".formatted(MOST_BUYERS, buyers));
        }
        return sale.run(locked, buyers);
    }
}
