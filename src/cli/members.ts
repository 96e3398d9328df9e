import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { hasCells } from '../common/file-cells.ts'
import { retryAfterSeconds } from '../common/http-date.ts'
import { minuteMs, secondMs } from '../common/time.ts'
import { withoutLastSlashes } from '../config/web-address.ts'
import type { Catalogue } from '../language/en/registry.ts'
import { type Language, wordsIn } from '../language/language.ts'
import type { OutgoingRequest, OutgoingResponse, SendRequest } from '../outgoing/request.ts'
import { createProgress, openLines } from './observe/progress.ts'
import { withOutgoing } from './observe/run-job.ts'
import { refuse } from './refuse.ts'
import { columns } from './store-command.ts'

interface ServiceDeps {
  /** `https://…/api/v1`, without a slash at the end. */
  readonly baseUrl: string
  readonly key: string
  /** Why the key vouches for the rows that are imported; null or absent: it does not. */
  readonly ground?: string | null
  readonly send: SendRequest
  readonly wait: (milliseconds: number) => Promise<void>
}

/** The service's own words; null: no answer. */
interface Problem {
  readonly detail: string | null
}

interface Imported {
  readonly stored: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  readonly new_points: number
  readonly results: readonly {
    readonly line: number
    readonly external_id: string
    readonly result: string
    readonly errors: readonly { readonly detail: string }[]
  }[]
}

interface MemberRow {
  readonly external_id: string | null
  readonly label: string | null
  readonly location: string | null
  readonly tag: string | null
  readonly status: string
  readonly tonight: {
    readonly standing: string
    readonly notified_at: string | null
    readonly seen_at: string | null
    readonly unanswered: boolean
  } | null
}

interface Service {
  readonly import: (
    lines: readonly string[],
    isCsv: boolean,
    isDryRun: boolean
  ) => Promise<Imported | Problem>
  readonly list: (query: URLSearchParams) => Promise<{ readonly rows: readonly MemberRow[] } | Problem>
}

const path = '/alerts/subscriptions'
const maxAttempts = 6
const longestWaitMs = 61 * secondMs

function membersService(deps: ServiceDeps): Service {
  const { ground } = deps
  return {
    import: async (lines, isCsv, isDryRun) => {
      const type = isCsv ? 'text/csv' : 'application/x-ndjson'
      return ask<Imported>(deps, {
        url: `${deps.baseUrl}${path}/import?${new URLSearchParams({
          dry_run: String(isDryRun),
          ...(ground && { ground })
        })}`,
        method: 'POST',
        headers: { 'Content-Type': type },
        body: lines.join('\n'),
        totalTimeoutMs: 2 * minuteMs
      })
    },
    async list(query) {
      const rows: MemberRow[] = []
      for (;;) {
        const page = await ask<{
          readonly subscriptions: readonly MemberRow[]
          readonly next_cursor: string | null
        }>(deps, { url: `${deps.baseUrl}${path}?${query}`, totalTimeoutMs: 30_000 })
        if ('detail' in page) return page
        rows.push(...page.subscriptions)
        if (page.next_cursor === null) return { rows }
        query.set('cursor', page.next_cursor)
      }
    }
  }
}

/** A used-up quota and a service that restarts are waited for; a limit of the key is not. */
async function ask<Body extends object>(
  deps: ServiceDeps,
  request: OutgoingRequest
): Promise<Body | Problem> {
  const headers = { ...request.headers, 'X-API-Key': deps.key }
  for (let attempt = 1; ; attempt += 1) {
    const response = await deps.send({ ...request, headers }).catch(() => null)
    const body = response === null ? null : jsonOf(response)
    if (response?.status === 200 && body !== null) return body as Body
    const { code, detail = null } = Object(body) as { readonly code?: string; readonly detail?: string }
    const isPassing = response === null || response.status >= 500 || code === 'quota_exceeded'
    if (!isPassing || attempt >= maxAttempts) return { detail }
    const asked = retryAfterSeconds(response?.headers['retry-after'], Date.now()) ?? 0
    await deps.wait(Math.min(longestWaitMs, asked > 0 ? asked * secondMs : 500 * 2 ** attempt))
  }
}

function jsonOf({ body }: OutgoingResponse): object | null {
  try {
    return JSON.parse(Buffer.from(body).toString()) as object
  } catch {
    return null
  }
}

export async function membersCommand(argv: readonly string[], lang: Language): Promise<number> {
  const asked = readAsked(argv, process.env['AYAZ_KEY'], lang)
  if (typeof asked !== 'string') return withOutgoing((send) => act(asked, send))
  return refuse(`${asked}\n\n${wordsIn(lang).members.command.usage}`)
}

