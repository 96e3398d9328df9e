import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AlertNight } from '../../../src/alerts/alert-night.ts'
import type { Alerts } from '../../../src/alerts/alerts.ts'
import { deliverDue } from '../../../src/alerts/dispatch/dispatch.ts'
import { openHeartbeat } from '../../../src/alerts/heartbeat.ts'
import { confirmByToken } from '../../../src/alerts/links.ts'
import { watchRound } from '../../../src/alerts/round.ts'
import { tokenFor } from '../../../src/alerts/tokens.ts'
import { renderAtom } from '../../../src/channels/feed/channel.ts'
import { keepAliveEvent, renderServerSentEvent, streamOpening } from '../../../src/channels/sse/channel.ts'
import { registerFeeds } from '../../../src/http/alerts/feed-route.ts'
import { registerStreams } from '../../../src/http/alerts/stream-route.ts'
import { createClientKeys, parseTrustedProxies } from '../../../src/http/client-key.ts'
import { createLimiter } from '../../../src/http/limiter.ts'
import { openStream } from '../../contracts/http-alerts/open-stream.ts'
import { serveRoutes } from '../../routes-server.ts'
import { type AlertsHarness, maintenance } from './alerts-harness.ts'
import { instant } from './synthetic-nights.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const night = '2026-04-11'
const zone = 'Europe/Istanbul'
let app: AlertsHarness

beforeEach(async () => {
  app = await openTestedAlerts()
  app.goTo('2026-04-10 12:00')
})

afterEach(async () => {
  await app.close()
})

