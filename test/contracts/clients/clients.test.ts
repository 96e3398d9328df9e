/** Clients generated from the published document compile in strict TypeScript and work against the service. */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { generateClients } from './generate.ts'

const programs = fileURLToPath(new URL('programs/', import.meta.url))
const compiler = [
  fileURLToPath(new URL('../../../node_modules/typescript-native/bin/tsc', import.meta.url)),
  '--singleThreaded'
]
const run = promisify(execFile)
const names = ['openapi-typescript', 'hey-api', 'orval'] as const

/** Each must be refused by the types. */
const mistakes: Readonly<Record<string, string>> = {
  'coordinates-as-text': `import { getForecast } from './orval/client'
    export const wrong = getForecast({ lat: '38.355', lon: 38.31 })`,
  'mistyped-destination': `import { subscribe } from './hey-api'
    export const wrong = subscribe({ body: { location: 'malatya', channel: 'email', threshold: 60, destination: { adress: 'x@y.example' } } })`,
  'destination-of-another-channel': `import type { components } from './openapi-typescript'
    export const wrong: components['schemas']['SubscriptionRequest'] =
      { location: 'malatya', channel: 'webhook', threshold: 60, destination: { address: 'x@y.example' } }`,
  'no-such-channel': `import { subscribe } from './orval/client'
    export const wrong = subscribe({ location: 'malatya', channel: 'Telegram', threshold: 60 })`,
  'member-beside-old-names': `import type { SubscriptionLinks } from './hey-api'
    export const wrong = (links: SubscriptionLinks): number => links.deliveries_url`,
  'member-of-another-problem': `import type { ProblemInvalidParameter, ProblemLocationNotFound } from './hey-api'
    export const wrong = (problem: ProblemInvalidParameter | ProblemLocationNotFound) =>
      problem.code === 'invalid_parameter' ? problem.suggestions : []`
}

let app: TestApp
let folder: string
/** By the name of the file: what the compiler says of it. */
let faults: Readonly<Record<string, readonly string[]>>
beforeAll(async () => {
  app = await startApp({
    environment: { SOURCES: 'demo' },
    clock: () => Date.parse('2026-04-11T17:30:00Z')
  })
  folder = await mkdtemp(join(tmpdir(), 'ayaz-clients-'))
  const text = await (await fetch(`${app.api}/openapi.json`)).text()
  await generateClients(text, folder, app.api)
  for (const name of names) await cp(join(programs, `${name}.mts`), join(folder, `${name}-program.ts`))
  for (const [name, program] of Object.entries(mistakes)) await writeFile(join(folder, `${name}.ts`), program)
  await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}')
  faults = await compile([...names.map((name) => `${name}-program`), ...Object.keys(mistakes)])
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await app.close()
})

/** Compiles everything at once, to JavaScript beside it. */
async function compile(roots: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> {
  const compilerOptions = {
    strict: true,
    target: 'esnext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    module: 'commonjs',
    moduleResolution: 'bundler',
    types: []
  }
  const project = { compilerOptions, files: roots.map((root) => `${root}.ts`) }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project))
  const { stdout } = await run(process.execPath, [...compiler, '-p', folder], { cwd: folder }).catch(
    (failure) => failure
  )
  // A fault is a line, and what explains it is indented below.
  const lines = (stdout as string).split('\n').filter((line) => /^\S/.test(line))
  const found = Object.groupBy(lines, (line) => /^(.*)\.ts\(\d+,\d+\): error /.exec(line)?.[1] ?? '')
  return found as Readonly<Record<string, readonly string[]>>
}

interface Program {
  readonly run: (base: string) => Promise<unknown>
}

describe('a generated client', () => {
  it('compiles in strict TypeScript, and refuses mistakes', () => {
    expect(Object.keys(faults).sort()).toEqual(Object.keys(mistakes).sort())
    for (const [name, found] of Object.entries(faults)) expect([name, found.length]).toEqual([name, 1])
  })

  it.each(names)('of %s gets a forecast, subscribes and handles problems', async (name) => {
    const { run } = createRequire(join(folder, 'package.json'))(`./${name}-program.js`) as Program
    expect(await run(app.api)).toEqual({
      days: 2,
      unit: '°C',
      minimum: [expect.any(Number), expect.any(Number)],
      channel: 'email',
      pointer: '/threshold',
      suggestion: 'malatya'
    })
  })
})
