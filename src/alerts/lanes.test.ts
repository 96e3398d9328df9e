import { describe, expect, it } from 'vitest'
import { knownReceivers } from './known-receivers.ts'
import { type Departure, type Lanes, openLanes, type Receiver } from './lanes.ts'
import type { ClaimedMessage } from './outbox-ports.ts'

const rules = { widest: 8, slowMs: 2000, aheadMs: 10_000, least: 8, patienceMs: 1000, strangers: 24 }
/** When messages depart, where it does not matter. */
const now = 980
const quick = { settled: true, tookMs: 20, at: 1000 }
const silent = { settled: false, tookMs: 20_000, at: 21_000 }

/** Messages as the lanes see them: whose they are, and which. */
function messages(receiver: string, count: number): readonly ClaimedMessage[] {
  return Array.from({ length: count }, (_, number) => ({ receiver, number }) as unknown as ClaimedMessage)
}

function open(known = knownReceivers()): Lanes {
  const receiverOf = (message: ClaimedMessage): Receiver => ({ name: nameOf(message), isShared: false })
  return openLanes(rules, receiverOf, known)
}

function nameOf(message: ClaimedMessage): string {
  return (message as unknown as { receiver: string }).receiver
}

function takeAll(lanes: Lanes): readonly Departure[] {
  const taken: Departure[] = []
  for (let one = lanes.take(now); one !== null; one = lanes.take(now)) taken.push(one)
  return taken
}

