import type { Static } from 'typebox'
import { secondMs } from '../../common/time.ts'
import type { Exposure, KnownNight } from '../../frost/frost-night.ts'
import { roundToHundredth, roundToTenth } from '../../frost/published.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatNumber } from '../../language/numbers.ts'
import { type VerifiedAirport, verifiedAirports } from '../../observations/airport-nights.ts'
import { airportPoint } from '../../observations/airports.ts'
import type { Site } from '../../observations/around.ts'
import { isOwnOf } from '../../observations/around.ts'
import { type LearnedPlace, ownTonight } from '../../observations/learned-place.ts'
import {
  type LeadScores,
  leadScores,
  minNights,
  type PlaceVerification,
  type VerifiedRecord
} from '../../observations/place-verification.ts'
import type { SensorRecord } from '../../observations/sensor-record.ts'
import { publish, published, type UnitSystem, unitOf } from '../../weather/units.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import { type Operation, type OperationAnswer, type OperationRequest, problemAnswer } from '../operation.ts'
import { readQuery, take } from '../query.ts'
import { canonicalLinks, type Located, linkHeader, locateQuery } from '../weather/locator.ts'
import { labelParameters, langParameter, pointParameters, unitsParameter } from '../weather/parameters.ts'
import { presentUpdatedBy } from '../weather/risk-day.present.ts'
import { type RecordOperationDeps, recordSite } from './parts.ts'
import { kindParameter, plantExposureParameter, presentRecord } from './record.schema.ts'
import { type LeadRow, verificationBody } from './verification.schema.ts'

type VerificationBody = Static<typeof verificationBody>

interface VerificationFacts {
  readonly located: Located
  /** Where the plants are; null for the air. */
  readonly exposure: Exposure | null
  readonly site: Site
  readonly verification: VerifiedRecord
  /** Whether its point may be named: a place's, or the subscriber's own. */
  readonly isRecordShown: boolean
  readonly sensors: readonly SensorRecord[]
  readonly learned: LearnedPlace | null
  /** What was learned, with what its source adds; null: nothing is used, undefined: no forecast is stored. */
  readonly served: LearnedPlace | null | undefined
  readonly airports: readonly VerifiedAirport[]
  readonly tonight: KnownNight | null
  readonly units: UnitSystem
  readonly lang: Language
  readonly synthetic: boolean
}

const fahrenheitPerCelsius = 1.8

function presentVerification(facts: VerificationFacts): VerificationBody {
  const { verification, units, lang, learned } = facts
  const { point, place } = facts.located
  const sensorCount = facts.sensors.filter((one) => one.state === 'trusted').length
  return {
    location: {
      lat: point.lat,
      lon: point.lon,
      name: place?.name ?? null,
      slug: place?.slug ?? null,
      country: place?.country ?? null,
      timezone: point.timezone
    },
    ...presentRecord(verification.record, facts, facts.isRecordShown),
    verification: {
      kind: verification.kind,
      exposure: facts.exposure,
      against: verification.basis,
      statement: basisSentence(verification, lang),
      enough: verification.isEnough,
      // Why there are no figures yet.
      reason: verification.isEnough ? null : wordsIn(lang).record.tooFew(verification.nights, minNights),
      ...nightCount(verification.nights),
      nights_needed: minNights,
      observed_nights: verification.observedNights,
      sensor_count: sensorCount,
      sensors: sensorCount,
      sensors_set_aside: facts.sensors.filter((one) => one.state === 'set_aside').length,
      first_date: verification.firstDate,
      last_date: verification.lastDate,
      day_ahead: presentLead(
        verification.leads.find((lead) => lead.leadDay === 1) ?? leadScores(1, []),
        units
      ),
      evening: presentEvening(verification, units),
      leads: verification.leads.map((lead) => presentLead(lead, units))
    },
    learned:
      learned === null
        ? null
        : {
            method: learned.seasonal === null ? 'recent_nights' : 'seasonal_emos',
            ...nightCount(learned.nights),
            seasonal_nights: learned.seasonalNights,
            offset_nights: learned.offsetNights,
            bias: difference(learned.biasC, units) ?? 0,
            source_bias:
              facts.served === undefined ? null : difference(sourceBiasC(learned, facts.served), units),
            plant_bias: difference((facts.served ?? learned).plantBiasC, units) ?? 0,
            spread: difference(spreadOf(learned), units)
          },
    tonight: facts.tonight === null ? null : presentTonight(facts.tonight, facts),
    airports: facts.airports.map((one) => presentAirport(one, facts)),
    units: {
      temperature: unitOf('temperature', units),
      temperature_difference: unitOf('temperature_difference', units)
    },
    synthetic: facts.synthetic
  }
}

