import { describe, expect, it } from 'vitest'
import type { ClaimedMessage } from '../outbox-ports.ts'
import { knownReceivers, type Receiver } from './receiver-queue.ts'
import { createReceiverQueues, type StartedAttempt } from './receiver-queues.ts'

type ReceiverQueues = ReturnType<typeof createReceiverQueues>

const rules = {
  ...{ widest: 8, slowWidest: 3, unproven: 24, ownServers: 28, least: 8 },
  ...{ slowMs: 2000, aheadMs: 10_000, patienceMs: 5000, overloadedPatienceMs: 1000, minLeaseMs: 80_000 }
}
/** When attempts start, where it does not matter. */
const now = 980
const quick = { settled: true, tookMs: 20, at: 1000 }
const silent = { settled: false, tookMs: 20_000, at: 21_000 }

/** Messages as the queues see them: their receiver and their number. */
function messages(receiver: string, count: number, leasedUntil = 1e9): readonly ClaimedMessage[] {
  return Array.from(
    { length: count },
    (_, number) =>
      ({
        ...{ receiver, number, leasedUntil, run: null },
        due: { subscription: { threshold: 60 } },
        message: { kind: 'raised', madeAt: now, nights: [] }
      }) as unknown as ClaimedMessage
  )
}

/** `post` is a shared receiver of the operator; every other one is a subscriber's server. */
function open(known = knownReceivers()): ReceiverQueues {
  const receiverOf = (message: ClaimedMessage): Receiver => {
    const name = nameOf(message)
    return { name, isShared: name === 'post' }
  }
  return createReceiverQueues(rules, receiverOf, known)
}

function nameOf(message: ClaimedMessage): string {
  return (message as unknown as { receiver: string }).receiver
}

function takeAll(queues: ReceiverQueues): readonly StartedAttempt[] {
  const taken: StartedAttempt[] = []
  for (let one = queues.take(now); one !== null; one = queues.take(now)) taken.push(one)
  return taken
}

