/**
 * Answers cached as bytes, from the second request for the same snapshot, question and step on, until one of
 * them changes. Most answers are requested once, so a client that sweeps over many points cannot push out
 * what many clients request.
 */

import { recentlyUsed } from '../common/recently-used.ts'
import type { Point } from '../weather/point.ts'
import type { Problem } from './problem.ts'
import { type ByteText, compressedForm, type SerializedBody, sendable } from './serialized-body.ts'

/**
 * Where an answer comes from; a kept answer is good only while the forecast and what was learned of the point are still
 * these.
 */
export interface AnswerOrigin {
  readonly point: Point
  /** The snapshot's meta, compared by identity. */
  readonly source: object | null
  /** What was known of the point: see `Knowledge.version`. */
  readonly knowledgeVersion: number
  /** The answer changes or may be renewed at [ms since epoch]. */
  readonly goodUntil: number
  /** The later of snapshot and step [ms since epoch]. */
  readonly modifiedAt: number
}

export interface CachedResponse extends AnswerOrigin, SerializedBody {
  readonly key: string
  readonly lastModified: string
  /** Headers of this answer alone, such as `Link`: name, value, name, value … */
  readonly extraHeaders: readonly string[]
  /** Its forms that were sent, plain and compressed. */
  readonly sent: SentForm[]
}

/** An answer in one form, with the headers that are the same each time. */
export interface SentForm {
  readonly body: ByteText
  /** Of this answer alone: name, value, name, value … */
  readonly headers: readonly string[]
  /** These and the fixed ones, as lines of a head. */
  readonly lines: string
}

/** A request target that was read and checked before: its next answer needs no reading and no checking. */
export interface KnownQuestion {
  readonly operation: string
  /** The operation's id, a space, and what else distinguishes the answer. */
  readonly key: string
  /** Computes the answer again without waiting; null where data must be fetched first. */
  readonly ready: (nowAt: number) => (() => CachedResponse | Problem) | null
}

export interface ResponseCache {
  readonly get: (key: string) => CachedResponse | null
  /** Builds an answer from a body; it is cached if the same one was built before. */
  readonly set: (
    key: string,
    body: string,
    origin: AnswerOrigin,
    extraHeaders: readonly string[]
  ) => CachedResponse
  /** The compressed form, or null where it is not worth it yet. */
  readonly compressed: (answer: CachedResponse) => ByteText | null
  /** The question of a raw request target that was read before, or null. */
  readonly questionOf: (target: string) => KnownQuestion | null
  readonly remember: (target: string, question: KnownQuestion) => void
}

/** Of an answer beside its bytes: its key, its origin, and the lines of its head in one or two forms. */
const overheadBytes = 1000
const longestTarget = 300
/**
 * One target is remembered for so many bytes of answers, and never fewer than four thousand (a few
 * megabytes).
 */
const bytesPerQuestion = 8000
const fewestQuestions = 4000
/**
 * How many answers are remembered to have been given once, without their bytes [about 100 bytes each]. V8's table of
 * more than 16,384 entries, each of which replaces another, grows to twice the size.
 */
const mostAskedOnce = 16_000

/** A cache of at most `mostBytes`; the least recently used answer goes first. */
export function createResponseCache(mostBytes: number): ResponseCache {
  const answers = recentlyUsed<CachedResponse>(mostBytes, { sizeOf })
  const askedOnce = recentlyUsed<number>(mostAskedOnce)
  const questions = recentlyUsed<KnownQuestion>(
    Math.max(fewestQuestions, Math.floor(mostBytes / bytesPerQuestion))
  )
  return {
    get(key) {
      const answer = answers.get(key)
      if (answer === undefined) return null
      answer.uses++
      return answer
    },
    set(key, body, origin, extraHeaders) {
      const isAskedAgain = askedOnce.get(key) === origin.goodUntil
      // Spread first: V8 makes what a plain literal makes among old objects once much of it was kept, and the text that
      // an old object refers to stays until all memory is marked.
      const answer: CachedResponse = {
        ...origin,
        key,
        ...sendable(body),
        lastModified: new Date(origin.modifiedAt).toUTCString(),
        extraHeaders,
        sent: [],
        gzip: null,
        uses: isAskedAgain ? 2 : 1
      }
      if (isAskedAgain) answers.set(key, answer)
      else askedOnce.set(key, origin.goodUntil)
      return answer
    },
    compressed(answer) {
      const isNew = answer.gzip === null
      const gzip = compressedForm(answer)
      // It has grown: its size is counted again, if it is still cached.
      if (isNew && gzip !== null && answers.peek(answer.key) === answer) answers.set(answer.key, answer)
      return gzip
    },
    questionOf: (target) => questions.get(target) ?? null,
    remember(target, question) {
      if (target.length <= longestTarget) questions.set(target, question)
    }
  }
}

function sizeOf(answer: CachedResponse): number {
  return answer.body.length + (answer.gzip?.length ?? 0) + overheadBytes
}