describe('the source dying', () => {
  it('at 15:00 is told at 21:00, once, and its end after the night by the next news of that day alone', async () => {
    await app.subscribe()
    await app.run({ [night]: { score: 70 } })
    await app.liveUntil('2026-04-10 15:00')
    app.sourceAlive = false
    await app.liveUntil('2026-04-10 23:00')
    const dataGap = app.heard.filter(({ message }) => message.kind === 'blind')
    expect(dataGap.map(({ at }) => at)).toEqual([instant('2026-04-10 21:00', zone)])
    expect(dataGap[0]?.message.confirmedAt).toBe(instant('2026-04-10 15:00', zone))
    app.sourceAlive = true
    await app.run({ [night]: { score: 72 } })
    await app.liveUntil('2026-04-11 09:00')
    expect(app.heard.at(-1)?.message).toMatchObject({ kind: 'blind' })
    await app.run({ '2026-04-12': { score: 70 } })
    expect(app.heard.at(-1)?.message).toMatchObject({ kind: 'raised', endsDataGap: true })
  })

  it('is told to have ended by the reminder of the next night, too', async () => {
    await app.subscribe()
    await app.run({ [night]: { score: 40 }, '2026-04-12': { score: 70 } })
    app.sourceAlive = false
    await app.liveUntil('2026-04-10 23:00')
    app.sourceAlive = true
    await app.run({ '2026-04-12': { score: 70 } })
    await app.liveUntil('2026-04-11 19:00')
    expect(app.kinds()).toEqual(['raised', 'blind', 'dusk'])
    expect(app.heard.at(-1)?.message).toMatchObject({ endsDataGap: true })
  })

  it('is not told to have ended days after its night', async () => {
    await app.subscribe()
    await app.run({ [night]: { score: 40 } })
    app.sourceAlive = false
    await app.liveUntil('2026-04-10 23:00')
    expect(app.kinds()).toEqual(['blind'])
    app.sourceAlive = true
    await app.run({ '2026-04-12': { score: 40 } })
    await app.liveUntil('2026-04-12 09:00')
    await app.run({ '2026-04-13': { score: 70 } })
    expect(app.heard.at(-1)?.message).toMatchObject({ kind: 'raised', endsDataGap: false })
  })

  it('by day is told to end half an hour after the message at the earliest, and not beside a reminder', async () => {
    await app.subscribe()
    await app.run({ '2026-04-12': { score: 70 } })
    await app.liveUntil('2026-04-11 12:02', 2)
    app.sourceAlive = false
    // The gap begins at 18:02, two minutes after the reminder at dusk.
    await app.liveUntil('2026-04-11 18:40', 1)
    app.sourceAlive = true
    await app.run({ '2026-04-12': { score: 70 } })
    await app.liveUntil('2026-04-11 21:00', 1)
    const at = app.heard.map(({ message, at: sentAt }) => [message.kind, sentAt / 60_000])
    expect(at.map(([kind]) => kind)).toEqual(['raised', 'dusk', 'blind', 'sighted'])
    for (const [index, [, minutes]] of at.entries())
      if (index > 0) expect(Number(minutes) - Number(at[index - 1]?.[1])).toBeGreaterThanOrEqual(30)
  })

  it('is also an answer without tonight: told six hours after the last one that had it, and ends with the next', async () => {
    await app.subscribe()
    await app.run({ [night]: { score: 30 }, '2026-04-12': { score: 20 } })
    const { stored } = app.alerts.forecasts
    const lastSeenAt = app.alerts.now()
    const whole = { ...app.alerts.forecasts }
    const lacking = async (...asked: Parameters<typeof stored>) => {
      const forecast = await stored(...asked)
      if (forecast === null) return null
      const [tonight, ...others] = forecast.nights
      const unknown = {
        ...tonight,
        score: null,
        level: 'unknown',
        plantTemperatureP10C: null,
        distribution: null
      }
      const nights = [{ ...unknown, confirmedAt: lastSeenAt } as AlertNight, ...others]
      return { ...forecast, runId: `${forecast.runId} lacking`, nights }
    }
    Object.assign(app.alerts.forecasts, { stored: lacking })
    await app.evaluateOnly()
    await app.liveUntil('2026-04-10 21:00')
    expect(app.kinds()).toEqual(['blind'])
    expect(app.heard[0]?.message.confirmedAt).toBe(lastSeenAt)
    expect(app.heard[0]?.at).toBe(instant('2026-04-10 18:00', zone))
    Object.assign(app.alerts.forecasts, whole)
    await app.run({ [night]: { score: 30 } })
    expect(app.kinds()).toEqual(['blind', 'sighted'])
  })

  it('is told at every place, also where one cannot be evaluated', async () => {
    await app.subscribe()
    await app.subscribe({ location: 'berlin' })
    for (const location of ['malatya', 'berlin']) await app.run({ [night]: { score: 70 } }, { location })
    const { stored } = app.alerts.forecasts
    const forecasts: Alerts['forecasts'] = {
      ...app.alerts.forecasts,
      stored: async (place, profile) => {
        if (place.slug === 'malatya') throw new Error('a row that cannot be read')
        return stored(place, profile)
      }
    }
    const reported: unknown[] = []
    const report: Alerts['report'] = (event, details) => reported.push([event, details])
    app.goTo('2026-04-10 21:00')
    const round = await watchRound({ ...app.alerts, forecasts, report })
    expect(round).toMatchObject({ lostData: 2, error: new Error('a row that cannot be read') })
    const details = {
      places: 1,
      named: ['malatya'],
      message: 'a row that cannot be read',
      err: expect.any(Error)
    }
    expect(reported).toEqual([['gaps_not_looked_at', details]])
    // Of another kind is a database that is away: nothing is said of any place.
    app.goTo('2026-04-10 22:00')
    const isAway = () => true
    await expect(watchRound({ ...app.alerts, forecasts }, new Set(), isAway)).rejects.toThrow('a row')
  })

  it('is told of a place that has a forecast again and cannot be evaluated, and the operator is told why', async () => {
    for (const location of ['malatya', 'berlin']) {
      await app.subscribe({ location })
      await app.run({ [night]: { score: 70 } }, { location })
    }
    app.goTo('2026-04-10 21:00')
    for (const location of ['malatya', 'berlin'])
      await app.run({ [night]: { score: 70 } }, { location, silently: true })
    const { evaluate } = app.alerts.episodes
    const episodes: Alerts['episodes'] = {
      ...app.alerts.episodes,
      evaluate: async (runs, ...rest) => {
        if (runs.some(({ profile }) => profile.location === 'malatya')) throw new Error('too many of them')
        return evaluate(runs, ...rest)
      }
    }
    const reported: unknown[] = []
    const report: Alerts['report'] = (event, details) => reported.push([event, details])
    const round = await watchRound({ ...app.alerts, episodes, report })
    expect(round).toMatchObject({ lostData: 1, error: new Error('too many of them') })
    const details = { places: 1, named: ['malatya'], message: 'too many of them', err: expect.any(Error) }
    expect(reported).toEqual([['gaps_not_looked_at', details]])
    expect((await watchRound({ ...app.alerts, report })).error).toBeNull()
  })

  it('at 02:00 is not told: the forecast for the night is hours old', async () => {
    await app.subscribe()
    await app.run({ [night]: { score: 70 } })
    await app.liveUntil('2026-04-11 02:00')
    app.sourceAlive = false
    await app.liveUntil('2026-04-11 12:00')
    expect(app.kinds()).not.toContain('blind')
  })

  it('is told to nobody on a night known to be mild, and to everyone where p10 was at +2 °C', async () => {
    await app.subscribe()
    // p10 lies 2 °C below the minimum in made nights.
    await app.run({ [night]: { score: 6, minimumC: 4.1 } })
    app.sourceAlive = false
    await app.liveUntil('2026-04-11 04:55')
    expect(app.kinds()).toEqual([])
    app.sourceAlive = true
    await app.run({ '2026-04-12': { score: 6, minimumC: 4 } })
    app.sourceAlive = false
    await app.liveUntil('2026-04-11 20:00')
    expect(app.kinds()).toEqual(['blind'])
  })

  it('so long that tonight was never seen is told to everyone, once a night', async () => {
    await app.subscribe()
    await app.run({ [night]: { score: 2, minimumC: 9 } })
    app.sourceAlive = false
    await app.liveUntil('2026-04-13 12:00', 15)
    expect(app.kinds()).toEqual(['blind', 'blind'])
  })

  it('is told by the second try also to who confirmed long ago and of a night that nobody has seen', async () => {
    app.answer = (_message, { attempt }) =>
      attempt === 1 ? { outcome: 'retry', afterSeconds: null, reason: 'down' } : null
    await app.subscribe({ channel: 'email', destination: { address: 'a' } })
    await app.liveUntil('2026-04-10 12:01', 1)
    const token = app.heard[0]?.message.links.confirmUrl?.split('/').at(-1) ?? ''
    expect(await confirmByToken(app.alerts, token)).toBe('confirmed')
    await app.run({ [night]: { score: 2, minimumC: 9 } })
    app.sourceAlive = false
    await app.liveUntil('2026-04-13 12:00', 15)
    expect(app.kinds()).toEqual(['confirm', 'blind', 'blind'])
    expect(app.heard.map(({ attempt }) => attempt)).toEqual([2, 2, 2])
  })

  it('is told to nobody once the night that nobody has seen is over', async () => {
    await app.subscribe()
    await app.run({ [night]: { score: 2, minimumC: 9 } })
    app.sourceAlive = false
    app.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    await app.liveUntil('2026-04-12 07:00', 15)
    app.answer = null
    await app.liveUntil('2026-04-12 16:00', 15)
    expect(app.kinds()).toEqual([])
  })

  it('is told of the next night, and not of the last one, by a service that was away in between', async () => {
    await app.subscribe()
    await app.run({ [night]: { score: 2, minimumC: 9 } })
    app.sourceAlive = false
    app.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    await app.liveUntil('2026-04-11 18:00')
    expect(app.alerts.now()).toBeLessThan((await app.alerts.outbox.nextDueAt()) ?? 0)
    app.answer = null
    app.goTo('2026-04-12 12:00')
    await app.liveUntil('2026-04-12 12:05')
    expect(app.kinds()).toEqual([])
    app.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    await app.liveUntil('2026-04-12 18:00')
    app.goTo('2026-04-13 17:00')
    app.answer = null
    await app.liveUntil('2026-04-13 17:05')
    expect(app.kinds()).toEqual(['blind'])
  })

  it('that nobody was told of ends silently, also where the end of an earlier one was never told', async () => {
    await app.subscribe()
    await app.run({ [night]: { score: 70 } })
    app.sourceAlive = false
    await app.liveUntil('2026-04-10 23:00')
    expect(app.kinds().at(-1)).toBe('blind')
    app.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    app.sourceAlive = true
    await app.run({ [night]: { score: 70 } })
    await app.liveUntil('2026-04-11 12:00')
    await app.run({ '2026-04-12': { score: 40 } })
    app.sourceAlive = false
    await app.liveUntil('2026-04-11 23:00')
    app.sourceAlive = true
    app.answer = null
    await app.run({ '2026-04-12': { score: 40 } })
    await app.liveUntil('2026-04-12 09:00')
    expect(app.kinds()).not.toContain('sighted')
  })

  it('that comes back before the blind message was taken is not told at all', async () => {
    await app.subscribe()
    await app.run({ [night]: { score: 8, minimumC: 1 } })
    app.sourceAlive = false
    app.answer = () => ({ outcome: 'retry', afterSeconds: null, reason: 'down' })
    await app.liveUntil('2026-04-10 22:00')
    app.sourceAlive = true
    app.answer = null
    await app.run({ [night]: { score: 8, minimumC: 1 } })
    await app.liveUntil('2026-04-11 08:00')
    expect(app.kinds()).toEqual([])
  })
})

