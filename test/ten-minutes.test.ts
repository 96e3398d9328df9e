/** "The API in ten minutes": what the document says to run does run, in every language that it is written in. */
import { spawn, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { TestApp } from './app.ts'
import { startAppWithOwnUrl } from './browser/open-app.ts'
import { hasJinja, jinjaTexts } from './receivers/home-assistant.ts'

const evening = Date.parse('2026-04-11T17:30:00Z')
const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython && process.env['CI'] === 'true') throw new Error('CI=true, but there is no python3')

/** The Python that has pandas: Debian's own may not be the first on the path. */
const pandasPython = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-c', 'import pandas']).status === 0
)
if (pandasPython === undefined && process.env['CI'] === 'true')
  throw new Error('CI=true, but there is no pandas')

const hasR = spawnSync('Rscript', ['--version']).status === 0

interface Sensor {
  readonly availability: string
  readonly value_template: string
}

let app: TestApp
let document = ''
beforeAll(async () => {
  app = await startAppWithOwnUrl({ environment: { SOURCES: 'demo' }, clock: () => evening })
  const written = await readFile(new URL('../docs/ten-minutes.md', import.meta.url), 'utf8')
  document = written.replaceAll('http://localhost:8080', app.origin)
})
afterAll(() => app.close())

function blocks(language: string): readonly string[] {
  return [...document.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code]) => code ?? ''
  )
}

async function run(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { env: { PATH: process.env['PATH'], PYTHONIOENCODING: 'utf-8' } })
  const [output, errors, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((done) => child.on('close', done))
  ])
  expect([status, errors]).toEqual([0, ''])
  return output
}

/** The nights of the table, the credit, and the alert that was read and ended. */
function expectNights(output: string): void {
  const lines = output.trim().split('\n')
  const nights = lines.filter((line) =>
    /^2026-04-\d\d (none|low|moderate|high|severe) [\d.]+ -?[\d.]+ °C$/.test(line)
  )
  expect(nights.length).toBeGreaterThanOrEqual(7)
  expect(lines.slice(nights.length)).toEqual([
    'Synthetic data for demonstration. Not a forecast.',
    'The alert is active'
  ])
}

describe('the API in ten minutes', () => {
  test('every curl line answers as the document says', async () => {
    const answers = []
    for (const code of blocks('sh')) answers.push(JSON.parse(await run('sh', ['-ec', code])))
    expect(answers).toMatchObject([
      { locations: expect.arrayContaining([expect.objectContaining({ slug: 'malatya' })]) },
      { meta: { synthetic: true }, nights: expect.any(Array), risk_days: expect.any(Array) },
      { nights: expect.any(Array) },
      { status: 'active', channel_url: expect.stringContaining(app.origin), evaluation: expect.any(Object) },
      {
        code: 'location_not_found',
        suggestions: expect.arrayContaining([expect.objectContaining({ slug: 'malatya' })])
      }
    ])
    expect(answers[0].locations[0].slug).toBe('malatya')
  })

  test.skipIf(!hasJinja)(
    `a sensor of the lines for Home Assistant has a number or is unavailable${hasJinja ? '' : ': no jinja2'}`,
    async () => {
      const channels = await readFile(new URL('../docs/channels.md', import.meta.url), 'utf8')
      const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(channels) ?? []
      const [{ resource, sensor }] = parse(yaml).rest as [{ resource: string; sensor: readonly Sensor[] }]
      const read = async (path: string) =>
        (await (await fetch(`${app.origin}${path}`)).json()) as { tonight: object }
      const { pathname, search } = new URL(resource)
      const [answer, problem] = [await read(pathname + search), await read(`${pathname}?location=malatia`)]
      expect(sensor.length).toBeGreaterThan(1)
      const values = sensor.map(({ value_template }) => value_template)
      for (const value of jinjaTexts(values, [{ value_json: answer }])[0] ?? [])
        expect(value).toMatch(/^-?\d+(\.\d+)?$/)
      const empty = Object.keys(answer.tonight).map((name) => [name, null])
      const wrong = [problem, [], {}, null, { tonight: null }, { tonight: Object.fromEntries(empty) }]
      // Of a page of a proxy there is no `value_json`.
      const sets = [...[answer, ...wrong].map((value_json) => ({ value_json })), { value: '<html>' }]
      const [first, ...others] = jinjaTexts(
        sensor.map(({ availability }) => availability),
        sets
      )
      expect(first).toEqual(sensor.map(() => 'True'))
      expect(others.flat()).toEqual(Array((sets.length - 1) * sensor.length).fill('False'))
    }
  )

  test('the JavaScript runs', async () => {
    const [code = ''] = blocks('js')
    expectNights(await run(process.execPath, ['--input-type=module', '--eval', code]))
  })

  test.skipIf(!hasPython)(
    `the Python runs${hasPython ? '' : ': no python3 (apt-get install -y python3)'}`,
    async () => {
      const [code = ''] = blocks('python')
      expectNights(await run('python3', ['-c', code]))
    }
  )

  test.skipIf(pandasPython === undefined)(
    `pandas reads the same nights${pandasPython === undefined ? ': no pandas (apt-get install -y python3-pandas)' : ''}`,
    async () => {
      const [, code = ''] = blocks('python')
      await expectTable(await run(pandasPython ?? '', ['-c', code]))
    }
  )

  test.skipIf(!hasR)(
    `R reads the same nights${hasR ? '' : ': no Rscript (apt-get install -y r-base-core)'}`,
    async () => {
      const [code = ''] = blocks('r')
      await expectTable(await run('Rscript', ['-e', code]))
    }
  )
})

/** The nights as a program for tables has read and written them. */
async function expectTable(output: string): Promise<void> {
  const [head, ...rows] = output.trim().split('\n')
  expect(head).toBe('date,level,score,temperature_min')
  const answer = await fetch(`${app.api}/weather/frost-risk?location=malatya`)
  const { nights } = (await answer.json()) as { nights: Record<string, string | number | null>[] }
  expect(nights.length).toBeGreaterThanOrEqual(7)
  const read = rows.map((row) => {
    const [date, level, ...numbers] = row.split(',')
    return [date, level, ...numbers.map((cell) => (cell === '' || cell === 'NA' ? null : Number(cell)))]
  })
  expect(read).toEqual(
    nights.map(({ date, level, score, temperature_min }) => [date, level, score, temperature_min])
  )
}
