/**
 * Nights of many subscriptions with contacts, through two workers on one database, while channels, receipts, processes,
 * clocks and forecasts fail as a seed decides: what became of each raised night, and which promise was broken.
 */
import type { Alerts } from '../../../src/alerts/alerts.ts'
import { addContact } from '../../../src/alerts/contacts.ts'
import { worseThanSeen } from '../../../src/alerts/decisions.ts'
import { deliverDue } from '../../../src/alerts/dispatch/dispatch.ts'
import { knownReceivers } from '../../../src/alerts/dispatch/receiver-queue.ts'
import type { AlertMessage } from '../../../src/alerts/message-ports.ts'
import { isSeen } from '../../../src/alerts/open-nights.ts'
import type { DeliveryContext, DeliveryOutcome } from '../../../src/alerts/ports.ts'
import { escalateRound } from '../../../src/alerts/round.ts'
import { acknowledge, takeIncoming } from '../../../src/alerts/seen.ts'
import { minuteMs } from '../../../src/common/time.ts'
import { seededRandom } from '../../../verification/data/seeded-random.ts'
import {
  type AlarmCounts,
  AlarmNight,
  clock,
  forgetCleared,
  judgeNight,
  stepMinutes,
  walked,
  zone
} from './alarm-verdict.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import { instant, type SyntheticNight } from './synthetic-nights.ts'

export interface AlarmPlan {
  readonly subscriptions: number
  readonly nights: number
  readonly seed: number
  /** After each night; false: no more. */
  readonly goesOn?: (lived: number, counts: AlarmCounts) => boolean
}

export interface LivedNights {
  readonly lived: number
  readonly counts: AlarmCounts
  /** What may not be, in words; the first few of each kind. */
  readonly broken: readonly string[]
}

/** Clocks of two workers differ by this. */
const apartMs = 20_000
/** All who have this contact get one message. */
const fireBrigade = 'fire-brigade'

const kindsThatWarn: ReadonlySet<AlertMessage['kind']> = new Set(['raised', 'updated', 'dusk', 'escalated'])

export async function liveAlarmNights(app: AlertsHarness, plan: AlarmPlan): Promise<LivedNights> {
  const world = new World(app, plan)
  await world.subscribe()
  let lived = 0
  do await world.live(lived++)
  while (lived < plan.nights && plan.goesOn?.(lived, world.counts) !== false)
  return { lived, counts: world.counts, broken: world.broken }
}

class World {
  readonly app: AlertsHarness
  readonly plan: AlarmPlan
  readonly random: () => number
  readonly counts = {
    ...{ raised: 0, acknowledged: 0, taken_back: 0, passed_harmless: 0, reported: 0, reported_at_once: 0 },
    ...{ kills: 0, repeats: 0, late_refused: 0, late_killed: 0, late_ten_minutes: 0 }
  }
  readonly broken: string[] = []
  readonly #brokenKinds = new Map<string, number>()
  /** The numbers of those whom a subscription stands for: itself, or whom it follows. */
  readonly #meant = new Map<string, number[]>()
  readonly #heardIds = new Map<string, number>()
  readonly #killedIds = new Set<string>()
  readonly #workers
  #night = new AlarmNight('', null)
  #isKilled = false