describe('a place whose messages go unread', () => {
  const unread = new Set(['malatya'])

  it('is in no data gap while it is asked for rarely, and does not stop the heartbeat', async () => {
    await app.subscribe()
    await app.run({ [night]: { score: 70 } })
    app.goTo('2026-04-10 23:00')
    const heartbeat = openHeartbeat(app.alerts, async () => undefined)
    expect((await watchRound(app.alerts, unread)).lostData).toBe(0)
    expect(await heartbeat.ping(unread)).toBe('sent')
    expect((await watchRound(app.alerts)).lostData).toBe(1)
    expect(await heartbeat.ping()).toBe('data_gap')
  })
})

describe('a new subscription at a place without a forecast', () => {
  it('is told of no gap within ten minutes: its first forecast is on its way', async () => {
    app.goTo('2026-04-10 23:00')
    await app.subscribe()
    app.goTo('2026-04-10 23:09')
    expect((await watchRound(app.alerts)).lostData).toBe(0)
    app.goTo('2026-04-10 23:10')
    expect((await watchRound(app.alerts)).lostData).toBe(1)
  })
})

describe('the heartbeat', () => {
  it('goes on by day, when data are hours old because they are refreshed before the nights', async () => {
    await app.subscribe()
    app.goTo('2026-04-11 01:30')
    await app.run({ '2026-04-12': { score: 40 } })
    const heartbeat = openHeartbeat(app.alerts, async () => undefined)
    app.goTo('2026-04-11 15:00')
    expect(await heartbeat.ping()).toBe('sent')
    // No pace leaves a place alone for so long.
    app.goTo('2026-04-11 16:31')
    expect(await heartbeat.ping()).toBe('data_gap')
  })

  it('goes on before a mild night, whose place is refreshed twice a day', async () => {
    await app.subscribe()
    app.goTo('2026-04-10 15:30')
    await app.run({ [night]: { score: 0, minimumC: 9 } })
    const heartbeat = openHeartbeat(app.alerts, async () => undefined)
    // Seven hours old, five before the coldest one: nobody would be notified.
    app.goTo('2026-04-10 23:30')
    expect((await watchRound(app.alerts)).lostData).toBe(0)
    expect(await heartbeat.ping()).toBe('sent')
  })

  it('stops while the work here keeps failing', async () => {
    let isWorking = true
    const heart = { ...app.alerts, isWorking: () => isWorking }
    let pings = 0
    const heartbeat = openHeartbeat(heart, async () => {
      pings += 1
    })
    expect(await heartbeat.ping()).toBe('sent')
    isWorking = false
    expect(await heartbeat.ping()).toBe('not_working')
    isWorking = true
    expect(await heartbeat.ping()).toBe('sent')
    expect(pings).toBe(2)
  })
})

