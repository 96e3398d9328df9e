/** "I have seen it": what was acknowledged is quiet until the night gets clearly worse than it was then. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acknowledge, acknowledgeTonight, seenMessage, takeIncoming } from '../../../src/alerts/seen.ts'
import { seededRandom } from '../../../verification/data/seeded-random.ts'
import type { AlertsHarness, Heard } from './alerts-harness.ts'
import type { SyntheticNight } from './synthetic-nights.ts'
import { openTestedAlerts } from './tested-alerts.ts'

const night = '2026-04-11'
let app: AlertsHarness
beforeEach(async () => {
  app = await openTestedAlerts()
})
afterEach(() => app.close())

const tokenOf = (heard: Heard | undefined): string => heard?.message.links.seenUrl?.split('/').at(-1) ?? ''
const raised: SyntheticNight = { score: 70, minimumC: -2.5, frostFromHour: 4 }

async function warned(): Promise<string> {
  app.goTo('2026-04-10 10:00')
  await app.subscribe()
  await app.run({ [night]: raised })
  expect(app.kinds()).toEqual(['raised'])
  return tokenOf(app.heard[0])
}

async function runAt(local: string, changed: Partial<SyntheticNight>): Promise<void> {
  app.goTo(`2026-04-10 ${local}`)
  await app.run({ [night]: { ...raised, ...changed } })
}

describe('a night that was seen', () => {
  it.each([
    ['1 °C colder', { minimumC: -3.6 }, []],
    ['2 °C colder', { minimumC: -4.5 }, ['updated']],
    ['a higher level', { score: 92 }, ['updated']],
    ['an hour earlier', { frostFromHour: 3 }, ['updated']],
    ['the same hour', { frostFromHour: 4 }, []]
  ] as const)('and is %s then', async (_, changed, kinds) => {
    expect(await acknowledge(app.alerts, await warned())).toBe('seen')
    await runAt('11:00', changed)
    expect(app.kinds().slice(1)).toEqual(kinds)
    await runAt('12:00', changed)
    expect(app.kinds().slice(1)).toEqual(kinds)
  })

  it('before its sending was recorded is not sent again, and its reader hears when the risk is over', async () => {
    app.goTo('2026-04-10 10:00')
    await app.subscribe()
    const { outbox } = app.alerts
    const record = async () => Promise.reject(new Error('killed'))
    Object.assign(app.alerts, { outbox: { ...outbox, record } })
    await expect(app.run({ [night]: raised })).rejects.toThrow('killed')
    Object.assign(app.alerts, { outbox })
    expect(app.kinds()).toEqual(['raised'])
    expect(await acknowledge(app.alerts, tokenOf(app.heard[0]))).toBe('seen')
    await app.liveUntil('2026-04-10 10:30', 5)
    expect(app.kinds()).toEqual(['raised'])
    await runAt('11:00', { score: 20, minimumC: 1 })
    await runAt('12:10', { score: 20, minimumC: 1 })
    expect(app.kinds()).toEqual(['raised', 'cleared'])
  })

  it('falls by 2 °C in small steps, and rings once', async () => {
    await acknowledge(app.alerts, await warned())
    for (const [index, minimumC] of [-3, -3.5, -4, -4.5, -5].entries())
      await runAt(`${11 + index}:00`, { minimumC })
    expect(app.kinds()).toEqual(['raised', 'updated'])
  })

  it('rings no more once the worse one is seen, too', async () => {
    await acknowledge(app.alerts, await warned())
    await runAt('11:00', { minimumC: -4.5 })
    expect(await acknowledge(app.alerts, tokenOf(app.heard[1]))).toBe('seen')
    await runAt('12:00', { minimumC: -6 })
    expect(app.kinds()).toEqual(['raised', 'updated'])
  })

  it('an old button that is pressed late does not cover the worse message since', async () => {
    const old = await warned()
    await runAt('11:00', { minimumC: -4.6 })
    await acknowledge(app.alerts, old)
    // As without any acknowledgement: 1 °C is enough.
    await runAt('12:00', { minimumC: -5.7 })
    expect(app.kinds()).toEqual(['raised', 'updated', 'updated'])
    await acknowledge(app.alerts, tokenOf(app.heard[2]))
    await acknowledge(app.alerts, old)
    await runAt('13:00', { minimumC: -6.8 })
    expect(app.kinds()).toHaveLength(3)
  })

  it('has no reminder at dusk where that was of late, and one where it was long ago', async () => {
    const token = await warned()
    await app.liveUntil('2026-04-10 15:00', 60)
    await acknowledge(app.alerts, token)
    await app.liveUntil('2026-04-11 09:00', 30)
    expect(app.kinds()).toEqual(['raised'])
  })

  it('that is cleared and raised again has to be seen anew', async () => {
    await acknowledge(app.alerts, await warned())
    for (const hour of [11, 12]) await runAt(`${hour}:00`, { score: 20, minimumC: 1 })
    await runAt('13:00', {})
    await runAt('14:00', { minimumC: -3.6 })
    expect(app.kinds()).toEqual(['raised', 'cleared', 'raised', 'updated'])
  })

  it('is cleared as any other', async () => {
    await acknowledge(app.alerts, await warned())
    for (const hour of [12, 14]) await runAt(`${hour}:00`, { score: 20, minimumC: 1 })
    expect(app.kinds()).toEqual(['raised', 'cleared'])
  })
})

describe('a token', () => {
  it('opens its message until the night is over', async () => {
    const token = await warned()
    expect(await seenMessage(app.alerts, token)).toMatchObject({ placeName: 'Malatya', isOver: false })
    app.goTo('2026-04-11 12:00')
    expect(await seenMessage(app.alerts, token)).toMatchObject({ isOver: true })
    expect(await acknowledge(app.alerts, token)).toBe('over')
  })

  it('that is forged or cut acknowledges nothing', async () => {
    const token = await warned()
    const forged = [
      token.slice(0, -1),
      `${token}A`,
      `9${token}`,
      token.replace(/.$/, (one) => (one === 'A' ? 'B' : 'A')),
      ''
    ]
    for (const one of forged) expect(await acknowledge(app.alerts, one)).toBe('unknown')
    await runAt('11:00', { minimumC: -3.6 })
    expect(app.kinds()).toEqual(['raised', 'updated'])
  })
})

it('one acknowledgement covers what was announced to the destination before, and nothing of another', async () => {
  app.goTo('2026-04-10 10:00')
  const destination = { chat: 'ayse' }
  const apricot = { crop: 'apricot', stage: 'full-bloom' }
  await app.subscribe({ destination })
  await app.subscribe({ destination, ...apricot })
  await app.subscribe({ destination: { chat: 'ali' } })
  const runs = async (local: string, changed: Partial<SyntheticNight>) => {
    app.goTo(local)
    const present = { [night]: { ...raised, ...changed } }
    await app.run(present)
    await app.runSameRun(present, 'apricot')
  }
  await runs('2026-04-10 10:30', {})
  expect(app.kinds()).toEqual(['raised', 'raised', 'raised'])
  const mine = app.heard.find(({ message }) => message.crop.crop === 'apricot')
  expect(await acknowledge(app.alerts, tokenOf(mine))).toBe('seen')
  await runs('2026-04-10 11:30', { minimumC: -3.6 })
  expect(app.kinds()).toEqual(['raised', 'raised', 'raised', 'updated'])
  // An answer without a message, as by telephone.
  await acknowledgeTonight(app.alerts, 'plain', JSON.stringify({ chat: 'ali' }))
  await runs('2026-04-10 12:30', { minimumC: -4.4 })
  expect(app.kinds()).toHaveLength(4)
})

it('an acknowledgement covers nothing that its destination was told only later', async () => {
  app.goTo('2026-04-10 10:00')
  const destination = { chat: 'ayse' }
  await app.subscribe({ destination })
  await app.run({ [night]: raised })
  app.goTo('2026-04-10 10:30')
  await app.subscribe({ destination, crop: 'apricot', stage: 'full-bloom' })
  await app.runSameRun({ [night]: raised }, 'apricot')
  expect(app.kinds()).toEqual(['raised', 'raised'])
  expect(await acknowledge(app.alerts, tokenOf(app.heard[0]))).toBe('seen')
  app.goTo('2026-04-10 11:30')
  const worse = { [night]: { ...raised, minimumC: -3.6 } }
  await app.run(worse)
  await app.runSameRun(worse, 'apricot')
  expect(app.heard.slice(2).map(({ message }) => message.crop.crop)).toEqual(['apricot'])
})

/** As by a telephone. */
async function answered(chat: string, text: string): Promise<void> {
  const channel = app.alerts.channels.get('plain')
  if (channel === undefined) throw new Error('no channel')
  const keyOfSender = (written: string) => JSON.stringify({ chat: written })
  const channels = new Map(app.alerts.channels)
  for (const [id, one] of channels)
    if (id === 'plain' || id === 'email') channels.set(id, { ...one, keyOfSender })
  const event = { kind: 'answered', id: null, number: chat, text } as const
  await takeIncoming({ ...app.alerts, channels }, { ...channel, keyOfSender }, [event])
}

