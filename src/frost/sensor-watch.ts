import type { StationRecord } from './evening-station.ts'

/** Departure [σ], and nights in a row with it, after which a sensor is set aside; docs/science.md [9]. */
const limits = { sigmas: 3, nights: 3, acceptedNights: 25 }

export interface SensorNight {
  /** Measured minus forecast minimum, without any learned bias [°C]. */
  readonly residualC: number
  /** Measured minus what was published, with whatever had been learned by then [°C]; absent: nothing had been. */
  readonly publishedResidualC?: number
  /** σ of that forecast [°C]. */
  readonly sigmaC: number
}

type SensorVerdict =
  | {
      readonly state: 'trusted'
      /** The nights to learn from; a run of strange nights at the end waits until it is judged. */
      readonly learnFrom: readonly SensorNight[]
    }
  | {
      readonly state: 'set_aside'
      /** The index of the first of the strange nights; it and all later ones teach nothing. */
      readonly since: number
      readonly learnFrom: readonly SensorNight[]
    }

/**
 * Three nights running beyond 3σ both of what a sensor showed on its last 25 nights and of the published forecast set
 * it aside, with all that follow, until accepted. One or two wait, and count once an ordinary one follows: a real cold
 * night is not a fault. @param nights Oldest first. @param acceptedFrom The first night after the operator accepted it,
 * null: never. The first 25 from there count whatever they say: its own mean follows no sooner.
 */
export function judgeSensor(
  nights: readonly SensorNight[],
  acceptedFrom: number | null = null
): SensorVerdict {
  const learnFrom: SensorNight[] = []
  let waiting: SensorNight[] = []
  for (let index = 0; index < nights.length; index++) {
    const night = nights[index]
    if (night === undefined) continue
    const isAccepted =
      acceptedFrom !== null && index >= acceptedFrom && index < acceptedFrom + limits.acceptedNights
    if (isAccepted || !isStrange(night, learnFrom)) {
      learnFrom.push(...waiting, night)
      waiting = []
      continue
    }
    waiting.push(night)
    if (waiting.length < limits.nights) continue
    if (acceptedFrom === null || acceptedFrom <= index) {
      return { state: 'set_aside', since: index - limits.nights + 1, learnFrom }
    }
    waiting = []
    index = acceptedFrom - 1
  }
  return { state: 'trusted', learnFrom }
}

/** Fewer compared nights are not a record: a thermometer then counts for its owner alone, and only where colder. */
export const nightsOfRecord = 10
/** No thermometer is known more exactly than so [°C]. */
const minSigmaC = 1

/** What a sensor has shown on the nights that count; null where these are fewer than ten. */
export function stationRecord({ state, learnFrom }: SensorVerdict): StationRecord | null {
  if (state === 'set_aside' || learnFrom.length < nightsOfRecord) return null
  const residualsC = learnFrom.slice(-limits.acceptedNights).map(({ residualC }) => residualC)
  const usualC = recentMeanC(residualsC)
  const squares = residualsC.reduce((sum, residualC) => sum + (residualC - usualC) ** 2, 0)
  return { usualC, sigmaC: Math.max(minSigmaC, Math.sqrt(squares / residualsC.length)) }
}

/** A night is strange if neither the sensor's last 25 nights nor the published forecast let it be expected. */
function isStrange(night: SensorNight, learned: readonly SensorNight[]): boolean {
  const { residualC, publishedResidualC = residualC, sigmaC } = night
  const usualC = recentMeanC(learned.map((one) => one.residualC))
  const apartC = Math.min(Math.abs(residualC - usualC), Math.abs(publishedResidualC))
  return apartC > limits.sigmas * sigmaC
}

/** Σr/(n + 2.5) over the last 25 nights: a moved sensor is soon known again; docs/science.md [9]. */
const recent = { nights: 25, priorNights: 2.5 }

/**
 * Mean of the last 25 residuals [°C], held towards 0; 0 without any. @param residualsC Measured minus forecast minimum
 * (without learned bias), oldest first.
 */
export function recentMeanC(residualsC: readonly number[]): number {
  const latest = residualsC.slice(-recent.nights)
  return latest.reduce((sum, residual) => sum + residual, 0) / (latest.length + recent.priorNights)
}
