import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts'
import { sendableBody } from './written-form.ts'

const origin = { pointKey: '', source: null, goodUntil: 1, modifiedAt: 0 }

/** A body that hardly becomes smaller by compressing. */
function body(characters: number): string {
  return randomBytes(characters).toString('base64').slice(0, characters)
}

function keptOf(answers: KeptAnswers, count: number): number {
  return Array.from({ length: count }, (_, index) => answers.get(String(index))).filter((one) => one !== null)
    .length
}

describe('the memory for answers', () => {
  it('counts a text as two bytes a character, which one Turkish letter makes of it', () => {
    const answers = createKeptAnswers(100_000)
    for (let index = 0; index < 20; index++) answers.set(String(index), `ş${body(9_299)}`, origin, [])
    expect(keptOf(answers, 20)).toBe(5)
  })

  it('counts an answer anew once it is bytes and compressed bytes', () => {
    const answers = createKeptAnswers(100_000)
    for (let index = 0; index < 5; index++) {
      const kept = answers.set(String(index), body(9_300), origin, [])
      kept.uses = 2
      sendableBody(kept)
      expect(answers.compressed(kept)?.length).toBeLessThan(8_000)
    }
    // Five texts of 19.3 kB left no room; five of 9.3 kB beside 7 kB each do.
    answers.set('5', body(5_000), origin, [])
    expect(keptOf(answers, 6)).toBe(6)
    for (let index = 6; index < 9; index++) answers.set(String(index), body(9_300), origin, [])
    expect(keptOf(answers, 9)).toBeLessThan(7)
  })

  it('does not bring back an answer that was let go while it was being given', () => {
    const answers = createKeptAnswers(100_000)
    const first = answers.set('0', body(9_300), origin, [])
    answers.set('0', body(9_300), origin, [])
    first.uses = 2
    answers.compressed(first)
    expect(answers.get('0')).not.toBe(first)
  })
})
