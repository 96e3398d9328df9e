/** Answers as bytes, cached from the second request on: a client that sweeps over points pushes nothing out. */

import { recentlyUsed } from '../common/recently-used.ts'
import type { Point } from '../weather/point.ts'
import type { Problem } from './problem.ts'
import { type ByteText, compressedForm, type SerializedBody, sendable } from './serialized-body.ts'

/** What a cached answer was made from: it is good only while forecast and learning of the point stay the same. */
export interface AnswerOrigin {
  readonly point: Point
  /** The snapshot's meta, compared by identity. */
  readonly source: object | null
  readonly knowledgeVersion: number
  /** The answer changes or may be renewed at [ms since epoch]. */
  readonly goodUntil: number
  /** The later of snapshot and step [ms since epoch]. */
  readonly modifiedAt: number
}

export interface AnswerForm {
  readonly contentType: string
  /** Headers of this answer alone, such as `Link`: name, value, name, value … */
  readonly extraHeaders: readonly string[]
}

export interface CachedResponse extends AnswerOrigin, AnswerForm, SerializedBody {
  readonly key: string
  readonly lastModified: string
  /** What was learned within its step changed it, so that its date does not distinguish it from an earlier one. */
  readonly isUndated: boolean
  readonly sent: {
    readonly body: ByteText
    /** For this answer alone: name, value, name, value … */
    readonly headers: readonly string[]
    /** All header lines, fixed and extra. */
    readonly lines: string
  }[]
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
  readonly set: (key: string, body: string, origin: AnswerOrigin, form: AnswerForm) => CachedResponse
  /** The compressed form, or null where it would save nothing. */
  readonly compressed: (answer: CachedResponse) => ByteText | null
  readonly questionOf: (target: string) => KnownQuestion | null
  readonly remember: (target: string, question: KnownQuestion) => void
}

/** Memory of an answer beside its bytes: key, origin, and the lines of its head in one or two forms. */
const overheadBytes = 1000
const longestTarget = 300
/** One target is remembered for this many bytes of answers, and never fewer than 4,000 (a few megabytes). */
const bytesPerQuestion = 8000
const fewestQuestions = 4000
/** The facts about an answer that are remembered without its bytes. */
type Made = Pick<CachedResponse, 'goodUntil' | 'modifiedAt' | 'etag' | 'isUndated'>

/** About 200 bytes each. V8's table of more than 16,384 entries that replace each other doubles. */
const maxMade = 16_000

export function createResponseCache(maxBytes: number): ResponseCache {
  const answers = recentlyUsed<CachedResponse>(maxBytes, { sizeOf })
  const made = recentlyUsed<Made>(maxMade)
  const questions = recentlyUsed<KnownQuestion>(
    Math.max(fewestQuestions, Math.floor(maxBytes / bytesPerQuestion))
  )
  return {
    get(key) {
      return answers.get(key) ?? null
    },
    set(key, body, origin, { contentType, extraHeaders }) {
      const before = made.get(key)
      const isAskedAgain = before?.goodUntil === origin.goodUntil
      const sent = sendable(body)
      const isOfOneDate = before?.modifiedAt === origin.modifiedAt
      const isUndated = isOfOneDate && (before.isUndated || before.etag !== sent.etag)
      // Spread first: V8 would make a plain literal among old objects, and hold its text until all memory is marked.
      const answer: CachedResponse = {
        ...origin,
        key,
        ...sent,
        isUndated,
        lastModified: new Date(origin.modifiedAt).toUTCString(),
        contentType,
        extraHeaders,
        sent: [],
        gzip: null
      }
      if (isAskedAgain) answers.set(key, answer)
      made.set(key, {
        goodUntil: origin.goodUntil,
        modifiedAt: origin.modifiedAt,
        etag: sent.etag,
        isUndated
      })
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
