import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['src', 'verification', 'tools']

interface Report {
  readonly summary: {
    readonly totalCruised: number
    readonly violations: readonly {
      readonly from: string
      readonly to: string
      readonly rule: { readonly name: string }
    }[]
  }
}

/** Checks a copy of the project with the planted files in it. */
async function cruise(folder: string): Promise<Report> {
  for (const [path, text] of Object.entries(planted)) await writeFile(join(folder, path), text)
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const { stdout } = await run(process.execPath, [cruiser, ...folders, '--output-type', 'json'], {
    cwd: folder,
    maxBuffer: 200_000_000
  }).catch((error: { stdout: string }) => error)
  return JSON.parse(stdout) as Report
}

/** One violation of each rule; nothing imports these files, so without them the rest is as it is. */
const planted = {
  'src/frost/planted-clock.ts':
    "import { readFileSync } from 'node:fs'\nexport const planted = readFileSync\n",
  'src/frost/planted-http.ts': "export { createLimiter } from '../http/limiter.ts'\n",
  'src/weather/planted-npm.ts': "export { default as planted } from 'pino'\n",
  'src/language/planted-alerts.ts': "export { alertRules } from '../alerts/rules.ts'\n",
  'src/http/planted-cache.ts': "export { LRUCache } from 'lru-cache'\n",
  'src/sources/demo/planted-sibling.ts': "export { createOpenMeteo } from '../open-meteo/open-meteo.ts'\n",
  'src/channels/ntfy/planted-sibling.ts': "export { emailKind } from '../email/channel.ts'\n",
  'src/store/planted-alerts.ts': "export { clearBelow } from '../alerts/decisions.ts'\n",
  'src/alerts/planted-store.ts': "export { openStore } from '../store/open.ts'\n",
  'src/forecasts/planted-source.ts': "export { createDemo } from '../sources/demo/demo.ts'\n",
  'src/http/planted-config.ts': "export { readConfiguration } from '../config/configuration.ts'\n",
  'src/forecasts/planted-a.ts': "import { b } from './planted-b.ts'\nexport const a = (): unknown => b\n",
  'src/forecasts/planted-b.ts': "import { a } from './planted-a.ts'\nexport const b = (): unknown => a\n",
  'src/cli/planted-bench.ts': "export { runVerification } from '../../verification/run.ts'\n",
  'src/places/planted-tool.ts': "export { makeEdition } from '../../tools/places/edition.ts'\n",
  'verification/planted-http.ts': "export { createLimiter } from '../src/http/limiter.ts'\n",
  'verification/planted-tool.ts': "export { makeEdition } from '../tools/places/edition.ts'\n",
  'tools/places/planted-frost.ts': "export { normalCdf } from '../../src/frost/gaussian.ts'\n"
}

describe('the doors between the rooms', () => {
  let folder = ''
  let summary: Report['summary']

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ayaz-doors-'))
    for (const name of [...folders, 'test'])
      await cp(join(root, name), join(folder, name), { recursive: true })
    for (const name of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs']) {
      await cp(join(root, name), join(folder, name))
    }
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    summary = (await cruise(folder)).summary
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('hold, and every module was looked at', () => {
    const found = summary.violations.filter(({ from }) => !(from in planted))
    expect(found.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
    // With a TypeScript that it cannot use, the cruiser sees no module at all and is content.
    expect(summary.totalCruised).toBeGreaterThan(250 + Object.keys(planted).length)
  })

  it('catch every violation that is planted', () => {
    const caught = new Set(summary.violations.map(({ from }) => from))
    // One of the two files of a circle is told.
    if (caught.has('src/forecasts/planted-a.ts')) caught.add('src/forecasts/planted-b.ts')
    if (caught.has('src/forecasts/planted-b.ts')) caught.add('src/forecasts/planted-a.ts')
    expect([...caught].sort()).toEqual(Object.keys(planted).sort())
  })
})