describe('a message whose run lacks its night', () => {
  it('is never sent; it is reported and tried again until the night is there', async () => {
    await app.subscribe()
    await app.run({ [night]: { score: 70 } }, { silently: true })
    await app.evaluateOnly()
    const reported: (readonly [string, Readonly<Record<string, unknown>>])[] = []
    const { outbox } = app.alerts
    const claimWithoutNights: typeof outbox.claim = async (claim) => {
      const claimed = await outbox.claim(claim)
      const messages = claimed.messages.map((one) => ({ ...one, run: one.run && { ...one.run, nights: [] } }))
      return { ...claimed, messages }
    }
    const broken = {
      ...app.alerts,
      outbox: { ...outbox, claim: claimWithoutNights },
      report: (event: string, details: Readonly<Record<string, unknown>>) => reported.push([event, details])
    }
    await deliverDue(broken, app.delivery)
    expect(app.heard).toEqual([])
    expect(reported).toContainEqual([
      'delivery_failed',
      expect.objectContaining({ error: 'MissingNightError' })
    ])
    app.goTo('2026-04-10 12:01')
    await app.deliver()
    expect(app.heard.map(({ message }) => [message.kind, message.nights.map(({ date }) => date)])).toEqual([
      ['raised', [night]]
    ])
  })
})