interface Asked {
  readonly file: string | null
  readonly baseUrl: string
  readonly key: string
  readonly isDryRun: boolean
  readonly isJson: boolean
  readonly ground: string | null
  readonly query: URLSearchParams
  readonly words: Catalogue['members']
}

const options = {
  url: { type: 'string' },
  key: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  ground: { type: 'string' },
  json: { type: 'boolean', default: false },
  label: { type: 'string' },
  location: { type: 'string' },
  state: { type: 'string' },
  tag: { type: 'string' },
  tonight: { type: 'string' }
} as const
const filters = ['label', 'location', 'state', 'tag', 'tonight'] as const

function readAsked(argv: readonly string[], knownKey: string | undefined, lang: Language): Asked | string {
  const words = wordsIn(lang).members
  try {
    const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options })
    const [verb, file, ...more] = positionals
    const isImport = verb === 'import'
    if (!isImport && verb !== 'list') return words.what
    if (more.length > 0 || isImport !== (file !== undefined)) return words.oneFile
    if (file !== undefined && !existsSync(file)) return words.noFile(file)
    const key = values.key ?? knownKey
    if (values.url === undefined || key === undefined) return words.urlAndKey
    const query = new URLSearchParams({ limit: '200' })
    for (const name of filters) if (values[name] !== undefined) query.set(name, values[name])
    const baseUrl = withoutLastSlashes(values.url)
    const { 'dry-run': isDryRun, json: isJson } = values
    return { file: file ?? null, baseUrl, key, isDryRun, isJson, ground: values.ground ?? null, query, words }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function act(asked: Asked, send: SendRequest): Promise<number> {
  const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
  const service = membersService({ ...asked, send, wait })
  return asked.file === null ? list(asked, service) : importFile(asked, asked.file, service)
}

/** Rows sent at a time: a file that is cut off can be sent again. */
const portion = 250

async function importFile(asked: Asked, file: string, service: Service): Promise<number> {
  const { words, isDryRun, isJson } = asked
  const lines: string[] = []
  for await (const group of openLines(file).lines) for (const { text } of group) lines.push(text)
  const isCsv = !lines.find(hasCells)?.trimStart().startsWith('{')
  const judged = await service.import(lines, isCsv, true)
  if ('detail' in judged) return fail(asked, judged)
  const refused = judged.results.filter(({ result }) => result === 'refused')
  for (const { line, errors } of refused)
    console.error(words.line(line, errors.map(({ detail }) => detail).join(' ')))
  const isBad = new Set(refused.map(({ line }) => line))
  const good = lines.filter((text, index) => hasCells(text) && !isBad.has(index + 1))
  const header = isCsv ? good.splice(0, 1) : []
  const sums = { stored: 0, changed: 0, unchanged: 0, refused: refused.length }
  const progress = createProgress(process.stderr, Date.now)
  for (let from = 0; from < good.length && !isDryRun; from += portion) {
    const part = await service.import([...header, ...good.slice(from, from + portion)], isCsv, false)
    progress.clear()
    if ('detail' in part) return fail(asked, part)
    for (const name of ['stored', 'changed', 'unchanged', 'refused'] as const) sums[name] += part[name]
    for (const { external_id: id, result, errors } of part.results)
      if (result === 'refused') console.error(words.row(id, errors.map(({ detail }) => detail).join(' ')))
    progress.show((from + portion) / good.length, `${Math.min(from + portion, good.length)} / ${good.length}`)
  }
  progress.clear()
  const { stored, changed, unchanged, new_points: newPoints } = judged
  const counts = isDryRun ? { stored, changed, unchanged, refused: refused.length } : sums
  if (isJson) console.log(JSON.stringify({ dry_run: isDryRun, ...counts, new_points: newPoints }))
  else console.log(words.imported({ ...counts, newPoints, isDryRun }))
  return counts.refused === 0 ? 0 : 1
}

async function list(asked: Asked, service: Service): Promise<number> {
  const { words, isJson } = asked
  const found = await service.list(asked.query)
  if ('detail' in found) return fail(asked, found)
  if (isJson) console.log(JSON.stringify(found.rows, null, 2))
  else if (found.rows.length === 0) console.log(words.none)
  else {
    const rows = found.rows.map(({ external_id: id, label, location, status, tag, tonight }) => [
      id ?? '',
      label ?? '',
      location ?? '',
      tag ?? '',
      status,
      tonight === null ? '' : words.tonight(tonight)
    ])
    console.log(columns([words.headings, ...rows]))
  }
  return 0
}

function fail({ words, baseUrl }: Asked, { detail }: Problem): number {
  console.error(detail ?? words.noAnswer(baseUrl))
  return detail === null ? 69 : 1
}
