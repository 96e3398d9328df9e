import { expect, it } from 'vitest'
import { createGate, createGates } from './gate.ts'

const never = new AbortController().signal

it('lets so many pass at a time, and the others in the order in which they came', async () => {
  const gate = createGate({ underWay: 2, waiting: 9 })
  const order: string[] = []
  const enter = async (name: string): Promise<() => void> => {
    const pass = await gate.enter(never)
    if (pass === null) throw new Error('refused')
    order.push(name)
    return pass
  }
  const [one, two] = [enter('one'), enter('two')]
  const [three, four] = [enter('three'), enter('four')]
  ;(await two)()
  ;(await three)()
  await four
  expect(order).toEqual(['one', 'two', 'three', 'four'])
  expect([gate.underWay(), gate.waiting(), gate.isCrowded()]).toEqual([2, 0, true])
  ;(await one)()
  ;(await four)()
  expect([gate.underWay(), gate.isCrowded()]).toEqual([0, false])
})

it('refuses who comes while too many wait, and who has given up, and gives nobody their turn', async () => {
  const gate = createGate({ underWay: 1, waiting: 2 })
  const pass = await gate.enter(never)
  const ending = new AbortController()
  const impatient = gate.enter(ending.signal)
  const patient = gate.enter(never)
  expect(await gate.enter(never)).toBeNull()
  ending.abort()
  expect(await impatient).toBeNull()
  expect(await gate.enter(ending.signal)).toBeNull()
  pass?.()
  expect(await patient).not.toBeNull()
  expect([gate.underWay(), gate.waiting()]).toEqual([1, 0])
})

it('keeps visitors and the service itself apart, and every kind of question', async () => {
  const gates = createGates()
  const visitors = gates.of('a', 'visitor')
  while (!visitors.isCrowded()) await visitors.enter(never)
  expect(gates.of('a', 'visitor').isCrowded()).toBe(true)
  expect(gates.of('a', 'watched').isCrowded()).toBe(false)
  expect(gates.of('a season', 'visitor').isCrowded()).toBe(false)
})
