/**
 * The memory drill of `ayaz observe`: a file of many rows into a fresh SQLite store, and the most memory the process
 * ever had.
 *
 *   node bin/node26.mjs bench/record/observe-memory.ts 10000000
 *
 * Prints one line of JSON: rows, fileMegabytes, seconds, peakMegabytes, and what the command said.
 */
import { spawn } from 'node:child_process'
import { createWriteStream, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { openStore } from '../../src/store/open.ts'
import { addDays } from '../../src/weather/zone-clock.ts'

const stations = 400
/** Every station reports a date before the next one comes. */
const firstDate = '1940-01-01'
const sampleEveryMs = 20

const wanted = Number(process.argv[2] ?? 1_000_000)
const folder = await mkdtemp(join(tmpdir(), 'ayaz-drill-'))
try {
  const file = join(folder, 'rows.csv')
  const now = Date.now()
  await (await openStore({ url: null, dataDir: folder, now })).close()
  await pipeline(rowsOf(wanted), createWriteStream(file))
  const startedAt = performance.now()
  const { peakMegabytes, said, status } = await observe(file)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  const fileMegabytes = Math.round(statSync(file).size / 1e6)
  console.log(JSON.stringify({ rows: wanted, fileMegabytes, seconds, peakMegabytes, status, said }))
} finally {
  await rm(folder, { recursive: true, force: true })
}

function* rowsOf(count: number): Generator<string> {
  yield '\uFEFFlocation;date;kind;minimum_c;station\n'
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

async function observe(file: string) {
  const command = fileURLToPath(new URL('../../bin/ayaz.mjs', import.meta.url))
  const child = spawn(process.execPath, [command, 'observe', file], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let said = ''
  child.stdout.on('data', (piece: Buffer) => {
    said += piece.toString()
  })
  let peakMegabytes = 0
  const sampling = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, peakOf(child.pid ?? 0))
  }, sampleEveryMs)
  const status = await new Promise<number | null>((done) => child.on('close', done))
  clearInterval(sampling)
  return { peakMegabytes, said: said.trim(), status }
}

/** The high-water mark of a process as Linux keeps it [MB]; 0 once it has ended. */
function peakOf(pid: number): number {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes ?? 0) / 1024)
  } catch {
    return 0
  }
}