describe('a night that spans a change of the clock', () => {
  it('is one night: raised once, reminded once at dusk, passed after the shorter night', async () => {
    app = await openTestedAlerts()
    app.goTo('2026-10-23 21:00', 'berlin')
    await app.subscribe({ location: 'berlin' })
    await app.run({ '2026-10-25': { score: 70 } }, { location: 'berlin' })
    await app.liveUntil('2026-10-25 12:00', 10, 'berlin')
    expect(app.kinds()).toEqual(['raised', 'dusk'])
    expect(app.heard[1]?.at).toBe(instant('2026-10-24 18:00', 'Europe/Berlin'))
    const notified = app.heard[0]?.message.nights[0]
    expect((notified?.sunriseAt ?? 0) - (notified?.sunsetAt ?? 0)).toBe(12 * 3_600_000)
    expect(await app.store.episodes.openCount(app.alerts.now())).toBe(0)
  })

  it('counts its messages from noon to noon, 23 hours in spring', async () => {
    app = await openTestedAlerts()
    app.goTo('2027-03-27 12:00', 'berlin')
    await app.subscribe({ location: 'berlin' })
    // Tonight, whose coldest hour is at five, uses up what the local night has; the next one, told of by day, waits.
    const tomorrow = { '2027-03-29': { score: 60, minimumC: 0 } }
    await app.run({ '2027-03-28': { score: 60, minimumC: 0 }, ...tomorrow }, { location: 'berlin' })
    for (let fall = 1; fall <= 5; fall += 1) {
      app.goTo(`2027-03-27 ${12 + fall}:00`, 'berlin')
      const tonight = { '2027-03-28': { score: 60 + fall, minimumC: -1.5 * fall } }
      await app.run({ ...tonight, ...tomorrow }, { location: 'berlin' })
    }
    expect(app.heard).toHaveLength(5)
    app.goTo('2027-03-28 11:59', 'berlin')
    await app.run({ '2027-03-29': { score: 70, minimumC: -4 } }, { location: 'berlin' })
    expect(app.heard).toHaveLength(5)
    app.goTo('2027-03-28 12:00', 'berlin')
    await app.runAgain('berlin')
    expect(app.heard).toHaveLength(6)
  })
})

