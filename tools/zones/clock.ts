const known = new Map<string, string>()

/** What the clocks of a zone show in the twelve months of a year: its offsets [minutes]. */
export function clockOf(zone: string): string {
  const found = known.get(zone)
  if (found !== undefined) return found
  const months = Array.from({ length: 12 }, (_, month) => {
    const at = Temporal.Instant.from(`2026-${String(month + 1).padStart(2, '0')}-15T00:00Z`)
    return at.toZonedDateTimeISO(zone).offsetNanoseconds / 6e10
  }).join(' ')
  known.set(zone, months)
  return months
}
