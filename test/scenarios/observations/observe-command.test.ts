import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import { built } from '../../built.ts'
import { machineEnvironment } from '../../machine-environment.ts'
import { placeMigrated } from '../../migrated-sqlite.ts'
import { keys, noonOf, startRecord } from './synthetic-record.ts'

const run = promisify(execFile)
const main = await built('main')
const drill = fileURLToPath(new URL('../../../bench/record/observe-memory.ts', import.meta.url))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ayaz-command-'))
  await mkdir(join(folder, 'data'))
  await placeMigrated(join(folder, 'data'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function ayaz(...argv: readonly string[]) {
  const env = { ...machineEnvironment(), DATA_DIR: join(folder, 'data') }
  return run(process.execPath, [main, ...argv], { env }).then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({ ...error, status: error.code })
  )
}

async function file(content: string): Promise<string> {
  const path = join(folder, 'rows.csv')
  await writeFile(path, content)
  return path
}

const rows =
  'location,date,kind,minimum_c\nmalatya,2025-04-11,air_2m,-2.3\nmalatya,2025-04-31,air_2m,1\nmalatya,2025-04-12,air_2m,0.5\n'

describe('ayaz observe', () => {
  it('keeps the good rows, lists the bad ones with their lines, and may be run again', async () => {
    const path = await file(rows)
    const first = await ayaz('observe', path)
    expect(first.status).toBe(1)
    expect(first.stdout).toBe('3 rows: 2 new, 0 replaced another value, 0 known already, 1 bad.\n')
    expect(first.stderr).toContain('line 3: ')
    const rejects = join(folder, 'rejects.tsv')
    const second = await ayaz('observe', path, '--rejects', rejects)
    expect(second.stdout).toContain('0 new, 0 replaced another value, 2 known already')
    expect(await readFile(rejects, 'utf8')).toMatch(/^3\t"date" must be a date/)
  })

  it('imports nothing of a file whose first line is wrong', async () => {
    const wrong = await ayaz('observe', await file(rows.replace('date', 'day number')))
    expect([wrong.status, wrong.stdout]).toEqual([1, ''])
    expect(wrong.stderr).toContain('missing: date')
    expect((await ayaz('observe', await file(rows))).stdout).toContain('2 new')
  })

  it('says what is wrong with how it was called', async () => {
    expect((await ayaz('observe')).status).toBe(64)
    expect((await ayaz('observe', 'a.csv', '--units', 'K')).status).toBe(64)
    expect((await ayaz('observe', 'a.csv', '--url', 'http://localhost')).status).toBe(64)
    const absent = await ayaz('observe', join(folder, 'absent.csv'))
    expect(absent.status).toBe(69)
    expect(absent.stderr).toContain('no readable file')
  })

  it('asks for the date alone of rows of one time a day, and takes several times of a day for readings', async () => {
    const at = (days: readonly number[]) =>
      ['date,minimum', ...days.map((day, row) => `2026-04-${day} 05:${30 + row},${row - 2}`)].join('\n')
    const args = ['--location', 'malatya', '--kind', 'air_2m', '--dry-run']
    const daily = await ayaz('observe', await file(at([11, 12, 13])), ...args)
    expect(daily.stderr).toContain('time of day')
    const often = await ayaz('observe', await file(at([11, 11, 12])), ...args)
    expect(often.stderr).toContain('Which column is the temperature')
  })

  it('sends rows to a running service', async () => {
    const app = await startRecord({ startAt: noonOf('2026-04-12') })
    const path = await file(rows)
    const sent = await ayaz('observe', path, '--url', app.api, '--key', keys.grower)
    expect(sent.stdout).toContain('2 new')
    expect(sent.stderr).toContain('line 3: ')
    expect(await app.store.record.sensors('grower', 10)).toHaveLength(1)
    const refused = await ayaz('observe', path, '--url', app.api, '--key', 'wrong')
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain('Check --key')
    await app.close()
  })

  it('says that nothing is learned from plants whose exposure is not known, and takes it for the whole file', async () => {
    const plants = rows.replaceAll('air_2m', 'plant').replace('2025-04-31', '2025-04-10')
    const silent = await ayaz('observe', await file(plants))
    expect([silent.status, silent.stdout]).toEqual([0, expect.stringContaining('3 new')])
    expect(silent.stderr).toContain('3 rows at plants do not say where')
    const named = await ayaz('observe', await file(plants), '--exposure', 'canopy')
    expect(named.stdout).toContain('3 new')
    expect(named.stderr).not.toContain('do not say where')
    const wrong = await ayaz('observe', await file(plants), '--exposure', 'roof')
    expect(wrong.stderr).toContain('line 2: "exposure" must be ')
  })

  it('takes in the file of a logger: nights that it covers, and its last readings; first as a trial', async () => {
    const firstAt = Date.now() - 3 * 24 * 60 * 60_000
    const readings = Array.from({ length: 3 * 144 - 1 }, (_, index) => {
      const at = new Date(firstAt + index * 10 * 60_000).toISOString()
      return `${at.slice(0, 16).replace('T', ' ')};${(3 + Math.sin(index / 23)).toFixed(1).replace('.', ',')}`
    })
    const path = await file(['sep=;', 'Zaman (UTC);Sıcaklık (°C)', ...readings].join('\r\n'))
    const where = ['--location', 'malatya', '--kind', 'air_2m']
    const trial = await ayaz('observe', path, ...where, '--dry-run')
    expect([trial.status, trial.stderr]).toEqual([0, ''])
    expect(trial.stdout).toMatch(/431 readings.*mostly 10 min apart\.[\s\S]*column "Zaman \(UTC\)".*\+00:00/)
    expect(trial.stdout).toContain('Nothing was stored')
    const stored = await ayaz('observe', path, ...where)
    expect(stored.stdout).toMatch(/^[23] rows: [23] new, 0 replaced another value, 0 known already, 0 bad/)
    expect((await ayaz('observe', path, ...where)).stdout).toMatch(
      /^[23] rows: 0 new, 0 replaced.*[23] known/
    )
    const { record, close } = await openStore({ url: null, dataDir: join(folder, 'data'), now: Date.now() })
    const [sensor] = await record.sensors(null, 10)
    expect(await record.readings(sensor?.seq ?? 0, 0, Date.now())).toHaveLength(431)
    await close()
    const asked = await ayaz('observe', await file('time,temp\n2026-01-02 03:00,31\n'), ...where)
    expect([asked.status, asked.stdout]).toEqual([1, ''])
    expect(asked.stderr).toMatch(
      /31\.0.°C, choose --units C; if −0\.6.°C, --units F[\s\S]*Nothing was stored/
    )
    const turkish = await run(
      process.execPath,
      [main, 'observe', await file('Zaman;Sıcaklık\n02.01.2026 03:00;31\n'), ...where],
      {
        env: { ...machineEnvironment(), LANG: 'tr_TR.UTF-8', DATA_DIR: join(folder, 'data') }
      }
    ).catch((error: { stderr: string }) => error)
    expect(turkish.stderr).toContain('Hiçbir şey kaydedilmedi')
  })

  it('needs less than 200 MB for 100,000 rows; the drill of ten million is bench/record/observe-memory.ts', async () => {
    if (process.platform !== 'linux') return
    const { stdout } = await run(process.execPath, [drill, '100000'])
    const { peakMegabytes, said } = JSON.parse(stdout) as { peakMegabytes: number; said: string }
    expect(said).toContain('100000 new')
    expect(peakMegabytes).toBeGreaterThan(20)
    expect(peakMegabytes).toBeLessThan(200)
  })
})
