import { retryAfterSeconds } from '../../common/http-date.ts'
import { minuteMs, secondMs } from '../../common/time.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import type { OutgoingResponse, SendRequest } from '../../outgoing/request.ts'
import type { BatchOutcome, NumberedRow, Sink } from './row-feed.ts'

type Words = Catalogue['observe']

/** What the service takes at once, and what its bodies may have. */
const batchRows = 100
const maxBytes = 15_000
const maxAttempts = 8
const longestWaitMs = 2 * minuteMs

interface ServiceDeps {
  readonly baseUrl: string
  readonly key: string
  readonly send: SendRequest
  /** English where it is absent; the service gives its reasons in English. */
  readonly lang?: Language
  /** Real time in the command, a test's own in tests. */
  readonly wait: (milliseconds: number) => Promise<void>
}

/** The service does not take what is sent; the message says what to do. */
export class ServiceRefusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ServiceRefusal'
  }
}

/** A sink into a running service. @throws {ServiceRefusal} where it cannot continue; rows sent before stay stored. */
export function serviceSink(deps: ServiceDeps): Sink {
  return {
    batchRows,
    async send(rows) {
      const sums = { stored: 0, replaced: 0, unchanged: 0 }
      const refused: { line: number; reason: string }[] = []
      for (const part of bySize(rows)) {
        const outcome = await sendPart(deps, part)
        sums.stored += outcome.stored
        sums.replaced += outcome.replaced
        sums.unchanged += outcome.unchanged
        refused.push(...outcome.refused)
      }
      return { ...sums, refused }
    }
  }
}

function bySize(rows: readonly NumberedRow[]): readonly (readonly NumberedRow[])[] {
  const deps: NumberedRow[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(bodyRow(row))) + 1
    if (bytes + size > maxBytes) {
      deps.push([])
      bytes = 30
    }
    deps.at(-1)?.push(row)
    bytes += size
  }
  return deps
}

function bodyRow({ row }: NumberedRow): object {
  const { place, date, kind, exposure, minimumC, station } = row
  return {
    ...place,
    date,
    kind,
    ...(exposure === null ? {} : { exposure }),
    minimum: minimumC,
    ...(station === '' ? {} : { station })
  }
}

async function sendPart(deps: ServiceDeps, rows: readonly NumberedRow[]): Promise<BatchOutcome> {
  const words = wordsIn(deps.lang ?? 'en').observe
  const body = JSON.stringify({ observations: rows.map(bodyRow) })
  for (let attempt = 1; ; attempt += 1) {
    const response = await tryOnce(deps, body)
    if (response !== null && response.status === 200) return readAnswer(response, rows, words)
    if (response !== null && response.status === 422) return readRefusal(response, rows, words)
    if (
      attempt >= maxAttempts ||
      (response !== null && ![429, 500, 502, 503, 504].includes(response.status))
    ) {
      throw new ServiceRefusal(refusalMessage(deps, response, words))
    }
    await deps.wait(waitMs(response, attempt))
  }
}

async function tryOnce(deps: ServiceDeps, body: string): Promise<OutgoingResponse | null> {
  try {
    return await deps.send({
      url: `${deps.baseUrl}/observations`,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': deps.key },
      body,
      totalTimeoutMs: 30_000
    })
  } catch {
    return null
  }
}

function waitMs(response: OutgoingResponse | null, attempt: number): number {
  const asked = retryAfterSeconds(response?.headers['retry-after'], Date.now()) ?? 0
  return Math.min(longestWaitMs, asked > 0 ? asked * secondMs : 500 * 2 ** attempt)
}

interface Answer {
  readonly stored: number
  readonly replaced: number
  readonly unchanged: number
  readonly observations: readonly {
    readonly index: number
    readonly status: string
    readonly detail: string | null
  }[]
}

function readAnswer(response: OutgoingResponse, rows: readonly NumberedRow[], words: Words): BatchOutcome {
  const answer = JSON.parse(Buffer.from(response.body).toString()) as Answer
  const { stored, replaced, unchanged } = answer
  const refused = answer.observations
    .filter((one) => one.status === 'refused')
    .map((one) => ({ line: rows[one.index]?.line ?? 0, reason: one.detail ?? words.refusedRow }))
  return { stored, replaced, unchanged, refused }
}

/** None of the rows was taken: the problem's pointers say why for each. */
function readRefusal(response: OutgoingResponse, rows: readonly NumberedRow[], words: Words): BatchOutcome {
  const problem = JSON.parse(Buffer.from(response.body).toString()) as {
    readonly detail?: string
    readonly errors?: readonly { readonly pointer: string; readonly detail: string }[]
  }
  const reasons = new Map(
    (problem.errors ?? []).map((one) => [Number(/^\/observations\/(\d+)/.exec(one.pointer)?.[1]), one.detail])
  )
  const refused = rows.map((row, index) => ({
    line: row.line,
    reason: reasons.get(index) ?? problem.detail ?? words.refusedRow
  }))
  return { stored: 0, replaced: 0, unchanged: 0, refused }
}

function refusalMessage({ baseUrl }: ServiceDeps, response: OutgoingResponse | null, words: Words): string {
  if (response === null) return words.noAnswer(baseUrl)
  if (response.status === 401) return words.unknownKey
  if (response.status === 404) return words.noApi(baseUrl)
  return words.serviceAnswers(baseUrl, response.status)
}
