package io.latchkey.sample.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Has the page load nothing from elsewhere, and lets no other site press its buttons.
 *
 * <p>Another port of this machine is another site too. The shop's other processes have pages of their own, which are
 * linked to; each page asks only its own process.
 */
@Component
class OnlyFromHere extends OncePerRequestFilter {

    private static final Set<String> WITHOUT_EFFECT = Set.of("GET", "HEAD", "OPTIONS");

    /** The user typed the address, or the page belongs to this process. */
    private static final Set<String> WELCOME = Set.of("none", "same-origin");

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!WITHOUT_EFFECT.contains(request.getMethod()) && isFromElsewhere(request)) {
            response.sendError(HttpServletResponse.SC_FORBIDDEN);
            return;
        }
        response.setHeader(
                "Content-Security-Policy", "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'");
        response.setHeader("X-Content-Type-Options", "nosniff");
        chain.doFilter(request, response);
    }

    /** A browser says where a request comes from; what is no browser says nothing, and is believed. */
    private static boolean isFromElsewhere(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        // Browsers leave it out where the page was loaded over plain HTTP from another machine.
        return site == null ? isForeign(request.getHeader("Origin"), request) : !WELCOME.contains(site);
    }

    private static boolean isForeign(@Nullable String origin, HttpServletRequest request) {
        String host = request.getHeader("Host");
        return origin != null
                && !origin.equalsIgnoreCase("http://" + host)
                && !origin.equalsIgnoreCase("https://" + host);
    }
}
