import { describe, expect, it } from 'vitest'
import {
  syntheticIssue,
  syntheticIssues,
  syntheticObservations,
  syntheticSensor
} from '../../test/made/synthetic-nights.ts'
import type { Exposure } from '../frost/frost-night.ts'
import { gaussianCrps } from '../frost/gaussian.ts'
import { minNights, verifyPlace } from './place-verification.ts'
import { issuesToLearnFrom, sensorRecord } from './sensor-record.ts'

const first = '2026-03-01'
const issued = syntheticIssues(first, 20)
const measured = (minima: readonly number[]) =>
  sensorRecord(syntheticSensor(), syntheticObservations(first, minima), issuesToLearnFrom(issued))
const analysed = issued.map((night) => ({
  date: night.date,
  source: 'made',
  analysedAt: 0,
  airMinimumC: 0.2,
  plantMinimumC: -2
}))
const alternating = (count: number) => Array.from({ length: count }, (_, day) => (day % 2 === 0 ? 1 : -2))

describe('the record of a place', () => {
  it('is held against measurements from ten nights on', () => {
    const verification = verifyPlace({
      kind: 'air_2m',
      exposure: 'ground',
      issued,
      analysed,
      sensors: [measured(alternating(12))]
    })
    expect(verification).toMatchObject({
      basis: 'observations',
      nights: 12,
      observedNights: 12,
      isEnough: true,
      firstDate: first,
      lastDate: '2026-03-12'
    })
    const [lead] = verification.leads
    expect(lead).toMatchObject({ leadDay: 1, nights: 12, frostNights: 6 })
    expect(lead?.biasC).toBeCloseTo(-0.5, 12)
    expect(lead?.meanAbsoluteErrorC).toBeCloseTo(1.5, 12)
    expect(lead?.brier).toBeCloseTo(0.25, 12)
    expect(lead?.probabilityOfDetection).toBe(1)
    expect(lead?.falseAlarmRatio).toBe(0.5)
    expect(lead?.crpsC).toBeCloseTo((gaussianCrps(0, 1.5, 1) + gaussianCrps(0, 1.5, -2)) / 2, 12)
    // 1.2816·1.5 = 1.92: 1 lies inside, −2 does not.
    expect(lead?.insideRangeFraction).toBe(0.5)
  })

  it('is held against the source’s own analysis where less was measured, and says how little', () => {
    const verification = verifyPlace({
      kind: 'air_2m',
      exposure: 'ground',
      issued,
      analysed,
      sensors: [measured(alternating(minNights - 1))]
    })
    expect(verification).toMatchObject({ basis: 'analysis', nights: 20, observedNights: 9 })
    expect(verification.leads[0]?.biasC).toBeCloseTo(0.2, 12)
  })

  it('has counts but no figures while there are too few nights', () => {
    const verification = verifyPlace({
      kind: 'air_2m',
      exposure: 'ground',
      issued,
      analysed: [],
      sensors: [measured([1, 2])]
    })
    expect(verification).toMatchObject({ basis: 'observations', nights: 2, isEnough: false })
    expect(verification.leads[0]).toMatchObject({ nights: 2, biasC: null, brier: null, reliabilityRows: [] })
  })

  it('is empty before the first night has ended', () => {
    const nothing = verifyPlace({ kind: 'air_2m', exposure: 'ground', issued, analysed: [], sensors: [] })
    expect(nothing).toMatchObject({ basis: 'none', nights: 0, firstDate: null, leads: [] })
  })

  it('tells each lead by itself', () => {
    const twoLeads = [
      ...issued,
      ...issued.map((night) => syntheticIssue(night.date, { leadDay: 4, airMinimumC: 3 }))
    ]
    const { leads } = verifyPlace({
      kind: 'air_2m',
      exposure: 'ground',
      issued: twoLeads,
      analysed,
      sensors: []
    })
    expect(leads.map((lead) => [lead.leadDay, lead.biasC])).toEqual([
      [1, expect.closeTo(0.2, 9)],
      [4, expect.closeTo(-2.8, 9)]
    ])
  })

  it('holds the forecasts of plants against sensors of the same exposure, and no others', () => {
    const canopy = syntheticSensor(1, { kind: 'plant', exposure: 'canopy' })
    const sensors = [
      sensorRecord(canopy, syntheticObservations(first, alternating(12)), issuesToLearnFrom(issued))
    ]
    const verified = (exposure: Exposure) =>
      verifyPlace({ kind: 'plant', exposure, issued, analysed, sensors })
    expect(verified('ground')).toMatchObject({ basis: 'analysis', observedNights: 0 })
    expect(verified('vine')).toMatchObject({ basis: 'none', observedNights: 0 })
    expect(verified('canopy')).toMatchObject({ basis: 'observations', observedNights: 12 })
    const [lead] = verified('canopy').leads
    // −0.5 °C in the mean, where −0.7 °C were forecast.
    expect(lead?.biasC).toBeCloseTo(0.2, 12)
    // Φ(0.7/1.6) = 0.6692.
    expect(lead?.brier).toBeCloseTo((0.6692 ** 2 + 0.3308 ** 2) / 2, 4)
  })

  it('holds plants against plants', () => {
    const { leads } = verifyPlace({ kind: 'plant', exposure: 'ground', issued, analysed, sensors: [] })
    expect(leads[0]?.biasC).toBeCloseTo(0, 12)
  })

  it('leaves the nights of a sensor that was set aside out', () => {
    const faulty = measured([...alternating(12), -10, -10, -10])
    expect(faulty.state).toBe('set_aside')
    const verification = verifyPlace({
      kind: 'air_2m',
      exposure: 'ground',
      issued,
      analysed,
      sensors: [faulty]
    })
    expect(verification.observedNights).toBe(12)
  })
})