it.each([
  ['its own channel', 'plain', ['raised'], 'delivered'],
  ['another channel', 'email', ['raised', 'updated'], null]
])('what %s reports of a message counts as far as it is its own', async (_, reporter, kinds, receipt) => {
  const id = await warned()
  const channel = app.alerts.channels.get(reporter) ?? expect.unreachable()
  await takeIncoming(app.alerts, channel, [
    { kind: 'delivered', id },
    { kind: 'answered', id, number: null, text: '' }
  ])
  const [logged] = await app.store.deliveryLog.of(app.heard[0]?.message.subscriptionId ?? '', 1, null)
  expect(logged?.receipt ?? null).toBe(receipt)
  await runAt('11:00', { minimumC: -3.6 })
  expect(app.kinds()).toEqual(kinds)
})

it.each([
  ['Gördüm, teşekkürler', 'seen'],
  ['Gördüm. Allah razı olsun', 'seen'],
  ['Tamamdır sağ olun', 'seen'],
  ['1\n\n--\nAhmet Yılmaz', 'seen'],
  ['1️⃣ 👍', 'seen'],
  ['OK, thank you!', 'seen'],
  ['teşekkürler', 'nothing'],
  ['Şu anda araç kullanıyorum. Tamam', 'nothing'],
  ['1 saat toplantıdayım', 'nothing'],
  ['1. Teşekkürler', 'seen'],
  ['1.5 derece mi?', 'nothing'],
  ['1. tarla için mi?', 'nothing'],
  ['Dur! Uyarı sürsün', 'nothing'],
  ['Dur\n-- \nAhmet', 'stopped']
])('%j means %s', async (text, meaning) => {
  app.goTo('2026-04-10 10:00')
  const { subscription } = await app.subscribe({ destination: { chat: 'ayse' } })
  await app.run({ [night]: raised })
  await answered('ayse', text)
  await runAt('11:00', { minimumC: -3.6 })
  expect(app.kinds()).toEqual(meaning === 'nothing' ? ['raised', 'updated'] : ['raised'])
  const { state } = (await app.status(subscription.id)) ?? {}
  expect(state).toBe(meaning === 'stopped' ? 'unsubscribed' : 'active')
})

