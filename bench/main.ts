/** `npm run bench`: every bench, its figures, and whether its ratios hold. A time is never a gate, only a ratio within one run. */
import { benchAlerts } from './alerts/bench.ts'
import { benchWatching } from './alerts/watching.ts'
import { benchHttp, type Gate } from './http/bench.ts'
import { benchConnections } from './http/connections.ts'
import { benchSeasons } from './seasons.ts'

const benches: Readonly<Record<string, () => Promise<readonly Gate[]>>> = {
  http: benchHttp,
  connections: benchConnections,
  alerts: benchAlerts,
  watching: benchWatching,
  seasons: benchSeasons
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
process.exitCode = gates.every(({ value, most }) => value <= most) ? 0 : 1
