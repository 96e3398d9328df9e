/** Lengths of time [ms]. A day is one of UTC: a local day may be longer or shorter (zone-clock.ts). */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
