/** Answers kept as bytes: made once per snapshot, request and step, given again until one of them changes. */
import { compressedForm, etagOf, type WrittenForm } from './written-form.ts'

/** Where an answer comes from; a kept answer is good only while `source` is still the very same object. */
export interface AnswerOrigin {
  /** See `pointKey`; '' for answers that depend on no point. */
  readonly pointKey: string
  /** The snapshot's meta, compared by identity. */
  readonly source: object | null
  /** The answer changes or may be renewed at [ms since epoch]. */
  readonly goodUntil: number
  /** The later of snapshot and step [ms since epoch]. */
  readonly modifiedAt: number
}

export interface KeptAnswer extends AnswerOrigin, WrittenForm {
  readonly lastModified: string
  /** Headers of this answer alone, such as `Link`, name after value. */
  readonly extraHeaders: readonly string[]
}

export interface KeptAnswers {
  readonly get: (key: string) => KeptAnswer | null
  readonly set: (
    key: string,
    body: Buffer,
    origin: AnswerOrigin,
    extraHeaders: readonly string[]
  ) => KeptAnswer
  /** The compressed form, or null where it is not worth it yet. */
  readonly compressed: (answer: KeptAnswer) => Buffer | null
  /** The key that a raw request target came to before, or null. */
  readonly keyOf: (target: string) => string | null
  readonly remember: (target: string, key: string) => void
}

const overheadBytes = 700
const longestTarget = 300

/** Kept answers of at most `mostBytes`, least recently used out first. */
export function createKeptAnswers(mostBytes: number): KeptAnswers {
  const answers = new Map<string, KeptAnswer>()
  const keys = new Map<string, string>()
  const mostKeys = Math.max(1000, Math.floor(mostBytes / 4000))
  let bytes = 0

  const drop = (key: string): void => {
    const one = answers.get(key)
    if (one === undefined) return
    answers.delete(key)
    bytes -= sizeOf(one)
  }
  const trim = (spare: string): void => {
    for (const oldest of answers.keys()) {
      if (bytes <= mostBytes || oldest === spare) return
      drop(oldest)
    }
  }
  return {
    get(key) {
      const answer = answers.get(key)
      if (answer === undefined) return null
      answers.delete(key)
      answers.set(key, answer)
      answer.uses++
      return answer
    },
    set(key, body, origin, extraHeaders) {
      drop(key)
      const answer: KeptAnswer = {
        ...origin,
        body,
        etag: etagOf(body),
        lastModified: new Date(origin.modifiedAt).toUTCString(),
        extraHeaders,
        gzip: null,
        uses: 1
      }
      answers.set(key, answer)
      bytes += sizeOf(answer)
      trim(key)
      return answer
    },
    compressed(answer) {
      const before = sizeOf(answer)
      const gzip = compressedForm(answer)
      bytes += sizeOf(answer) - before
      return gzip
    },
    keyOf: (target) => keys.get(target) ?? null,
    remember(target, key) {
      if (target.length > longestTarget) return
      if (keys.size >= mostKeys) keys.clear()
      keys.set(target, key)
    }
  }
}

function sizeOf(answer: KeptAnswer): number {
  return answer.body.length + (answer.gzip?.length ?? 0) + overheadBytes
}
