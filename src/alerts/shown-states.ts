/**
 * Lets channels show the present state, beside the rounds: a broker that hangs holds neither evaluation nor delivery.
 */
import type { Report } from '../forecasts/ports.ts'
import type { Alerts } from './alerts.ts'
import type { Channel } from './ports.ts'
import { stateApi } from './states.ts'

export interface ShownStates {
  /** These places were evaluated. */
  readonly evaluated: (locations: readonly string[]) => void
  /** Another process may have shown states since: all are shown again. */
  readonly taken: () => void
  /** Shows what has changed, as soon as the present round has ended. */
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

/** One for all channels that show states. No state is shown on demo data, because nothing leaves the machine then. */
export function showStates(alerts: Alerts, report: Report): ShownStates {
  const shown = [...alerts.channels.values()]
    .filter(({ isConfigured }) => isConfigured)
    .flatMap((channel) => channelStates(alerts, channel, report))
  return {
    evaluated: (locations) => shown.forEach((one) => void one.evaluated(locations)),
    taken: () => shown.forEach((one) => void one.taken()),
    wake: () => shown.forEach((one) => void one.wake()),
    stop: async () => void (await Promise.all(shown.map((one) => one.stop())))
  }
}

function channelStates(alerts: Alerts, channel: Channel, report: Report): readonly ShownStates[] {
  const { showState } = channel
  if (showState === undefined) return []
  const ending = new AbortController()
  let evaluated = new Set<string>()
  let term = 0
  const takeEvaluated = (): ReadonlySet<string> => {
    const taken = evaluated
    evaluated = new Set()
    return taken
  }
  const api = stateApi(alerts, channel.id, { takeEvaluated, term: () => term })
  let again = false
  let underWay: Promise<void> | null = null
  const wake = (): void => {
    if (ending.signal.aborted || alerts.isDemo()) return
    again = underWay !== null
    underWay ??= showState(api, ending.signal)
      .catch((error: unknown) => report('state_not_shown', { channel: channel.id, error: String(error) }))
      .then(() => {
        underWay = null
        if (again) wake()
      })
  }
  return [
    {
      evaluated: (locations) => locations.forEach((location) => void evaluated.add(location)),
      taken: () => {
        term += 1
      },
      wake,
      stop: async () => {
        ending.abort()
        await underWay
      }
    }
  ]
}