it('an answer counts for every gateway that reaches the person, and a stop for those to come', async () => {
  app.goTo('2026-04-10 10:00')
  const destination = { chat: 'ayse' }
  await app.subscribe({ destination })
  const other = await app.subscribe({ destination, channel: 'email' })
  const binding = { destination: null, destinationKey: null, language: null, now: app.alerts.now() }
  await app.store.subscriptions.confirm(other.subscription.id, binding)
  const before = app.heard.length
  await app.run({ [night]: raised })
  expect(app.kinds().slice(before)).toEqual(['raised', 'raised'])
  await answered('ayse', '1')
  await runAt('11:00', { minimumC: -3.6 })
  expect(app.kinds().slice(before)).toEqual(['raised', 'raised'])
  const single = await app.subscribe({ destination: { chat: 'ali' } })
  await answered('ali', 'DUR')
  const { destinationKey } = (await app.status(single.subscription.id)) ?? {}
  for (const channel of ['plain', 'email'])
    expect(await app.alerts.members.stoppedAt(channel, destinationKey ?? '')).toBe(app.alerts.now())
  expect(await app.alerts.members.stoppedAt('webhook', destinationKey ?? '')).toBeNull()
})

it.each([
  ['what may have been sent', true],
  ['what was sent, and not what may have been since', false]
])('an answer is about %s', async (_, isFirst) => {
  const lost = { outcome: 'retry', afterSeconds: null, reason: 'no answer', isFinal: true } as const
  app.goTo('2026-04-10 10:00')
  const { subscription, manage } = await app.subscribe({ destination: { chat: 'ayse' } })
  if (isFirst) app.answer = () => lost
  await app.run({ [night]: raised })
  if (!isFirst) {
    app.answer = () => lost
    await runAt('10:30', { minimumC: -6 })
  }
  const [last] = await app.deliveries(subscription.id, manage.token)
  expect(last?.state).toBe('expired')
  app.answer = null
  await answered('ayse', '1')
  await runAt('11:00', isFirst ? {} : { minimumC: -6 })
  expect(app.kinds()).toEqual(isFirst ? [] : ['raised', 'updated'])
})