  constructor(app: AlertsHarness, plan: AlarmPlan) {
    this.app = app
    this.plan = plan
    this.random = seededRandom(plan.seed)
    app.answer = (message, context) => this.#answer(message, context)
    const worker = (name: string, ahead: number) => ({
      deps: { ...app.alerts, now: () => app.alerts.now() + ahead, outbox: this.#killable() },
      settings: { ...app.delivery, worker: name, known: knownReceivers() }
    })
    this.#workers = [worker('one', 0), worker('two', apartMs)] as const
  }

  /** Its recordings are lost from the middle on while it is killed. */
  #killable(): Alerts['outbox'] {
    const { outbox } = this.app.alerts
    return {
      ...outbox,
      record: async (recordings, worker, now) => {
        if (!this.#isKilled) return outbox.record(recordings, worker, now)
        const stored = recordings.slice(0, Math.floor(recordings.length * this.random()))
        for (const { claimed } of recordings.slice(stored.length))
          this.#killedIds.add(claimed.message.messageId)
        if (stored.length > 0) await outbox.record(stored, worker, now)
        throw new Error('killed')
      }
    }
  }

  async subscribe(): Promise<void> {
    const { alerts, delivery } = this.app
    for (let index = 0; index < this.plan.subscriptions; index += 1) {
      const threshold = 30 + Math.floor(this.random() * 50)
      const body = { destination: { chat: `owner ${index}` }, escalation: {}, threshold }
      const { subscription, manage } = await this.app.subscribe(body, `client ${index}`)
      const { seq = 0 } = (await this.app.status(subscription.id)) ?? {}
      this.#meant.set(subscription.id, [seq])
      const draw = this.random()
      const chats = [
        ...(draw < 0.6 ? [`neighbour ${index}`] : []),
        ...(draw < 0.3 || draw > 0.9 ? [fireBrigade] : [])
      ]
      for (const chat of chats) {
        const by = {
          ...{ id: subscription.id, token: manage.token, client: 'client' },
          ...{ isOperator: true, isByKey: true }
        }
        const contact = { channel: 'plain', destination: { chat } }
        const added = await addContact(alerts, delivery, { ...by, networks: null, body: contact })
        if (!added.ok) throw new Error(JSON.stringify(added))
        this.#meant.set(added.contacts.at(-1)?.id ?? '', [seq])
      }
    }
    await this.#shareBrigade([...this.#meant].filter(([id]) => id !== ''))
  }

  /** One message to the brigade lists many. */
  async #shareBrigade(all: readonly (readonly [string, number[]])[]): Promise<void> {
    const rows = await this.app.store.database.queries
      .selectFrom('subscriptions')
      .select(['id', 'destination'])
      .where('destination', 'like', `%${fireBrigade}%`)
      .execute()
    const ids = new Set(rows.map(({ id }) => id))
    const meant = all.filter(([id]) => ids.has(id)).flatMap(([, seqs]) => seqs)
    for (const id of ids) this.#meant.set(id, meant)
  }

  async live(index: number): Promise<void> {
    const evening = Temporal.PlainDate.from('2026-04-08').add({ days: index })
    const date = evening.add({ days: 1 }).toString()
    const at = (clock: string, day = date) => instant(`${day} ${clock}`, zone)
    // What a night is to be is drawn apart: how two workers take turns does not change it.
    const plan = seededRandom(1000 * this.plan.seed + index)
    const awayFrom = plan() < 0.3 ? at('01:00') + plan() * 120 * minuteMs : null
    this.#night = new AlarmNight(date, awayFrom)
    this.app.goTo(`${evening} 20:00`)
    const evenAt = at('21:30', evening.toString())
    let walk = {
      score: 40 + plan() * 55,
      minimumC: -1 - plan() * 4,
      frostFromHour: 3 + Math.floor(plan() * 3)
    }
    const draw = plan()
    const clearsFrom = draw < 0.25 ? evenAt + plan() * 240 * minuteMs : null
    // Raised late, some of them after the harm has begun.
    const beginsAt = draw > 0.8 ? evenAt + plan() * 460 * minuteMs : 0
    let nextRunAt = 0
    let now = this.app.alerts.now()
    while (now < at('06:45')) {
      if (now >= nextRunAt) {
        const isClear = now < beginsAt || (clearsFrom !== null && now >= clearsFrom)
        await this.#forecast(isClear ? { score: 5, minimumC: 3 } : walk)
        walk = walked(walk, plan)
        nextRunAt = now + 65 * minuteMs
      }
      await this.#step()
      // A machine that slept, once in a while.
      const minutes = plan() < 0.01 ? 25 : stepMinutes
      const next = Math.min(now + minutes * minuteMs, at('06:45'))
      this.app.goTo(
        Temporal.Instant.fromEpochMilliseconds(next).toZonedDateTimeISO(zone).toPlainDateTime().toString()
      )
      now = this.app.alerts.now()
    }
    await judgeNight({
      app: this.app,
      night: this.#night,
      counts: this.counts,
      breaks: (kind, what) => this.#break(kind, what)
    })
    this.app.goTo(`${date} 12:00`)
    await this.#deliver()
  }

