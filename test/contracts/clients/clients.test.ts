/** Clients generated from the published document compile in strict TypeScript and work against the service. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { generateClients } from './generate.ts'

const programs = fileURLToPath(new URL('programs/', import.meta.url))
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
  faults = compile([...names.map((name) => `${name}-program`), ...Object.keys(mistakes)])
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await app.close()
})

/** Compiles everything at once, to JavaScript beside it. */
function compile(roots: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const program = ts.createProgram(
    roots.map((root) => join(folder, `${root}.ts`)),
    {
      strict: true,
      target: ts.ScriptTarget.ESNext,
      lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      module: ts.ModuleKind.CommonJS,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: []
    }
  )
  program.emit()
  const found = Object.groupBy(ts.getPreEmitDiagnostics(program), ({ file }) =>
    file === undefined ? '' : basename(file.fileName, '.ts')
  )
  return Object.fromEntries(
    Object.entries(found).map(([file, all = []]) => [
      file,
      all.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    ])
  )
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
      minimum: [expect.any(Number), expect.any(Number)],
      channel: 'email',
      pointer: '/threshold',
      suggestion: 'malatya'
    })
  })
})