it('an answer is about tonight, not about the night after it', async () => {
  app.goTo('2026-04-10 14:00')
  await app.subscribe({ destination: { chat: 'ayse' } })
  await app.run({ '2026-04-12': raised })
  await answered('ayse', '1')
  app.goTo('2026-04-11 14:00')
  await app.run({ '2026-04-12': { ...raised, minimumC: -3.6 } })
  expect(app.kinds()).toEqual(['raised', 'updated'])
})

/** The bars, written once more. */
function isClearlyWorse(now: SyntheticNight, then: SyntheticNight): boolean {
  const levelOf = ({ score }: SyntheticNight) => [1, 10, 50, 90].filter((from) => (score ?? 0) >= from).length
  const fallen = Math.round(10 * ((then.minimumC ?? 0) - (now.minimumC ?? 0))) >= 20
  const earlier = (then.frostFromHour ?? 0) - (now.frostFromHour ?? 0) >= 1
  return levelOf(now) > levelOf(then) || fallen || earlier
}

it.each([1, 2, 3])(
  'generated nights ring after they were seen exactly where they are clearly worse (%s)',
  async (seed) => {
    const random = seededRandom(seed)
    let token = await warned()
    let [sent, seen]: [SyntheticNight, SyntheticNight | null] = [raised, null]
    for (let minute = 15; minute < 8 * 60; minute += 15) {
      const present = {
        score: 65 + Math.round(random() * 30),
        minimumC: -2 - Math.round(random() * 45) / 10,
        frostFromHour: 1 + Math.floor(random() * 4)
      }
      const before = app.heard.length
      await runAt(`${10 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`, present)
      const rang = app.heard.length > before
      if (seen !== null && !isClearlyWorse(sent, seen))
        expect({ minute, rang }).toEqual({
          minute,
          rang: isClearlyWorse(present, sent) && isClearlyWorse(present, seen)
        })
      if (rang) {
        sent = present
        token = tokenOf(app.heard.at(-1))
      }
      if (random() < 0.3) {
        expect(await acknowledge(app.alerts, token)).toBe('seen')
        seen = sent
      }
    }
  }
)