describe('a crop stage grown old', () => {
  it('is evaluated with the more sensitive of it and the generic curve after ten days, and says so', async () => {
    app = await openTestedAlerts()
    const { subscription, manage } = await app.subscribe({
      crop: 'kayısı',
      stage: 'tam çiçek',
      threshold: 50
    })
    expect(subscription).toMatchObject({ crop: 'apricot', stage: 'full-bloom' })
    app.goTo('2026-04-17 11:59')
    await maintenance(app)
    await app.run({ '2026-04-18': { score: 55 } }, { silently: true })
    await app.runSameRun({ '2026-04-18': { score: 20 } }, 'apricot')
    expect(app.kinds()).toEqual([])
    app.goTo('2026-04-17 12:00')
    await maintenance(app)
    expect(app.heard.at(-1)?.message).toMatchObject({
      kind: 'raised',
      crop: { crop: 'apricot', stageIsOld: true },
      nights: [{ score: 55 }]
    })
    // What else is changed does not make it younger.
    await app.patch(subscription.id, manage.token, { exposure: 'vine' })
    const changed = await app.store.subscriptions.profiles(['malatya'])
    expect(changed).toMatchObject([{ stage: 'full-bloom', exposure: 'vine', stageIsOld: true }])
    // A stage given anew is trusted again.
    await app.patch(subscription.id, manage.token, { stage: 'green-fruit' })
    const fresh = await app.store.subscriptions.profiles(['malatya'])
    expect(fresh).toMatchObject([{ stage: 'green-fruit', stageIsOld: false }])
  })

  it('is said in the feed and in the stream, from the tenth day on and until the stage is given anew', async () => {
    const planted = { channel: 'feed', crop: 'kayısı', stage: 'tam çiçek', threshold: 50 }
    const { subscription, manage } = await app.subscribe(planted)
    const { feed, streamed, close } = await fetching(subscription.id)
    const worse = async (minimumC: number) => {
      const nights = { '2026-04-21': { score: 55, minimumC } }
      await app.run(nights, { silently: true })
      await app.runSameRun(nights, 'apricot')
    }
    app.goTo('2026-04-20 11:59')
    await worse(-1)
    await streamed(1)
    app.goTo('2026-04-20 12:00')
    await maintenance(app)
    await worse(-3)
    await streamed(2)
    const [older, newer] = (await feed()).split('<entry>').toReversed()
    expect(older).not.toContain('on günden uzun süre önce')
    expect(newer).toContain('on günden uzun süre önce')
    await app.patch(subscription.id, manage.token, { stage: 'green-fruit' })
    await worse(-5)
    const notified = await streamed(3)
    expect(notified.map(({ data }) => data['crop'])).toMatchObject([
      { stage: 'full-bloom', stage_is_old: false },
      { stage: 'full-bloom', stage_is_old: true },
      { stage: 'green-fruit', stage_is_old: false }
    ])
    // Whoever has the address of a feed may read it; changing takes another secret.
    for (const read of [await feed(), JSON.stringify(notified)]) {
      expect(read).toContain('/u/')
      expect(read).not.toContain('/alerts/manage')
    }
    await close()
  })

  it('is said on the page of previews', async () => {
    app.demo = true
    await app.subscribe({ channel: 'unconfigured', crop: 'kayısı', stage: 'tam çiçek', threshold: 50 })
    app.goTo('2026-04-20 12:00')
    await maintenance(app)
    await app.run({ '2026-04-21': { score: 55 } }, { silently: true })
    await app.runSameRun({ '2026-04-21': { score: 20 } }, 'apricot')
    expect(await app.previewed()).toMatchObject([
      { message: { kind: 'raised', crop: { stage: 'full-bloom', stageIsOld: true } } }
    ])
  })
})

