/**
 * The memory drill of `ayaz observe`: a file of many rows into a fresh SQLite store, and the most memory the process ever had.
 *
 *   node bin/node26.mjs bench/record/observe-memory.ts 10000000
 *
 * Prints one line of JSON: rows, seconds, peakMegabytes, stored.
 */
import { createWriteStream, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { alertRules } from '/work/main/src/alerts/rules.ts'
import { importObservations } from '/work/main/src/cli/observe/import.ts'
import { openLines } from '/work/main/src/cli/observe/lines.ts'
import { storeSink } from '/work/main/src/cli/observe/store-sink.ts'
import { addDays } from '/work/main/src/forecast/zone-clock.ts'
import { openGazetteer } from '/work/main/src/places/gazetteer.ts'
import { openStore } from '/work/main/src/store/open.ts'

import v8 from 'node:v8'
v8.setFlagsFromString('--max-semi-space-size=2')
v8.setFlagsFromString('--semi-space-growth-factor=1')
const wanted = Number(process.argv[2] ?? 1_000_000)
const stations = 400
/** Dates that every station reports before the next year begins. */
const firstDate = '1940-01-01'

function* rowsOf(count: number): Generator<string> {
  yield '\uFEFFlocation;date;kind;minimum;station\n'
  const piece: string[] = []
  for (let row = 0; row < count; row++) {
    const date = addDays(firstDate, Math.floor(row / stations))
    const minimum = ((row * 7919) % 300) / 10 - 15
    piece.push(`malatya;${date};air_2m;${minimum.toFixed(1).replace('.', ',')};logger ${row % stations}\n`)
    if (piece.length < 2000) continue
    yield piece.join('')
    piece.length = 0
  }
  yield piece.join('')
}

const folder = await mkdtemp(join(tmpdir(), 'ayaz-drill-'))
try {
  const file = join(folder, 'rows.csv')
  await pipeline(rowsOf(wanted), createWriteStream(file))
  const now = Date.parse('2026-04-12T12:00:00Z')
  const store = await openStore({ url: null, dataDir: folder, rules: alertRules, now })
  const {sql}=await import('kysely'); await sql`pragma cache_size = -8192`.execute(store.database.queries)
  const mb=()=>process.memoryUsage();
  const startedAt = performance.now()
  const result = await importObservations({
    reader: openLines(file),
    sink: storeSink(store.record, await openGazetteer(), now),
    given: {},
    unit: 'C',
    onBad: (line, reason) => console.error(`line ${line}: ${reason}`),
    onStart: () => undefined,
    onProgress: (x) => { if (x.rows%50000===0) console.log(x.rows, JSON.stringify(mb())) }
  })
  await store.close()
  console.log(
    JSON.stringify({
      rows: wanted,
      fileMegabytes: Math.round(statSync(file).size / 1e6),
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      // Linux and macOS tell maxRSS in kilobytes through Node.
      peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
      stored: result.kind === 'done' ? result.sums.stored : result.message
    })
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}
