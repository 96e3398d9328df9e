/**
 * A channel, a source, a crop and a language are added in a copy: which files that touches, and that nothing more is
 * needed.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineEnvironment } from '../../machine-environment.ts'
import { newFiles, newLines, probe } from './additions.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const copied = [
  'src',
  'tools/docs',
  'tools/crops',
  'docs/channels.md',
  'docs/sources.md',
  'docs/stations.md',
  'package.json'
]
const generated = ['docs/channels.md', 'docs/sources.md', 'src/frost/crop-table.ts']
/** On one thread, as bin/check.mjs has it. */
const checker = ['node_modules/typescript-native/bin/tsc', '-p', '.', '--singleThreaded'] as const
const run = promisify(execFile)

let copy = ''

interface Seen {
  readonly channels: readonly { readonly id: string; readonly available: boolean }[]
  readonly risk: {
    readonly meta: { readonly sources: readonly { readonly id: string }[] }
    readonly frost_risk: { readonly crop: string; readonly score: number | null }
  }
  readonly crops: readonly { readonly id: string; readonly name: string }[]
  readonly english: string
  readonly turkish: string
  readonly german: string
  readonly germanHome: string
  readonly widgetHost: string
  readonly pushWorker: string
  readonly findings: readonly { readonly subject: string; readonly remedy: string }[]
  readonly remedy: { readonly tr: string }
  readonly request: { readonly properties: Readonly<Record<string, unknown>> }
  readonly names: { readonly resends: boolean }
  readonly answeringKinds: readonly string[]
  readonly feed: number
}

const node = (file: string, ...words: readonly string[]) =>
  run(process.execPath, [file, ...words], {
    cwd: copy,
    env: { ...machineEnvironment(), DATA_DIR: join(copy, 'data') },
    maxBuffer: 20_000_000
  })

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'ayaz-additions-'))
  for (const path of copied)
    await cp(join(root, path), join(copy, path), {
      recursive: true,
      filter: (file) => !file.endsWith('.test.ts')
    })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [path, text] of Object.entries(newFiles)) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await writeFile(join(copy, path), text)
  }
  for (const { file, before, line } of newLines) {
    const text = await readFile(join(copy, file), 'utf8')
    expect(text.split(before), `${file}: ${before}`).toHaveLength(2)
    await writeFile(
      join(copy, file),
      text.replace(before, () => line + before)
    )
  }
  await node('tools/crops/main.ts')
  await node('tools/docs/main.ts')
})
afterAll(() => rm(copy, { recursive: true, force: true }))

test('only their folders, their lines and what is generated from them change', async () => {
  const written = new Set([...Object.keys(newFiles), ...newLines.map(({ file }) => file), ...generated])
  expect(await changedFiles()).toEqual([...written].toSorted())
  expect(await changedLines('src/channels/registry.ts')).toBe(2)
  expect(await changedLines('src/sources/registry.ts')).toBe(2)
  expect(await changedLines('src/language/language.ts')).toBe(2)
  expect(await changedLines('docs/channels.md')).toBe(1)
  expect(await changedLines('docs/sources.md')).toBe(1)
  expect(await changedLines('src/frost/crop-table.ts')).toBe(1)
})

test('all four together pass the type checks of the service', async () => {
  const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'))
  const project = { compilerOptions, include: ['src/**/*.ts'], exclude: ['src/site/browser'] }
  await writeFile(join(copy, 'tsconfig.json'), JSON.stringify(project))
  const { code, stdout, stderr } = await node(...checker).then(
    (output) => ({ ...output, code: 0 }),
    (failure) => failure
  )
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('the service has the channel, the source, the crop and the language everywhere', async () => {
  await writeFile(join(copy, 'probe.ts'), probe)
  const seen = JSON.parse((await node('probe.ts')).stdout.trim().split('\n').at(-1) ?? '') as Seen
  expect(seen.channels.find(({ id }) => id === 'discord')).toMatchObject({ available: true })
  expect(seen.english).toMatch(/value="discord" required data-needs="url" checked><span>Discord room/)
  expect(seen.turkish).toMatch(/value="discord" required data-needs="url" checked><span>Discord odası/)
  // Its folder says where it stands in the form, what its readers fetch, and what a subscriber's page offers.
  expect(seen.english).toMatch(
    /<div class="ways">(<label hidden>.*?<\/label>)?<label><input[^>]* value="discord"/
  )
  expect(seen.feed).toBe(200)
  expect(seen.request.properties['destination']).toMatchObject({ $ref: expect.stringMatching(/Discord/) })
  expect(seen.names.resends).toBe(true)
  expect(seen.answeringKinds).toContain('discord')
  expect(seen.findings.filter(({ subject }) => subject !== 'kanal webpush')).toMatchObject([
    { subject: 'kanal discord', remedy: expect.stringContaining('DISCORD_SERVER') }
  ])

  expect(seen.risk.meta.sources.map(({ id }) => id)).toEqual(['second'])
  expect(seen.remedy.tr).toBe('İkinci termometreye bakın.')

  expect(seen.risk.frost_risk.crop).toBe('persimmon')
  expect(seen.risk.frost_risk.score).toBeGreaterThan(50)
  expect(seen.crops.find(({ id }) => id === 'persimmon')?.name).toBe('Trabzon hurması')
  expect(seen.english).toContain('>Persimmon</a></li>')

  expect(seen.germanHome).toContain('<html lang="de"')
  expect(seen.germanHome).toContain('Frostgefahr heute Nacht')
  expect(seen.german).toContain('Discord-Raum')
  expect(seen.german).toContain('<a href="/docs/growers.en" hreflang="en">')
  expect(seen.german).not.toContain('/docs/growers.de')
  expect(seen.german).toContain('>Kaki</a></li>')
  expect(seen.english).toMatch(/<a href="\/de\/ort\/malatya[^"]*" lang="de" hreflang="de">Deutsch/)
  // A site elsewhere puts the widget in, and a phone keeps the page, in every language.
  expect(constantOf(seen.widgetHost, 'titles')).toEqual({
    en: 'Frost risk',
    tr: 'Don riski',
    de: 'Frostgefahr'
  })
  expect(constantOf(seen.pushWorker, 'placePaths')).toEqual({ en: 'place', tr: 'yer', de: 'ort' })
})

/** What the server wrote before a script. */
function constantOf(script: string, name: string): unknown {
  return JSON.parse(new RegExp(`^const ${name} = (.*);$`, 'm').exec(script)?.[1] ?? 'null')
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((one) => one.isFile()).map((one) => relative(folder, join(one.parentPath, one.name)))
}

async function changedFiles(): Promise<readonly string[]> {
  const all = [...(await filesIn(join(copy, 'src'))).map((path) => `src/${path}`)]
  all.push(...(await filesIn(join(copy, 'tools'))).map((path) => `tools/${path}`), ...copied.slice(3))
  const isChanged = await Promise.all(
    all.map(async (path) => {
      const before = await readFile(join(root, path), 'utf8').catch(() => null)
      return before !== (await readFile(join(copy, path), 'utf8'))
    })
  )
  return all.filter((_, index) => isChanged[index]).toSorted()
}

/** How many lines of a file are not in it before. */
async function changedLines(path: string): Promise<number> {
  const before = new Set((await readFile(join(root, path), 'utf8')).split('\n'))
  return (await readFile(join(copy, path), 'utf8')).split('\n').filter((line) => !before.has(line)).length
}