describe('a service that leaves demo', () => {
  it('ends previews with the first real data; nothing was ever sent out', async () => {
    app = await openTestedAlerts()
    app.goTo('2026-04-09 12:00')
    app.demo = true
    await app.run({ [night]: { score: 70 } })
    const answer = await app.subscribe({ channel: 'unconfigured' })
    expect(answer).toMatchObject({ subscription: { status: 'active', preview: true } })
    expect(answer.previewUrl).toMatch(/^https:\/\/frost\.example\/preview/)
    expect(await app.previewed()).toMatchObject([{ message: { kind: 'raised', synthetic: true } }])
    expect(app.heard).toEqual([])
    app.demo = false
    await app.run({ [night]: { score: 90 } })
    expect(await app.status(answer.subscription.id)).toMatchObject({
      state: 'expired',
      reason: 'preview_ended'
    })
    expect(app.heard).toEqual([])
  })

  it('never raises a real subscription on made data, nor a preview on real data', async () => {
    app = await openTestedAlerts()
    app.goTo('2026-04-09 12:00')
    await app.subscribe()
    app.demo = true
    await app.run({ [night]: { score: 70 } })
    expect(app.heard).toEqual([])
    expect(await app.store.episodes.openCount(app.alerts.now())).toBe(0)
  })
})

describe('half a year of silence', () => {
  it('is broken by one message, and again only after another half year', async () => {
    app = await openTestedAlerts()
    const { subscription } = await app.subscribe()
    app.goTo('2026-10-04 11:59')
    await maintenance(app)
    expect(app.kinds()).toEqual([])
    app.goTo('2026-10-04 12:00')
    await maintenance(app)
    await maintenance(app)
    expect(app.kinds()).toEqual(['still_watching'])
    app.goTo('2026-11-04 12:00')
    await maintenance(app)
    expect(app.kinds()).toEqual(['still_watching'])
    expect(await app.status(subscription.id)).toMatchObject({ state: 'active' })
  })

  it('does not end a push subscription, but a feed that nobody has read for 400 days', async () => {
    app = await openTestedAlerts()
    const pushed = await app.subscribe()
    const feed = await app.subscribe({ channel: 'feed' })
    app.goTo('2027-05-12 12:00')
    await maintenance(app)
    expect(await app.status(pushed.subscription.id)).toMatchObject({ state: 'active' })
    expect(await app.status(feed.subscription.id)).toMatchObject({ state: 'expired', reason: 'unread' })
  })
})

/** The routes of those who fetch, over the app: the feed of a subscription, and a stream of it that stays open. */
async function fetching(id: string) {
  let wake: (subscriptionId: string) => void = () => undefined
  const { channels, now: clock, keys, siteUrl } = app.alerts
  const parts = {
    alerts: app.alerts,
    limiter: createLimiter(100),
    clients: createClientKeys(parseTrustedProxies(''), () => undefined),
    tier: { name: 'pages', quota: 1000, windowSeconds: 60 },
    siteUrl,
    clock,
    count: () => undefined
  }
  // The app here has one channel that is fetched; its messages are read both ways.
  const asStream = new Map(
    [...channels].map(([name, one]) => [name, { ...one, fetchedAs: 'events' as const }])
  )
  const streams: Parameters<typeof registerStreams>[1] = {
    ...parts,
    alerts: { ...app.alerts, channels: asStream },
    renderEvent: ({ messageId, message }) => renderServerSentEvent(messageId, message),
    opening: streamOpening,
    keepAlive: keepAliveEvent,
    whenSent: (listener) => {
      wake = listener
    },
    lookEveryMs: 600_000,
    looksPerKeepAlive: 1
  }
  const server = await serveRoutes((router) => {
    registerFeeds(router, { ...parts, renderFeed: renderAtom })
    registerStreams(router, streams)
  }, clock)
  const { origin } = server
  const token = tokenFor(keys, 'feed', id)
  const stream = await openStream(`${origin}/streams/${token}`)
  return {
    feed: async () => (await fetch(`${origin}/feeds/${token}.atom`)).text(),
    /** What the stream has told, once it has told so many. */
    streamed: (count: number) => {
      wake(id)
      return stream.events(count)
    },
    close: async () => {
      stream.close()
      await server.close()
    }
  }
}
