import { describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../common/time.ts'
import type { AlertNight } from './alert-night.ts'
import { decideContent } from './content.ts'
import type { DueMessage, FixedMessage, OpenEpisode } from './outbox-ports.ts'
import { alertRules } from './rules.ts'

const now = Date.UTC(2026, 3, 12)
const deps = {
  timezoneOf: () => 'Europe/Istanbul',
  nameOf: () => null,
  isCalled: () => false,
  messageId: () => 'msg_new'
}

/** A message that may have been sent by a worker that died. */
function repeated(nights: FixedMessage['nights'], episodes: readonly OpenEpisode[]): DueMessage {
  const fixed = {
    messageId: 'msg_old',
    kind: 'raised',
    runSeq: 1,
    nights,
    madeAt: now,
    counted: false,
    endsDataGap: false
  } as const
  return {
    ...{ seq: 1, trigger: 'change', attempts: 1, createdAt: now, fixed, maybeSent: true, stageIsOld: false },
    ...{
      dataGap: { date: null, open: false, notified: false },
      currentRun: null,
      countedSentAt: [],
      threads: new Map(),
      episodes
    },
    subscription: {
      ...{ seq: 1, id: 'sub_1', state: 'active', preview: false, location: 'malatya', channel: 'plain' },
      ...{
        threshold: 60,
        language: 'tr',
        label: null,
        labelIsOwn: true,
        crop: 'generic',
        stage: null,
        exposure: null
      },
      ...{ destination: null, rateLimitKey: null, confirmUntil: null, lastSentAt: null },
      secret: { number: 0, changedAt: null }
    }
  }
}

function episode(overAt: number): OpenEpisode {
  return {
    date: '2026-04-11',
    state: 'raised',
    overAt,
    notifiedAt: null,
    notifiedState: null,
    notified: null
  }
}

describe('a sign of life after half a year', () => {
  const { stillWatchingAfterMs } = alertRules
  const waiting = (lastSentAt: number | null): DueMessage => {
    const due = repeated([], [])
    const subscription = { ...due.subscription, lastSentAt }
    return { ...due, subscription, trigger: 'still_watching', fixed: null, maybeSent: false, attempts: 0 }
  }

  it.each([
    ['is given where nothing was ever said', null, 'send'],
    ['is given where nothing was said for so long', now - stillWatchingAfterMs, 'send'],
    ['says nothing where something was said while it waited', now - stillWatchingAfterMs + 1, 'drop']
  ] as const)('%s', (_, lastSentAt, act) => {
    expect(decideContent(waiting(lastSentAt), now, deps)).toMatchObject({ act })
  })
})

describe('a message that may have been sent', () => {
  const notified = [{ date: '2026-04-11', standing: 'raised' }] as const
  const seen = [{ date: '2026-04-11', standing: 'seen' }] as const

  it.each([
    ['is repeated as it was while its night lasts', notified, [episode(now + 1)], 'send'],
    ['comes too late once its night is over', notified, [episode(now)], 'expire'],
    [
      'comes too late once its night is so long over that nobody looks at it any more',
      notified,
      [],
      'expire'
    ],
    ['is repeated where it told no night of its own', seen, [], 'send']
  ] as const)('%s', (_, nights, episodes, act) => {
    expect(decideContent(repeated(nights, episodes), now, deps)).toMatchObject(
      act === 'send' ? { act, message: { messageId: 'msg_old' } } : { act, reason: 'night_over' }
    )
  })
})

describe('a data gap', () => {
  const due = (change: Partial<DueMessage>, lastSentAt: number | null): DueMessage => {
    const before = repeated([], [])
    const subscription = { ...before.subscription, lastSentAt }
    return { ...before, fixed: null, maybeSent: false, attempts: 0, ...change, subscription }
  }

  it.each([
    ['waits for half an hour after another message', 60, { act: 'wait', until: now + 25 * minuteMs }],
    ['is said at once where its coldest hour comes before', 10, { act: 'send', message: { kind: 'blind' } }]
  ] as const)('%s', (_, minutesLeft, expected) => {
    const dataGap = { date: '2026-04-12', open: true, notified: false }
    const createdAt = now - 12 * hourMs + minutesLeft * minuteMs
    const open = due({ trigger: 'blind', dataGap, createdAt }, now - 5 * minuteMs)
    expect(decideContent(open, now, deps)).toMatchObject(expected)
  })

  const spread = { airTemperatureMinC: 6, sigmaAirC: 2, plantTemperatureMinC: 5, sigmaC: 2 }
  const degrees = { temperatureC: -2, probability: 0.2, of: 'air' } as const
  it.each([
    ['of a score far below the threshold is no news', 60, { score: 5.9 }, 'drop'],
    ['of a tenth of the threshold is', 60, { score: 6 }, 'send'],
    [
      'of a probability far below the one asked for is no news',
      degrees,
      { score: 90, distribution: spread },
      'drop'
    ],
    ['of a night whose numbers are unknown is', 60, { score: null }, 'send']
  ] as const)('%s', (_, threshold, facts, act) => {
    const dataGap = { date: '2026-04-12', open: true, notified: false }
    const night = { date: '2026-04-12', coldestAt: now + 5 * hourMs, ...facts }
    const currentRun = { seq: 1, nights: [night] } as never
    const open = due({ trigger: 'blind', dataGap, currentRun }, null)
    const subscription = { ...open.subscription, threshold }
    expect(decideContent({ ...open, subscription }, now, deps)).toMatchObject({ act })
    const raised = { ...episode(now + 6 * hourMs), date: '2026-04-12' }
    const stands = { ...open, subscription, episodes: [raised] }
    expect(decideContent(stands, now, deps)).toMatchObject({ act: 'send' })
  })

  it('holds back the reminder at dusk of its own night alone', () => {
    const night = { date: '2026-04-12', coldestAt: now + 5 * hourMs, score: 70 }
    const raised = { ...episode(now + 6 * hourMs), date: night.date, notifiedState: 'raised' as const }
    const currentRun = { seq: 1, nights: [night] } as never
    const dusk = (date: string) =>
      due(
        { trigger: 'dusk', dataGap: { date, open: true, notified: false }, currentRun, episodes: [raised] },
        null
      )
    expect(decideContent(dusk('2026-04-12'), now, deps)).toEqual({ act: 'drop', reason: 'data_gap' })
    // Of the night before nothing was said where no one needed it.
    expect(decideContent(dusk('2026-04-11'), now, deps)).toMatchObject({
      act: 'send',
      message: { kind: 'dusk' }
    })
  })

  it('ends by day with a message that counts: not as the fifth of a night', () => {
    const day = now + 8 * hourMs
    const dataGap = { date: '2026-04-12', open: false, notified: true }
    const run = { seq: 1, nights: [{ date: '2026-04-12', coldestAt: day + minuteMs }] } as never
    const ended = (sent: number, currentRun = run) =>
      due({ trigger: 'sighted', dataGap, currentRun, countedSentAt: Array(sent).fill(day - minuteMs) }, null)
    expect(decideContent(ended(3), day, deps)).toMatchObject({ act: 'send', message: { kind: 'sighted' } })
    expect(decideContent(ended(4), day, deps)).toEqual({ act: 'drop', reason: 'message_limit' })
    const again = { ...ended(3), dataGap: { ...dataGap, open: true } }
    expect(decideContent(again, day, deps)).toEqual({ act: 'drop', reason: 'never_told_blind' })
    const later = { act: 'drop', reason: 'night_over' }
    expect(decideContent(ended(3), day + 2 * minuteMs, deps)).toEqual(later)
  })
})

it('a risk that is back after its all-clear is announced, though an earlier warning of it was answered', () => {
  const night = {
    ...{ date: '2026-04-11', level: 'high', score: 70, plantTemperatureMinC: -3, frostFromAt: null },
    ...{ coldestAt: now + 3 * hourMs, overAt: now + 5 * hourMs }
  } as AlertNight
  const origin = { issuedAt: now, confirmedAt: now, attribution: '', synthetic: false }
  const run = { ...origin, seq: 2, nights: [night] }
  const before = repeated([], [])
  const act = (notifiedState: 'raised' | 'cleared') =>
    decideContent(
      {
        ...{ ...before, fixed: null, maybeSent: false, attempts: 0, currentRun: run },
        episodes: [
          { ...episode(night.overAt), notifiedState, notified: night, seen: night, seenAt: now - hourMs }
        ]
      },
      now,
      deps
    ).act
  expect([act('raised'), act('cleared')]).toEqual(['drop', 'send'])
})
