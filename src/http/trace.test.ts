import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { currentRequestId, runWithId, type Trace } from './trace.ts'

it('timers that begin in a request know its id and keep nothing else of it', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  let known: string | undefined
  const begin = () => {
    const asked: Trace = { requestId: 'a1', startedAt: 1 }
    const timer = runWithId(asked, () => {
      known = currentRequestId()
      return setTimeout(() => undefined, 60_000)
    })
    return { timer, left: new WeakRef(asked) }
  }
  const { timer, left } = begin()
  await setImmediate()
  collect()
  expect([known, left.deref(), currentRequestId()]).toEqual(['a1', undefined, undefined])
  clearTimeout(timer)
})