  async #forecast(night: SyntheticNight): Promise<void> {
    this.#night.runs.push({ at: this.app.alerts.now(), night })
    await this.app.run({ [this.#night.date]: night }, { silently: true })
    await this.app.evaluateOnly()
    await forgetCleared(this.app, this.#night)
  }

  async #step(): Promise<void> {
    const { alerts } = this.app
    const now = alerts.now()
    for (const receipt of this.#night.receipts.filter(({ at }) => at <= now)) {
      const event = { kind: receipt.kind, id: receipt.token }
      const channel = alerts.channels.get('plain')
      if (channel !== undefined)
        await takeIncoming(alerts, channel, [event, event, { ...event, id: 'foreign' }])
    }
    drop(this.#night.receipts, now)
    const due = this.#night.answers.filter(({ at }) => at <= now)
    drop(this.#night.answers, now)
    for (const { token } of due) await acknowledge(alerts, token)
    if (due.length > 0) await this.#noteAnswers(now)
    await escalateRound(alerts)
    await this.#deliver()
  }

  /** Both at once; either may be killed. */
  async #deliver(): Promise<void> {
    this.#isKilled = this.random() < 0.05
    const work = this.#workers.map(({ deps, settings }) => deliverDue(deps, settings))
    const ended = await Promise.allSettled(work)
    const failed = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    for (const reason of failed) if (!reason.includes('killed')) this.#break('delivery', reason)
    if (failed.length > 0) this.counts.kills += 1
    this.#night.rounds.push({ at: this.app.alerts.now(), wasKilled: failed.length > 0 })
    this.#isKilled = false
  }

  /** What the database now has as answered. */
  async #noteAnswers(now: number): Promise<void> {
    const rows = await this.app.store.database.queries
      .selectFrom('episodes')
      .select('subscription_seq')
      .where('seen_at', '=', now)
      .where('night_date', '=', this.#night.date)
      .execute()
    const seqs = rows.map(({ subscription_seq: seq }) => seq)
    const nights = await this.app.store.members.nights(seqs, now, now + 1440 * minuteMs)
    for (const [seq, { episode }] of nights) {
      // Who learned that it was over learns otherwise, whoever else has answered.
      if (episode.seen != null && episode.notifiedState !== 'cleared' && isSeen(episode, now))
        this.#night.answered.set(seq, { at: now, night: episode.seen })
    }
  }

  /** What the channel does with an attempt. */
  #answer(message: AlertMessage, { messageId, receiptId, now }: DeliveryContext): DeliveryOutcome | null {
    this.#look(message, now)
    const { awayFrom } = this.#night
    const isAway = awayFrom !== null && now >= awayFrom && now < awayFrom + 40 * minuteMs
    if (isAway || this.random() < 0.15) return { outcome: 'retry', afterSeconds: null, reason: 'away' }
    const count = (this.#heardIds.get(messageId) ?? 0) + 1
    this.#heardIds.set(messageId, count)
    if (count > 1) {
      if (this.#killedIds.has(messageId)) this.counts.repeats += 1
      else this.#break('repeated without a kill', `${message.kind} ${messageId}`)
    }
    // Lost on its way, or delivered; some are answered, sooner or much later.
    const isLost = this.random() < 0.1
    if (this.random() < 0.4) {
      const isLie = this.random() < 0.2
      const kind = isLost !== isLie ? 'failed' : 'delivered'
      const at = now + this.random() * 20 * minuteMs
      this.#night.receipts.push({ at, token: receiptId, kind })
    }
    const token = message.links.seenUrl?.split('/').at(-1) ?? ''
    if (!isLost && token !== '' && this.random() < 0.25)
      this.#night.answers.push({ at: now + this.random() ** 3 * 300 * minuteMs, token })
    return null
  }

  /** No attempt begins after an answer to the same or a worse state. */
  #look({ kind, subscriptionId, nights }: AlertMessage, now: number): void {
    const night = nights.find(({ date, standing }) => date === this.#night.date && standing === 'raised')
    if (night === undefined || !kindsThatWarn.has(kind)) return
    const meant = this.#meant.get(subscriptionId) ?? []
    const isWanted = (seq: number): boolean => {
      const answer = this.#night.answered.get(seq)
      return answer === undefined || worseThanSeen(night, answer.night, now).length > 0
    }
    if (!meant.some(isWanted)) {
      const answer = this.#night.answered.get(meant[0] ?? 0)
      this.#break('sent after its answer', `${kind} at ${clock(now)}, answered at ${clock(answer?.at)}`)
    }
    // What was announced as worse since is answered no more.
    for (const seq of meant) if (isWanted(seq)) this.#night.answered.delete(seq)
  }

  #break(kind: string, what: string): void {
    const count = (this.#brokenKinds.get(kind) ?? 0) + 1
    this.#brokenKinds.set(kind, count)
    if (count <= 5) this.broken.push(`${this.#night.date} ${kind}: ${what}`)
  }
}

function drop(of: { readonly at: number }[], now: number): void {
  for (let index = of.length - 1; index >= 0; index -= 1) if ((of[index]?.at ?? 0) <= now) of.splice(index, 1)
}