function presentTonight(
  night: KnownNight,
  { located, units }: VerificationFacts
): NonNullable<VerificationBody['tonight']> {
  const temperature = (valueC: number) => publish(valueC, 'temperature', units) ?? 0
  return {
    date: night.window.date,
    temperature_min: temperature(night.airTemperatureMinC),
    plant_temperature_min: temperature(night.plantTemperatureMinC),
    air_frost_probability: roundToHundredth(night.probability.airFrost),
    updated_by: presentUpdatedBy(night, zoneClock(located.point.timezone))
  }
}

function presentEvening(
  { evening: { nights, forecastCrpsC, updatedCrpsC }, eveningLaws }: VerificationFacts['verification'],
  units: UnitSystem
): VerificationBody['verification']['evening'] {
  const crps = (count: number, valueC: number | null) =>
    count < minNights ? null : difference(valueC, units)
  return {
    ...nightCount(nights),
    crps_forecast: crps(nights, forecastCrpsC),
    crps_updated: crps(nights, updatedCrpsC),
    laws: eveningLaws.map((law) => ({
      station: law.station,
      ...nightCount(law.nights),
      last_date: law.lastDate,
      weight: roundToHundredth(law.share),
      judged_nights: law.judged?.nights ?? 0,
      crps_law_of_all: crps(law.judged?.nights ?? 0, law.judged?.usualCrpsC ?? null),
      crps_given: crps(law.judged?.nights ?? 0, law.judged?.givenCrpsC ?? null)
    }))
  }
}

function presentAirport(
  { airport, distanceKm, heightDifferenceM, report, dayAhead }: VerifiedAirport,
  { located, units, lang, served }: VerificationFacts
): VerificationBody['airports'][number] {
  const clock = zoneClock(located.point.timezone)
  const { lat, lon, elevation } = airportPoint(airport, '')
  const added = served?.ofAirport
  return {
    code: airport.icao,
    name: airport.name,
    distance_km: roundToTenth(distanceKm),
    height_difference: Math.round(heightDifferenceM),
    measured_at: report === null ? null : clock.format(Math.floor(report.measuredAt / secondMs)),
    temperature: report === null ? null : publish(report.temperatureC, 'temperature', units),
    lat,
    lon,
    elevation: elevation ?? 0,
    statement: airportSentence(airport.name, distanceKm, dayAhead?.nights ?? 0, lang),
    day_ahead: presentLead(dayAhead ?? leadScores(1, []), units),
    added_bias: added?.icao === airport.icao ? difference(added.biasC, units) : null
  }
}

function sourceBiasC(learned: LearnedPlace, served: LearnedPlace | null): number {
  return (served?.biasC ?? 0) - (served?.ofAirport?.biasC ?? 0) - learned.biasC
}

/** The learned spread of the air or, where only plants were measured, of plants [°C]. */
function spreadOf({ siteVarianceC2, plantVarianceC2 }: LearnedPlace): number | null {
  const varianceC2 = siteVarianceC2 ?? plantVarianceC2
  return varianceC2 === null ? null : Math.sqrt(varianceC2)
}

