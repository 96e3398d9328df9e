/** What the answer to a request means: nothing but what the operator's file names is a success. */
import { heard, holds } from './condition.ts'
import type { Gateway } from './schema.ts'

export type AnswerMeaning = 'accepted' | 'gone' | 'unknown'

export function answerOf(
  { accepted, gone = [] }: Pick<Gateway, 'accepted' | 'gone'>,
  status: number,
  text: string
): AnswerMeaning {
  const answer = heard(status, text)
  if (gone.some((one) => holds(one, answer))) return 'gone'
  return holds(accepted, answer) ? 'accepted' : 'unknown'
}
