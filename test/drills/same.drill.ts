/**
 * An earlier commit beside this tree, with one clock, one weather and one `random`: the same requests get the same
 * answers. `SAME_AS` names the commit, which has to run on the packages of this tree.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { Pool } from 'undici'
import { expect, it } from 'vitest'
import { openClient } from '../contracts/http/client.ts'
import { requestsFor } from '../contracts/http/generated/requests.ts'
import type { Things } from '../contracts/http/generated/things.ts'
import type { PublishedOperation } from '../contracts/http/published-operations.ts'
import { printFigures } from './figures.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const commit = process.env['SAME_AS'] ?? null
/** The commit that is held against it; this tree where there is none. */
const later = process.env['SAME_TO'] ?? null
const requests = Number(process.env['SAME_REQUESTS'] ?? 20_000)
const seed = Number(process.env['SEED'] ?? 20_260_411)
const now = Date.parse('2026-04-11T17:30:00Z')

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}
interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}
interface Running {
  readonly origin: string
  readonly ask: (asked: Asked) => Promise<Answer>
  readonly close: (removes?: boolean) => Promise<void>
}

/** The app of a tree, with nothing of this one's code. */
async function start(tree: string, dataDir: string): Promise<Running> {
  const { openApp } = await import(join(tree, 'src/app/app.ts'))
  const { readConfiguration } = await import(join(tree, 'src/app/configuration.ts'))
  const { openLog } = await import(join(tree, 'src/app/log.ts'))
  const configuration = readConfiguration({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    SITE_URL: 'https://ayaz.example',
    SOURCES: 'demo',
    METAR: 'off',
    TIERS: 'free=1000000/60',
    PAGES_PER_MINUTE: '100000'
  })
  const log = openLog('error', { write: () => undefined })
  const app = await openApp(configuration, { log, random: () => 0.5, refreshesMap: false, clock: () => now })
  const origin: string = await app.listen()
  const pool = new Pool(origin, { connections: 1 })
  return {
    origin,
    async ask({ method, path, headers }) {
      const { statusCode, headers: given, body } = await pool.request({ method, path, headers })
      const { date, 'x-request-id': id, ...compared } = given
      // A port stands where a page names its own address.
      const text = Buffer.from(await body.arrayBuffer())
        .toString('latin1')
        .replaceAll(origin, '')
      return { status: statusCode, headers: compared, body: id ? text.replaceAll(String(id), '') : text }
    },
    async close(removes = true) {
      await pool.destroy()
      await app.close()
      if (removes) rmSync(dataDir, { recursive: true, force: true })
    }
  }
}

function checkedOut(one: string): string {
  const tree = mkdtempSync(join(tmpdir(), 'ayaz-same-tree-'))
  const paths = ['src', 'docs', 'package.json', 'README.md']
  const archive = execFileSync('git', ['archive', one, ...paths], { cwd: root, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', tree], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  return tree
}

/** An open question needs nothing that was made before. */
const none: Things = {
  lasting: [],
  passing: { id: '', manage: { token: '', url: '', unsubscribe_url: '' }, messages: [] },
  sensors: ['1'],
  intakes: ['1'],
  contact: '',
  receiver: ''
}
const isOpen = ({ method, guard, path }: PublishedOperation): boolean =>
  method === 'GET' && guard === null && !path.includes('{id}')

/** Examples of the document, its generated requests, and pages from the site map in both languages. */
async function questions({ origin, ask }: Running): Promise<readonly Asked[]> {
  const client = await openClient(origin)
  const { operations, basePath } = client.contract
  const generated = fc.sample(requestsFor(operations.filter(isOpen), none), { numRuns: requests, seed })
  await client.close()
  const map = await ask({ method: 'GET', path: '/sitemap.xml', headers: {} })
  const pages = [...map.body.matchAll(/https:\/\/ayaz\.example(\/[^<"]*)/g)].map(([, path = '/']) => path)
  const { operationExamples } = await import('../../src/http/openapi.ts')
  const examples = Object.entries(operationExamples)
    .filter(([id]) => operations.some((one) => one.id === id && isOpen(one)))
    .map(([, { target, headers }]) => ({ method: 'GET', path: `${basePath}${target}`, headers }))
  return [
    ...examples,
    ...[...new Set(pages)].slice(0, 300).map((path) => ({ method: 'GET', path, headers: {} })),
    ...generated
      .filter(({ body }) => body === null)
      .map(({ method, path, headers }) => ({ method, path: `${basePath}${path}`, headers }))
  ]
}

/** Pages after folding the white space between their tags; the document with its members in any order. */
function comparable({ status, headers, body }: Answer): unknown {
  const type = String(headers['content-type'] ?? '')
  if (type.includes('html')) {
    const { etag: _, 'content-length': __, ...others } = headers
    return { status, headers: others, body: body.replace(/>\s+</g, '><') }
  }
  const isJson = type.includes('json') && headers['content-encoding'] === undefined
  return { status, headers, body: isJson && body !== '' ? JSON.parse(body) : body }
}

function firstDifference(before: unknown, after: unknown): readonly string[] {
  const [one, other] = [JSON.stringify(before), JSON.stringify(after)]
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  return [one, other].map((text) => text.slice(Math.max(0, at - 60), at + 60))
}

it.skipIf(commit === null)(`answers as ${commit ?? 'SAME_AS, which names a commit,'} does`, async () => {
  const trees = [commit, later].map((one) => (one === null ? root : checkedOut(one)))
  const [data, same] = [mkdtempSync(join(tmpdir(), 'ayaz-same-')), mkdtempSync(join(tmpdir(), 'ayaz-same-'))]
  // One key of the server: of the earlier one, as after an upgrade.
  await start(trees[0] ?? root, data).then(({ close }) => close(false))
  cpSync(data, same, { recursive: true })
  const [earlier, present] = [await start(trees[0] ?? root, data), await start(trees[1] ?? root, same)]
  const different = new Map<string, number>()
  const asked = await questions(present)
  const statuses = new Map<number, number>()
  for (const one of asked) {
    const [was, is] = await Promise.all([earlier.ask(one), present.ask(one)])
    statuses.set(is.status, (statuses.get(is.status) ?? 0) + 1)
    const [before, after] = [comparable(was), comparable(is)]
    if (isDeepStrictEqual(before, after)) continue
    const [path = ''] = one.path.split('?')
    if (!different.has(path))
      console.error(`${one.method} ${one.path}`.slice(0, 300), firstDifference(before, after))
    different.set(path, (different.get(path) ?? 0) + 1)
  }
  await Promise.all([earlier.close(), present.close()])
  for (const tree of trees) if (tree !== root) rmSync(tree, { recursive: true, force: true })
  const counts = Object.fromEntries([...statuses].map(([status, count]) => [`of_${status}`, count]))
  printFigures('same', { requests: asked.length, different: different.size, ...counts })
  expect(Object.fromEntries(different)).toEqual({})
})
