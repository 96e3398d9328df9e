/**
 * How long tests wait for the outside world, also on a busy machine [ms]; `expect.poll` waits so by itself
 * (vitest.config.ts).
 */
export const patience = { timeout: 60_000, interval: 20 }
