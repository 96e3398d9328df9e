/** What an answer of a gateway means, by the operator's description of it. Takes time in proportion to the answer. */
import { valueAt } from '../../common/json-pointer.ts'
import type { Condition, Gateway } from './schema.ts'

/** An answer, or a part of what the gateway sent by itself. */
interface Heard {
  readonly status: number | null
  readonly text: string
  /** Undefined where it is no JSON. */
  readonly json: unknown
}

export function heard(status: number | null, text: string): Heard {
  return { status, text, json: jsonOf(text) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether all that the condition names holds. */
export function holds({ status, json, equals, match }: Condition, answer: Heard): boolean {
  if (status !== undefined && !status.includes(answer.status ?? 0)) return false
  if (json !== undefined) {
    const found = valueAt(answer.json, json)
    if (found === undefined) return false
    if (equals !== undefined && !equals.some((one) => String(one) === String(found))) return false
  }
  return match === undefined || isLike(answer.text.trim(), match)
}

/** `*` stands for any letters. Each piece is sought once, from the left. */
function isLike(text: string, pattern: string): boolean {
  const pieces = pattern.split('*')
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)]
  if (pieces.length === 1) return text === pattern
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false
  let from = first.length
  for (const piece of pieces.slice(1, -1)) {
    const at = text.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return from <= text.length - last.length
}

type AnswerMeaning = 'accepted' | 'gone' | 'unknown'

export function answerOf(
  { accepted, gone = [] }: Pick<Gateway, 'accepted' | 'gone'>,
  status: number,
  text: string
): AnswerMeaning {
  const answer = heard(status, text)
  if (gone.some((one) => holds(one, answer))) return 'gone'
  return holds(accepted, answer) ? 'accepted' : 'unknown'
}
