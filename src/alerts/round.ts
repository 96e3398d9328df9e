/** What time alone brings about, looked at once a minute: dusk and blindness; and upkeep. */
import type { Alerts } from './alerts.ts'
import { blindness } from './decisions.ts'
import { type Evaluator, evaluateCurves, evaluatePlaces } from './evaluate.ts'
import { alertRules } from './rules.ts'
import type { BlindCurve, CurveSight } from './store-ports.ts'

/** What of the house a round needs. */
export type Watcher = Evaluator & Pick<Alerts, 'channels' | 'isDemo'>

/** What a round did, for metrics and the status page. */
export interface Round {
  readonly at: number
  readonly reminded: number
  readonly wentBlind: number
}

/** One round. Each of its steps is a transaction of its own and harmless to repeat. */
export async function watchRound(house: Watcher): Promise<Round> {
  const at = house.now()
  const reminded = await house.episodes.remindAtDusk(at, at - alertRules.duskQuietMs)
  const unseen = await stillUnseen(house, at)
  const blind = unseen.flatMap((sight) => blindCurve(house, sight, at))
  const wentBlind = await house.episodes.goBlind(blind, at)
  return { at, reminded, wentBlind }
}

/** Before anyone is told that nothing can be seen, what the outlook keeps is looked at once more. */
async function stillUnseen(house: Watcher, now: number): Promise<readonly CurveSight[]> {
  const since = now - alertRules.blindAfterMs
  const unseen = await house.episodes.unseen(since, now)
  const seenAfterAll: CurveSight[] = []
  for (const sight of unseen) {
    const kept = await house.forecasts.kept(sight)
    if (kept !== null && kept.confirmedAt > since) seenAfterAll.push(sight)
  }
  if (seenAfterAll.length === 0) return unseen
  await evaluateCurves(house, seenAfterAll, null)
  return house.episodes.unseen(since, now)
}

function blindCurve(house: Watcher, sight: CurveSight, now: number): readonly BlindCurve[] {
  const seen = sight.nights.find((night) => night.overAt > now)
  const expected = seen ?? house.forecasts.tonight(sight.location, now)
  if (expected === null) return []
  const night = {
    p10Tenths: seen?.p10Tenths ?? null,
    coldestAt: expected.coldestAt,
    seen: seen !== undefined
  }
  const told = blindness(night, sight.confirmedAt, now)
  return told === 'nobody'
    ? []
    : [{ curveSeq: sight.seq, date: expected.date, raisedOnly: told === 'raised' }]
}

/** Upkeep, once an hour: stages grown old, what expires, long silence, what may be forgotten. */
export async function keepUp(house: Watcher): Promise<void> {
  const now = house.now()
  if (!house.isDemo()) await house.upkeep.endPreviews(now)
  const aged = await house.upkeep.ageStages(now - alertRules.stageAgeMs)
  await evaluatePlaces(house, aged)
  const readChannels = [...house.channels.values()].filter((channel) => !channel.pushes).map(({ id }) => id)
  await house.upkeep.expire({ now, unreadSince: now - alertRules.unreadMs, readChannels })
  await house.upkeep.breakSilence(now - alertRules.silenceMs, now)
  await house.upkeep.forget({ endedBefore: now - alertRules.scrubMs, now })
}