describe('receiver queues', () => {
  it('give a receiver one attempt at first, and twice as many after every quick answer, up to the widest', () => {
    const queues = open()
    queues.add(messages('a', 100), now)
    const widths: number[] = []
    let underWay = takeAll(queues)
    while (widths.length < 8) {
      widths.push(underWay.length)
      for (const started of underWay) queues.end(started, quick)
      underWay = takeAll(queues)
    }
    expect(widths).toEqual([1, 2, 8, 8, 8, 8, 8, 8])
  })

  it('let receivers take turns, each in the order of its messages', () => {
    const queues = open()
    queues.add([...messages('a', 3), ...messages('b', 3)], now)
    const order: string[] = []
    for (let one = queues.take(now); one !== null; one = queues.take(now)) {
      order.push(nameOf(one.message))
      queues.end(one, quick)
    }
    expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
    expect(queues.waiting()).toBe(0)
  })

  it('of one server the most urgent leave first, the soonest harm before later ones, proofs before all', () => {
    const hour = 3_600_000
    const night = (level: string, coldestAt: number) => ({ date: '2026-04-11', level, coldestAt })
    const made = [
      ['notice', 'raised', night('severe', now + 40 * hour)],
      ['warning', 'raised', night('moderate', now + 5 * hour)],
      ['alarm at 9', 'raised', night('high', now + 9 * hour)],
      ['quiet', 'cleared', night('low', now + 5 * hour)],
      ['alarm at 6', 'escalated', night('severe', now + 6 * hour)],
      ['proof', 'confirm', null],
      ['another alarm at 6', 'escalated', night('high', now + 6 * hour)]
    ].map(([name, kind, night]) => ({
      ...{ receiver: 'post', name, leasedUntil: 1e9 },
      due: { subscription: { threshold: 60 } },
      message: {
        ...{ kind, madeAt: now },
        nights: night === null ? [] : [{ date: '2026-04-11', standing: 'raised', isNew: true }]
      },
      run: night === null ? null : { nights: [night] }
    }))
    const queues = open()
    queues.add(made as unknown as readonly ClaimedMessage[], now)
    const order: unknown[] = []
    for (let one = queues.take(now); one !== null; one = queues.take(now)) {
      order.push(Reflect.get(one.message, 'name'))
      queues.end(one, quick)
    }
    expect(order).toEqual([
      'proof',
      'alarm at 6',
      'another alarm at 6',
      'alarm at 9',
      'warning',
      'notice',
      'quiet'
    ])
  })

  it('are not held up by a receiver that never answers, and give back what waits behind it', () => {
    const queues = open()
    queues.add([...messages('dead', 50), ...messages('a', 2)], now)
    const [dead, alive, ...more] = takeAll(queues)
    if (dead === undefined || alive === undefined) throw new Error('two attempts may start')
    expect([dead, alive].map(({ message }) => nameOf(message))).toEqual(['dead', 'a'])
    expect(more).toEqual([])
    expect(queues.ready()).toBe(0)
    queues.end(alive, quick)
    expect(takeAll(queues).map(({ message }) => nameOf(message))).toEqual(['a'])
    expect(queues.end(dead, silent)).toHaveLength(49)
    expect(queues.waiting()).toBe(0)
    queues.add(messages('dead', 2), now)
    expect(takeAll(queues)).toHaveLength(1)
  })

  it('give a receiver that has fallen silent one attempt again', () => {
    const queues = open()
    queues.add(messages('a', 40), now)
    for (let answered = 0; answered < 5; answered += 1) {
      const one = queues.take(now)
      if (one !== null) queues.end(one, quick)
    }
    const underWay = takeAll(queues)
    expect(underWay).toHaveLength(8)
    const returned = underWay.flatMap((started) => queues.end(started, silent))
    expect(returned).toHaveLength(40 - 5 - 8)
    queues.add(messages('a', 5), now)
    expect(takeAll(queues)).toHaveLength(1)
  })

  it('keep serving a slow receiver that accepts, with no more attempts than before', () => {
    const queues = open()
    queues.add(messages('slow', 3), now)
    const widths: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const underWay = takeAll(queues)
      widths.push(underWay.length)
      for (const started of underWay) {
        expect(queues.end(started, { settled: true, tookMs: 5000, at: 6000 })).toEqual([])
      }
    }
    expect(widths).toEqual([1, 1, 1])
  })

  it('give the operator’s own receiver a few attempts more where it takes messages slowly', () => {
    const queues = open()
    queues.add(messages('post', 20), now)
    const widths: number[] = []
    for (let round = 0; round < 4; round += 1) {
      const underWay = takeAll(queues)
      widths.push(underWay.length)
      for (const one of underWay) queues.end(one, { settled: true, tookMs: 5000, at: 6000 })
    }
    expect(widths).toEqual([1, 2, 3, 3])
  })

  it('give nothing back, and stay as wide, where one message is slow and the receiver has just answered others', () => {
    const queues = open()
    queues.add(messages('post', 40), now)
    for (let answered = 0; answered < 5; answered += 1) {
      const one = queues.take(now)
      if (one !== null) queues.end(one, quick)
    }
    const [slow, other] = takeAll(queues)
    if (slow === undefined || other === undefined) throw new Error('two attempts may start')
    queues.end(other, { ...quick, at: 5000 })
    expect(queues.end(slow, { settled: false, tookMs: 6000, at: 6999 })).toEqual([])
    expect(takeAll(queues)).toHaveLength(2)
    queues.add(messages('alone', 9), now)
    const [alone] = takeAll(queues)
    if (alone === undefined) throw new Error('one attempt may start')
    // A refusal is an answer.
    expect(queues.end(alone, { settled: true, tookMs: 6000, at: 6999 })).toEqual([])
    expect(takeAll(queues)).toHaveLength(1)
  })

  it('learn nothing about a receiver that was not asked', () => {
    const queues = open()
    queues.add(messages('a', 40), now)
    for (let held = 0; held < 5; held += 1) {
      const underWay = takeAll(queues)
      expect(underWay).toHaveLength(1)
      for (const one of underWay) expect(queues.end(one, null)).toEqual([])
    }
  })

  it('hold only a few messages for a receiver that has not answered yet, and postpone the others', () => {
    const queues = open()
    queues.add([...messages('new', 30), ...messages('a', 8)], now)
    expect(queues.makeRoom(now, false)).toEqual([])
    expect(queues.take(now)).not.toBeNull()
    expect(queues.makeRoom(now + 4999, false)).toEqual([])
    const postponed = queues.makeRoom(now + 6000, false)
    expect(postponed).toHaveLength(30 - 1 - 8)
    expect(new Set(postponed.map(({ inMs }) => inMs))).toEqual(new Set([12_000]))
    expect(queues.waiting()).toBe(8 + 8)
    // The first in the queue stay.
    expect(queues.take(now)?.message).toEqual(messages('a', 1)[0])
  })

  /** Eight at a time, each for 1.6 s: five a second. */
  function servePost(queues: ReceiverQueues, count: number): number {
    let at = 0
    for (let sent = 0; sent < count; sent += 8) {
      const underWay = Array.from({ length: 8 }, () => queues.take(at))
      at += 1600
      for (const started of underWay) {
        if (started !== null) queues.end(started, { settled: true, tookMs: 1600, at })
      }
    }
    return at
  }

  it('hold what a slow receiver can take soon, and postpone the others until their turn', () => {
    const queues = open()
    queues.add(messages('post', 1000), 0)
    const at = servePost(queues, 80)
    const left = queues.waiting()
    expect(queues.ready()).toBe(50)
    const postponed = queues.makeRoom(at, false)
    expect(queues.waiting()).toBe(50)
    expect(postponed).toHaveLength(left - 50)
    expect(postponed.slice(0, 3).map(({ inMs }) => inMs)).toEqual([10_000, 10_200, 10_400])
    // At most twice the time for which it was observed.
    expect(postponed.at(-1)?.inMs).toBe(2 * at)
    expect(queues.makeRoom(at, false)).toEqual([])
    queues.add(messages('post', 1000), at)
    expect(queues.makeRoom(at + 600_000, false).at(-1)?.inMs).toBe(120_000)
  })

  it('do not judge a pace by its first answer alone', () => {
    const queues = open()
    queues.add(messages('post', 5000), 0)
    servePost(queues, 1)
    expect(queues.makeRoom(1600, false)).toEqual([])
    const underOverload = queues.makeRoom(1600, true)
    expect(underOverload.at(-1)?.inMs).toBe(5000)
  })

  it('give back messages that have waited until their lease is short', () => {
    const queues = open()
    queues.add([...messages('a', 2, 100_000), ...messages('a', 3, 130_000)], now)
    expect(queues.makeRoom(20_000, false)).toEqual([])
    const late = queues.makeRoom(20_001, false)
    expect(late.map(({ message, inMs }) => [message.leasedUntil, inMs])).toEqual([
      [100_000, null],
      [100_000, null]
    ])
    expect(queues.waiting()).toBe(3)
  })

  it('postpone most messages for a receiver that did not answer the last attempt', () => {
    const queues = open()
    queues.add(messages('dead', 1), now)
    const [first] = takeAll(queues)
    if (first === undefined) throw new Error('one attempt may start')
    queues.end(first, silent)
    queues.add(messages('dead', 20), now)
    const [second] = takeAll(queues)
    if (second === undefined) throw new Error('one attempt may start')
    expect(queues.makeRoom(22_000, false).map(({ inMs }) => inMs)).toEqual(Array(11).fill('silent'))
    queues.end(second, { ...quick, at: 22_100 })
    queues.add(messages('dead', 20), now)
    expect(queues.makeRoom(22_100, false)).toEqual([])
  })

  it('reserve some attempts for receivers that answered the last one, however many others there are', () => {
    const known = knownReceivers()
    known.note('a', true)
    const queues = open(known)
    queues.add(Array.from({ length: 30 }, (_, host) => messages(`unproven ${host}`, 1)).flat(), now)
    queues.add(messages('a', 5), now)
    const underWay = takeAll(queues)
    expect(underWay).toHaveLength(24 + 1)
    const ours = underWay.find(({ queue }) => queue.receiver.name === 'a')
    const unproven = underWay.find(({ queue }) => queue.receiver.name !== 'a')
    if (ours === undefined || unproven === undefined) throw new Error('both start')
    queues.end(ours, quick)
    expect(takeAll(queues).map(({ queue }) => queue.receiver.name)).toEqual(['a', 'a'])
    // An unproven receiver that answers becomes known and makes room for the next.
    queues.end(unproven, quick)
    expect(known.has(unproven.queue.receiver.name)).toBe(true)
    expect(takeAll(queues).map(({ queue }) => queue.receiver.name)).toEqual(['unproven 24'])
  })

  it('reserve some attempts for the operator’s own receivers, however many known servers fall silent', () => {
    const known = knownReceivers()
    const servers = Array.from({ length: 40 }, (_, host) => `server ${host}`)
    for (const server of servers) known.note(server, true)
    const queues = open(known)
    queues.add(
      servers.flatMap((server) => messages(server, 1)),
      now
    )
    queues.add(messages('post', 9), now)
    const post = () => takeAll(queues).filter(({ queue }) => queue.receiver.name === 'post')
    const underWay = takeAll(queues)
    expect(underWay).toHaveLength(28 + 1)
    for (const one of underWay) if (one.queue.receiver.isShared) queues.end(one, quick)
    const [first, second, ...more] = post()
    if (first === undefined || second === undefined) throw new Error('two start')
    expect(more).toEqual([])
    // It also takes its turn among the others, and a shared receiver that does not answer counts as silent
    // itself.
    const server = underWay.find(({ queue }) => !queue.receiver.isShared)
    if (server === undefined) throw new Error('a server was asked')
    queues.end(server, silent)
    expect(takeAll(queues).map(({ queue }) => queue.receiver.name)).toEqual(['server 28'])
    queues.end(first, silent)
    queues.end(second, silent)
    queues.add(messages('post', 9), now)
    expect(takeAll(queues).map(({ toUnproven }) => toUnproven)).toEqual([true])
  })

  it('postpone messages for unproven receivers that wait for others to end', () => {
    const queues = open()
    queues.add(Array.from({ length: 30 }, (_, host) => messages(`unproven ${host}`, 20)).flat(), now)
    expect(takeAll(queues)).toHaveLength(24)
    expect(queues.makeRoom(now + 5000, false)).toHaveLength(24 * (19 - 8) + 6 * (20 - 8))
    expect(queues.waiting()).toBe(30 * 8)
    // Under overload, queues without a running attempt are emptied and the others keep one message. All are
    // only postponed: nothing is known against their receivers.
    const postponed = queues.makeRoom(now + 5000, true)
    expect(postponed.map(({ inMs }) => inMs)).toEqual(Array(6 * 8 + 24 * 7).fill(10_000))
  })

  it('hold one message behind a slow receiver under overload, and none of a silent one is due again at once', () => {
    const queues = open()
    queues.add([...messages('slow', 9), ...messages('dead', 1)], now)
    const [slow, dead] = takeAll(queues)
    if (slow === undefined || dead === undefined) throw new Error('two attempts may start')
    queues.end(slow, { settled: true, tookMs: 15_000, at: 16_000 })
    queues.end(dead, silent)
    expect(queues.take(now)).not.toBeNull()
    queues.add(messages('dead', 2), now)
    const postponed = queues.makeRoom(21_000, true)
    const awayOf = (name: string) =>
      postponed.filter(({ message }) => nameOf(message) === name).map(({ inMs }) => inMs)
    expect(awayOf('slow')).toEqual([15_000, 30_000, 40_040, 40_040, 40_040, 40_040])
    expect(awayOf('dead')).toEqual([40_040, 40_040])
    expect(queues.waiting()).toBe(1)
  })

  it('count none as ready that wait for unproven receivers to end', () => {
    const queues = open()
    queues.add(Array.from({ length: 30 }, (_, host) => messages(`unproven ${host}`, 2)).flat(), now)
    expect(queues.ready()).toBe(30)
    const [one] = takeAll(queues)
    expect(queues.waiting()).toBe(60 - 24)
    expect(queues.ready()).toBe(0)
    if (one !== undefined) queues.end(one, silent)
    expect(queues.ready()).toBe(6)
  })

  it('try receivers that have not failed yet before those that have', () => {
    const queues = open()
    const dead = Array.from({ length: 24 }, (_, host) => messages(`dead ${host}`, 1)).flat()
    queues.add(dead, now)
    for (const one of takeAll(queues)) queues.end(one, silent)
    queues.add([...dead, ...messages('fresh', 1)], now)
    expect(queues.take(now)?.queue.receiver.name).toBe('fresh')
  })

  it('count a receiver that has fallen silent as unproven', () => {
    const known = knownReceivers()
    known.note('a', true)
    const queues = open(known)
    queues.add(messages('a', 1), now)
    const [one] = takeAll(queues)
    if (one === undefined) throw new Error('one attempt may start')
    expect(one.toUnproven).toBe(false)
    queues.end(one, silent)
    expect(known.has('a')).toBe(false)
    queues.add(messages('a', 1), now)
    expect(takeAll(queues)[0]?.toUnproven).toBe(true)
  })
})

describe('known receivers', () => {
  it('are remembered up to a number; the one that answered longest ago is forgotten first', () => {
    const known = knownReceivers(2)
    for (const name of ['a', 'b', 'a', 'c']) known.note(name, true)
    expect(['a', 'b', 'c'].map(known.has)).toEqual([true, false, true])
    known.note('c', false)
    expect(known.has('c')).toBe(false)
  })
})
