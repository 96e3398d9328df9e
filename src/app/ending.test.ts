import { expect, it } from 'vitest'
import { endInOrder } from './ending.ts'

it('ends the parts of a group together, the groups in order, and goes on where a part fails', async () => {
  const ended: string[] = []
  const second = Promise.withResolvers<void>()
  const reported: unknown[] = []
  await endInOrder(
    [
      [
        // Ends only once the part after it has begun to end.
        () => second.promise.then(() => void ended.push('rounds')),
        async () => {
          second.resolve()
          throw new Error('away')
        }
      ],
      [async () => void ended.push('store')]
    ],
    (event, details) => reported.push([event, details])
  )
  expect(ended).toEqual(['rounds', 'store'])
  expect(reported).toEqual([['not_ended_in_order', { message: 'away' }]])
})