function presentLead(lead: LeadScores, units: UnitSystem): LeadRow {
  return {
    lead_days: lead.leadDay,
    ...nightCount(lead.nights),
    frost_nights: lead.frostNights,
    bias: difference(lead.biasC, units),
    mean_absolute_error: difference(lead.meanAbsoluteErrorC, units),
    crps: difference(lead.crpsC, units),
    inside_range: rounded(lead.insideRangeFraction, 2),
    brier: rounded(lead.brier, 4),
    reliability: rounded(lead.reliability, 4),
    probability_of_detection: rounded(lead.probabilityOfDetection, 2),
    false_alarm_ratio: rounded(lead.falseAlarmRatio, 2),
    reliability_diagram: lead.reliabilityRows.map((row) => ({
      chance_from: row.from,
      chance_to: row.to,
      from: row.from,
      to: row.to,
      ...nightCount(row.nights),
      mean_probability: rounded(row.meanProbability, 2),
      frost_share: rounded(row.frostShare, 2)
    }))
  }
}

function nightCount(nights: number) {
  return { night_count: nights, nights }
}

/** A difference of temperatures to 0.01 of its unit: errors of a tenth matter here. */
function difference(valueC: number | null, units: UnitSystem): number | null {
  return valueC === null ? null : published(valueC * (units === 'imperial' ? fahrenheitPerCelsius : 1), 2)
}

function rounded(value: number | null, decimals: number): number | null {
  return value === null ? null : published(value, decimals)
}

function basisSentence(verification: PlaceVerification, lang: Language): string {
  const { basis, nights, observedNights } = verification
  return wordsIn(lang).record[basis](nights, observedNights)
}

function airportSentence(name: string, distanceKm: number, nights: number, lang: Language): string {
  return wordsIn(lang).record.airport(name, formatNumber(distanceKm, 0, lang), nights)
}

const parameters = [...pointParameters, kindParameter, plantExposureParameter, ...labelParameters]

export function verificationOperation(deps: RecordOperationDeps): Operation {
  return {
    method: 'GET',
    path: '/verification',
    id: 'getVerification',
    tag: 'Record',
    summary: 'How accurate the forecasts of a place were',
    description:
      'By lead: bias, mean absolute error, CRPS, Brier score, reliability, POD and FAR for frost, and the ' +
      'number of nights, against what was measured there or, without measurements, against the source’s own ' +
      'latest analysis; the answer says which. “Not enough nights yet” is an answer. `tonight` of a point ' +
      'without a name is given only to the subscriber of a field there, with a manage token, and to the API key ' +
      'of a thermometer nearby. With an API key its own measurements count too.',
    parameters,
    answers: {
      200: { description: 'The record of the place.', schema: verificationBody, headers: ['Link'] }
    },
    problems: ['invalid_parameter', 'location_not_found'],
    isPrivate: true,
    handle: (request) => answer(deps, request)
  }
}

async function answer(deps: RecordOperationDeps, request: OperationRequest): Promise<OperationAnswer> {
  const query = readQuery(request.query, parameters)
  const kind = take(query, kindParameter)
  const exposure = take(query, plantExposureParameter)
  const units = take(query, unitsParameter)
  const lang = take(query, langParameter)
  const location = await locateQuery(query, deps)
  if ('problem' in location) return problemAnswer(location.problem)
  const { located } = location
  const { site, snapshot } = await recordSite(deps, request, located.point)
  const owner = request.apiKey?.id ?? null
  const learned = deps.record.learnedAt(site, owner)
  const served = snapshot === null ? undefined : deps.record.learned(snapshot, owner)
  const evening = await deps.record.eveningFor(site, owner)
  // For a point without a name it would reveal that its forecast was asked for.
  const isShown = deps.isNamed(site) || site.isOwn === true || evening.some(({ isOwn }) => isOwn)
  const verification = await deps.record.verification({ site, kind, exposure, owner })
  const { point } = verification.record
  const body = presentVerification({
    located,
    site,
    isRecordShown: point !== null && (deps.isNamed(point) || isOwnOf(site, point)),
    exposure: kind === 'plant' ? exposure : null,
    units,
    lang,
    verification,
    sensors: await deps.record.sensorsFor(site, owner),
    learned,
    served,
    tonight:
      snapshot === null || !isShown
        ? null
        : ownTonight(snapshot, request.nowAt, { learned: served ?? null, evening }),
    airports: await verifiedAirports(deps.store, site, request.nowAt),
    synthetic: deps.isSynthetic()
  })
  const headers = linkHeader(canonicalLinks(`${deps.baseUrl}/verification`, query, located))
  return { kind: 'fresh', body, headers }
}