describe('lanes', () => {
  it('give a receiver one attempt at first, and twice as many after every quick answer, up to the widest', () => {
    const lanes = open()
    lanes.add(messages('a', 100), now)
    const widths: number[] = []
    let underWay = takeAll(lanes)
    while (widths.length < 8) {
      widths.push(underWay.length)
      for (const departure of underWay) lanes.end(departure, quick)
      underWay = takeAll(lanes)
    }
    expect(widths).toEqual([1, 2, 8, 8, 8, 8, 8, 8])
  })

  it('let receivers take turns, each in the order of its messages', () => {
    const lanes = open()
    lanes.add([...messages('a', 3), ...messages('b', 3)], now)
    const order: string[] = []
    for (let one = lanes.take(now); one !== null; one = lanes.take(now)) {
      order.push(nameOf(one.message))
      lanes.end(one, quick)
    }
    expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
    expect(lanes.waiting()).toBe(0)
  })

  it('let one that never answers hold up nobody else, and give back what waits behind it', () => {
    const lanes = open()
    lanes.add([...messages('dead', 50), ...messages('a', 2)], now)
    const [dead, alive, ...more] = takeAll(lanes)
    if (dead === undefined || alive === undefined) throw new Error('two may depart')
    expect([dead, alive].map(({ message }) => nameOf(message))).toEqual(['dead', 'a'])
    expect(more).toEqual([])
    expect(lanes.moving()).toBe(0)
    lanes.end(alive, quick)
    expect(takeAll(lanes).map(({ message }) => nameOf(message))).toEqual(['a'])
    expect(lanes.end(dead, silent)).toHaveLength(49)
    expect(lanes.waiting()).toBe(0)
    lanes.add(messages('dead', 2), now)
    expect(takeAll(lanes)).toHaveLength(1)
  })

  it('narrow a receiver that has fallen silent to one attempt again', () => {
    const lanes = open()
    lanes.add(messages('a', 40), now)
    for (let answered = 0; answered < 5; answered += 1) {
      const one = lanes.take(now)
      if (one !== null) lanes.end(one, quick)
    }
    const underWay = takeAll(lanes)
    expect(underWay).toHaveLength(8)
    const given = underWay.flatMap((departure) => lanes.end(departure, silent))
    expect(given).toHaveLength(40 - 5 - 8)
    lanes.add(messages('a', 5), now)
    expect(takeAll(lanes)).toHaveLength(1)
  })

  it('keep serving a slow receiver that accepts, without widening its lane', () => {
    const lanes = open()
    lanes.add(messages('slow', 3), now)
    const widths: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const underWay = takeAll(lanes)
      widths.push(underWay.length)
      for (const departure of underWay) {
        expect(lanes.end(departure, { settled: true, tookMs: 5000, at: 6000 })).toEqual([])
      }
    }
    expect(widths).toEqual([1, 1, 1])
  })

  it('give nothing back, and stay as wide, where one message is slow and the receiver has just answered others', () => {
    const lanes = open()
    lanes.add(messages('post', 40), now)
    for (let answered = 0; answered < 5; answered += 1) {
      const one = lanes.take(now)
      if (one !== null) lanes.end(one, quick)
    }
    const [slow, other] = takeAll(lanes)
    if (slow === undefined || other === undefined) throw new Error('two may depart')
    lanes.end(other, { ...quick, at: 5000 })
    expect(lanes.end(slow, { settled: false, tookMs: 6000, at: 6999 })).toEqual([])
    expect(takeAll(lanes)).toHaveLength(2)
    lanes.add(messages('alone', 9), now)
    const [alone] = takeAll(lanes)
    if (alone === undefined) throw new Error('one may depart')
    // A refusal is an answer.
    expect(lanes.end(alone, { settled: true, tookMs: 6000, at: 6999 })).toEqual([])
    expect(takeAll(lanes)).toHaveLength(1)
  })

  it('learn nothing of a receiver from an attempt that was not made', () => {
    const lanes = open()
    lanes.add(messages('a', 9), now)
    const [departure] = takeAll(lanes)
    if (departure === undefined) throw new Error('one may depart')
    expect(lanes.end(departure, null)).toEqual([])
    expect(takeAll(lanes)).toHaveLength(1)
  })

  it('keep of a receiver that has not answered yet only a few, and send the others away for a while', () => {
    const lanes = open()
    lanes.add([...messages('new', 30), ...messages('a', 8)], now)
    expect(lanes.makeRoom(now, false)).toEqual([])
    expect(lanes.take(now)).not.toBeNull()
    expect(lanes.makeRoom(now + 999, false)).toEqual([])
    const postponed = lanes.makeRoom(now + 1000, false)
    expect(postponed).toHaveLength(30 - 1 - 8)
    expect(new Set(postponed.map(({ inMs }) => inMs))).toEqual(new Set([5000]))
    expect(lanes.waiting()).toBe(8 + 8)
    // Those who were there first stay.
    expect(lanes.take(now)?.message).toEqual(messages('a', 1)[0])
  })

  it('keep of a slow receiver what it can send soon, and tell the others when their turn comes, a minute ahead at most', () => {
    const lanes = open()
    lanes.add(messages('post', 500), now)
    let at = 0
    for (let sent = 0; sent < 80; sent += 8) {
      const underWay = Array.from({ length: 8 }, () => lanes.take(at))
      at += 1600
      for (const departure of underWay) {
        if (departure !== null) lanes.end(departure, { settled: true, tookMs: 1600, at })
      }
    }
    // Eight at a time, each for 1.6 s: five a second.
    const left = lanes.waiting()
    const postponed = lanes.makeRoom(at, false)
    expect(lanes.waiting()).toBe(50)
    expect(postponed).toHaveLength(left - 50)
    expect(postponed.slice(0, 3).map(({ inMs }) => inMs)).toEqual([10_000, 10_200, 10_400])
    expect(postponed.at(-1)?.inMs).toBe(60_000)
    expect(lanes.makeRoom(at, false)).toEqual([])
  })

  it('send away most of what comes for a receiver that did not answer when it was last asked', () => {
    const lanes = open()
    lanes.add(messages('dead', 1), now)
    const [first] = takeAll(lanes)
    if (first === undefined) throw new Error('one may depart')
    lanes.end(first, silent)
    lanes.add(messages('dead', 20), now)
    expect(lanes.makeRoom(22_000, false).map(({ inMs }) => inMs)).toEqual(Array(12).fill('silent'))
    const [second] = takeAll(lanes)
    if (second === undefined) throw new Error('one may depart')
    lanes.end(second, { ...quick, at: 22_100 })
    lanes.add(messages('dead', 20), now)
    expect(lanes.makeRoom(22_100, false)).toEqual([])
  })

  it('leave some attempts to receivers that answered when they were last asked, however many strangers there are', () => {
    const known = knownReceivers()
    known.note('a', true)
    const lanes = open(known)
    lanes.add(Array.from({ length: 30 }, (_, host) => messages(`stranger ${host}`, 1)).flat(), now)
    lanes.add(messages('a', 5), now)
    const underWay = takeAll(lanes)
    expect(underWay).toHaveLength(24 + 1)
    const ours = underWay.find(({ lane }) => lane.receiver === 'a')
    const stranger = underWay.find(({ lane }) => lane.receiver !== 'a')
    if (ours === undefined || stranger === undefined) throw new Error('both depart')
    lanes.end(ours, quick)
    expect(takeAll(lanes).map(({ lane }) => lane.receiver)).toEqual(['a', 'a'])
    // A stranger that answers is none any more, and makes room for the next.
    lanes.end(stranger, quick)
    expect(known.has(stranger.lane.receiver)).toBe(true)
    expect(takeAll(lanes).map(({ lane }) => lane.receiver)).toEqual(['stranger 24'])
  })

  it('send strangers away for a while that wait for others to end', () => {
    const lanes = open()
    lanes.add(Array.from({ length: 30 }, (_, host) => messages(`stranger ${host}`, 20)).flat(), now)
    expect(takeAll(lanes)).toHaveLength(24)
    expect(lanes.makeRoom(now + 1000, false)).toHaveLength(24 * (19 - 8) + 6 * (20 - 8))
    expect(lanes.waiting()).toBe(30 * 8)
    // In a crowd those whose attempt has not begun go altogether.
    expect(lanes.makeRoom(now + 1000, true)).toHaveLength(6 * 8)
  })

  it('take a receiver that has fallen silent for a stranger', () => {
    const known = knownReceivers()
    known.note('a', true)
    const lanes = open(known)
    lanes.add(messages('a', 1), now)
    const [one] = takeAll(lanes)
    if (one === undefined) throw new Error('one may depart')
    expect(one.toStranger).toBe(false)
    lanes.end(one, silent)
    expect(known.has('a')).toBe(false)
    lanes.add(messages('a', 1), now)
    expect(takeAll(lanes)[0]?.toStranger).toBe(true)
  })
})

describe('known receivers', () => {
  it('are remembered up to a number, whoever answered longest ago forgotten first', () => {
    const known = knownReceivers(2)
    for (const name of ['a', 'b', 'a', 'c']) known.note(name, true)
    expect(['a', 'b', 'c'].map(known.has)).toEqual([true, false, true])
    known.note('c', false)
    expect(known.has('c')).toBe(false)
  })
})
