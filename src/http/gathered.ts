/** Joins texts that come shortly after each other: to write one costs as much as to make a short one. */
import { setTimeout } from 'node:timers/promises'

const mostLetters = 32_768
/** No text waits longer for the next one [ms]. */
const mostMs = 50

/** The same letters in fewer texts. */
export async function* gathered(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const iterator = texts[Symbol.asyncIterator]()
  let [held, late] = ['', Promise.resolve<null>(null)]
  try {
    for (let next = nextOf(iterator); ; ) {
      const text = await (held === '' ? next : Promise.race([next, late]))
      if (text?.done === true) break
      if (text !== null) {
        if (held === '') late = setTimeout(mostMs, null, { ref: false })
        held += text.value
        next = nextOf(iterator)
      }
      if (text !== null && held.length < mostLetters) continue
      yield held
      held = ''
    }
    if (held !== '') yield held
  } finally {
    await iterator.return?.()
  }
}

function nextOf(iterator: AsyncIterator<string>): Promise<IteratorResult<string>> {
  const next = iterator.next()
  // Where the reader is gone meanwhile, no one else hears of it.
  next.catch(() => undefined)
  return next
}
