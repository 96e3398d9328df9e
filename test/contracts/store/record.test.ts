import { describe, expect, it } from 'vitest'
import type { NewObservation, NewSensor, RecordedPoint } from '../../../src/observations/ports.ts'
import { boxAround } from '../../../src/observations/reach.ts'
import type { NewReading } from '../../../src/observations/reading-ports.ts'
import { openStore } from '../../../src/store/open.ts'
import { syntheticIssue, syntheticPoint } from '../../made/synthetic-nights.ts'
import { openEarlier } from './earlier.ts'
import { engines } from './engines.ts'
import { storeForEach } from './opened.ts'

const now = Date.parse('2026-04-12T12:00:00Z')
const sensor: NewSensor = {
  owner: 'key',
  isOperators: false,
  point: syntheticPoint,
  kind: 'air_2m',
  exposure: null,
  station: ''
}
const row = (date: string, minimumC: number, change: Partial<NewSensor> = {}): NewObservation => ({
  sensor: { ...sensor, ...change },
  date,
  minimumC
})

describe.each(engines())('the record on $name', (engine) => {
  const fresh = storeForEach(engine, now)

  describe('observations', () => {
    it('count once, however often they come; another value replaces the first and says which', async () => {
      const { record } = fresh.store
      const first = await record.save([row('2026-04-11', -2.3), row('2026-04-12', 0)], now)
      expect(first.map((one) => one.status)).toEqual(['stored', 'stored'])
      const again = await record.save([row('2026-04-11', -2.3), row('2026-04-12', 0.5)], now + 1)
      expect(again).toMatchObject([{ status: 'unchanged' }, { status: 'replaced', previousC: 0 }])
      const [{ sensorSeq = 0 } = {}] = first
      expect(await record.observations([sensorSeq], '2026-04-01')).toEqual([
        { sensorSeq, date: '2026-04-11', minimumC: -2.3 },
        { sensorSeq, date: '2026-04-12', minimumC: 0.5 }
      ])
    })

    it('that follow from readings of a sensor that lies are deleted, those that were sent stay', async () => {
      const { record } = fresh.store
      const [{ sensorSeq = 0 } = {}] = await record.save([row('2026-04-11', -2)], now)
      await record.saveFromReadings([row('2026-04-09', -1), row('2026-04-10', 7), row('2026-04-11', 7)], now)
      const fault = { reason: 'frozen', from: now - 2 * 86_400_000, foundAt: now, seenAt: now } as const
      await record.saveFault(sensorSeq, fault, now)
      expect((await record.sensor(sensorSeq))?.fault).toEqual(fault)
      const dates = (await record.observations([sensorSeq], '2026-04-01')).map(({ date }) => date)
      expect(dates).toEqual(['2026-04-09', '2026-04-11'])
      expect(await record.changedSince(now - 1)).toHaveLength(1)
      await record.saveFault(sensorSeq, null, now)
      expect((await record.sensor(sensorSeq))?.fault).toBe(null)
    })

    it('of two for one night in one batch keep the later', async () => {
      await fresh.store.record.save([row('2026-04-11', 1), row('2026-04-11', 2)], now)
      const [known] = await fresh.store.record.sensors(null, 10)
      const stored = await fresh.store.record.observations([known?.seq ?? 0], '2026-01-01')
      expect(stored.map((one) => one.minimumC)).toEqual([2])
    })

    it('of another owner, kind, station or point belong to another sensor', async () => {
      const elsewhere: RecordedPoint = { ...syntheticPoint, pointKey: '38.400,38.312', lat: 38.4 }
      await fresh.store.record.save(
        [
          row('2026-04-11', 1),
          row('2026-04-11', 2, { owner: 'other' }),
          row('2026-04-11', 3, { kind: 'plant' }),
          row('2026-04-11', 3, { kind: 'plant', exposure: 'canopy' }),
          row('2026-04-11', 4, { station: 'Bağ' }),
          row('2026-04-11', 5, { point: elsewhere })
        ],
        now
      )
      const sensors = await fresh.store.record.sensors(null, 10)
      expect(sensors).toHaveLength(6)
      expect(sensors.map((one) => [one.kind, one.exposure])).toContainEqual(['plant', 'canopy'])
      expect(sensors[0]).toMatchObject({ ...sensor, acceptedAfterDate: null })
      expect((await fresh.store.record.sensors('other', 10)).map((one) => one.owner)).toEqual(['other'])
      expect(await fresh.store.record.sensorsIn(boxAround(elsewhere))).toHaveLength(1)
    })

    it('keep two decimals and every digit of the range', async () => {
      const minima = [-89.2, -0.05, 0, 44.21]
      const rows = minima.map((minimumC, index) => row(`2026-04-0${index + 1}`, minimumC))
      const [{ sensorSeq = 0 } = {}] = await fresh.store.record.save(rows, now)
      const stored = await fresh.store.record.observations([sensorSeq], '2026-01-01')
      expect(stored.map((one) => one.minimumC)).toEqual(minima)
    })

    it('take texts that would break out of a query', async () => {
      const station = `'; drop table observations; -- "`
      await fresh.store.record.save([row('2026-04-11', 1, { station })], now)
      expect((await fresh.store.record.sensors(null, 10))[0]?.station).toBe(station)
    })

    it('are all kept or none: a batch with a row that cannot be stored changes nothing', async () => {
      const broken = row('2026-04-11', Number.NaN)
      await expect(fresh.store.record.save([row('2026-04-10', 1), broken], now)).rejects.toThrow()
      expect(await fresh.store.record.sensors(null, 10)).toEqual([])
      const stored = await fresh.store.record.save([row('2026-04-10', 1)], now)
      expect(stored).toMatchObject([{ status: 'stored' }])
    })

    it('come from two at once without losing or doubling one', async () => {
      const rows = Array.from({ length: 28 }, (_, day) =>
        row(`2026-02-${String(day + 1).padStart(2, '0')}`, 1)
      )
      // SQLite's second connection lives in another process; two in one would wait for each other.
      const other = engine.name === 'SQLite' ? fresh.store : await openStore({ ...fresh.opened, now })
      await Promise.all([fresh.store.record.save(rows, now), other.record.save(rows, now)])
      if (other !== fresh.store) await other.close()
      const sensors = await fresh.store.record.sensors(null, 10)
      expect(sensors).toHaveLength(1)
      expect(await fresh.store.record.observations([sensors[0]?.seq ?? 0], '2026-01-01')).toHaveLength(28)
    })

    it('tell which points have changed since, and that a sensor was accepted', async () => {
      await fresh.store.record.save([row('2026-04-11', 1)], now)
      expect(await fresh.store.record.changedSince(now)).toEqual([])
      expect(await fresh.store.record.changedSince(now - 1)).toEqual([syntheticPoint])
      await fresh.store.record.save([row('2026-04-11', 1)], now + 5)
      expect(await fresh.store.record.changedSince(now)).toEqual([])
      const [known] = await fresh.store.record.sensors(null, 1)
      expect(await fresh.store.record.accept(known?.seq ?? 0, '2026-04-12', now + 9)).toBe(true)
      expect(await fresh.store.record.accept(999_999, '2026-04-12', now)).toBe(false)
      expect(await fresh.store.record.changedSince(now)).toEqual([syntheticPoint])
      expect((await fresh.store.record.sensor(known?.seq ?? 0))?.acceptedAfterDate).toBe('2026-04-12')
    })

    it('survive a restart, and their sensors keep their numbers', async () => {
      const [{ sensorSeq = 0 } = {}] = await fresh.store.record.save([row('2026-04-11', 1)], now)
      await fresh.store.close()
      fresh.store = await openStore({ ...fresh.opened, now })
      expect(await fresh.store.record.save([row('2026-04-11', 1)], now)).toEqual([
        { status: 'unchanged', sensorSeq }
      ])
    })
  })

  describe('issued nights', () => {
    const issue = (change = {}) => syntheticIssue('2026-04-13', change)
    const issuance = { at: now, method: 'frost-p 2.0' }
    const save = (nights: readonly ReturnType<typeof issue>[], synthetic = false) =>
      fresh.store.record.saveIssued({ point: syntheticPoint, synthetic, nights, issuance })

    it('come back as they were, by date and lead', async () => {
      const nights = [
        issue({ leadDay: 2, leadDays: 1.9, airMinimumC: -1.23456789 }),
        issue({ ensembleMeanC: -0.87654321, ensembleSpreadC: 1.5 }),
        syntheticIssue('2026-04-12')
      ]
      await save(nights)
      expect(await fresh.store.record.issued(syntheticPoint.pointKey, false, '2026-01-01')).toEqual([
        nights[2],
        nights[1],
        nights[0]
      ])
      expect(await fresh.store.record.pointsIn(boxAround(syntheticPoint))).toEqual([syntheticPoint])
    })

    it('are never changed afterwards: the first of each lead stands', async () => {
      await save([issue({ airMinimumC: -1 })])
      await save([issue({ airMinimumC: -9 }), issue({ leadDay: 3 })])
      const stored = await fresh.store.record.issued(syntheticPoint.pointKey, false, '2026-01-01')
      expect(stored.map((night) => [night.leadDay, night.airMinimumC])).toEqual([
        [1, -1],
        [3, 0]
      ])
    })

    it('that were kept before members and exposures were, are still there after the migration, without them', async () => {
      await save([issue()])
      const { queries } = fresh.store.database
      const point = await queries.selectFrom('record_points').selectAll().executeTakeFirstOrThrow()
      await fresh.store.record.save([row('2026-04-11', -1, { kind: 'plant' })], now)
      const {
        seq: _seq,
        last_reading_at: _reading,
        last_received_at: _received,
        first_seen_at: _firstSeen,
        revoked_at: _revoked,
        lie: _lie,
        lie_from: _lieFrom,
        lie_found_at: _lieFoundAt,
        lie_seen_at: _lieSeenAt,
        ...plants
      } = await queries.selectFrom('sensors').selectAll().executeTakeFirstOrThrow()
      const {
        ensemble_mean: _mean,
        ensemble_spread: _spread,
        plant_learned: _learned,
        vine_minimum: _vineMinimum,
        vine_sigma: _vineSigma,
        vine_learned: _vineLearned,
        canopy_minimum: _canopyMinimum,
        canopy_sigma: _canopySigma,
        canopy_learned: _canopyLearned,
        method: _method,
        recorded_at: _recorded,
        back_filled: _backFilled,
        chain_seq: _chainSeq,
        chain_hash: _chainHash,
        ...night
      } = await queries.selectFrom('issued_nights').selectAll().executeTakeFirstOrThrow()
      await fresh.store.close()
      fresh.opened = await engine.fresh()
      const earlier = await openEarlier(fresh.opened, 2)
      await earlier.queries.insertInto('record_points').values(point).execute()
      await earlier.queries
        .insertInto('issued_nights')
        .values(night as never)
        .execute()
      await earlier.queries
        .insertInto('sensors')
        .values(plants as never)
        .execute()
      await earlier.queries.destroy()
      fresh.store = await openStore({ ...fresh.opened, now })
      expect(await fresh.store.record.issued(syntheticPoint.pointKey, false, '2026-01-01')).toEqual([
        issue({ exposed: null })
      ])
      expect(await fresh.store.record.sensors(null, 10)).toMatchObject([{ kind: 'plant', exposure: null }])
    })

    it('keep what plants of each exposure have, each its own', async () => {
      const exposed = {
        ground: { minimumC: -2, sigmaC: 2, learnedC: 0.1 },
        vine: { minimumC: -1.2, sigmaC: 1.8, learnedC: 0.2 },
        canopy: { minimumC: -0.7, sigmaC: 1.6, learnedC: 0.3 }
      }
      await save([issue({ exposed })])
      const [night] = await fresh.store.record.issued(syntheticPoint.pointKey, false, '2026-01-01')
      expect(night?.exposed).toEqual(exposed)
    })

    it('of made-up weather never mix with real ones', async () => {
      await save([issue({ airMinimumC: 30 })], true)
      expect(await fresh.store.record.issued(syntheticPoint.pointKey, false, '2026-01-01')).toEqual([])
      await save([issue()])
      expect(await fresh.store.record.issued(syntheticPoint.pointKey, true, '2026-01-01')).toMatchObject([
        { airMinimumC: 30 }
      ])
    })

    it('are forgotten with their points once they are old', async () => {
      await save([syntheticIssue('2025-01-01'), issue()])
      expect(await fresh.store.record.forgetBefore('2026-01-01', now)).toBe(1)
      expect(await fresh.store.record.pointsIn(boxAround(syntheticPoint))).toHaveLength(1)
      expect(await fresh.store.record.forgetBefore('2027-01-01', now)).toBe(1)
      expect(await fresh.store.record.pointsIn(boxAround(syntheticPoint))).toEqual([])
    })
  })

  it('keeps the source’s latest word on a night', async () => {
    const night = { date: '2026-04-12', source: 'made', analysedAt: now, airMinimumC: 1, plantMinimumC: -1 }
    const save = (one: typeof night) =>
      fresh.store.record.saveAnalysed({ point: syntheticPoint, synthetic: false, nights: [one] })
    await save(night)
    const later = { ...night, analysedAt: now + 1, airMinimumC: 1.5 }
    await save(later)
    expect(await fresh.store.record.analysed(syntheticPoint.pointKey, false, '2026-01-01')).toEqual([later])
  })

  describe('readings', () => {
    const reading = (hour: number, temperatureC: number, change: Partial<NewSensor> = {}): NewReading => ({
      sensor: { ...sensor, ...change },
      measuredAt: now + hour * 3_600_000,
      temperatureC,
      dewPointC: -4.25,
      windSpeedMps: null
    })

    it('count once for a sensor and an instant; another value replaces the first and says which', async () => {
      const { record } = fresh.store
      const first = await record.saveReadings([reading(0, -1.5), reading(-1, 0)], now)
      expect(first.map((one) => one.status)).toEqual(['stored', 'stored'])
      const again = await record.saveReadings([reading(0, -1.5), reading(-1, 0.5)], now + 1)
      expect(again).toMatchObject([{ status: 'unchanged' }, { status: 'replaced', previousC: 0 }])
      const { sensorSeq: seq = 0 } = first[0] ?? {}
      const { sensor: _, ...stored } = reading(0, -1.5)
      expect(await record.readings(seq, now, now + 1)).toEqual([stored])
      expect(await record.readings(seq, 0, now)).toMatchObject([{ temperatureC: 0.5 }])
      expect((await record.readSince(now)).map((one) => one.seq)).toEqual([seq])
      expect(await record.readSince(now + 1)).toEqual([])
    })

    it('of old days are deleted, and the nights of them stay', async () => {
      const [{ sensorSeq = 0 } = {}] = await fresh.store.record.saveReadings(
        [reading(-800, 1), reading(0, 2)],
        now
      )
      await fresh.store.record.saveFromReadings([row('2026-03-10', 1)], now)
      expect(await fresh.store.record.forgetReadings(now - 30 * 86_400_000)).toBe(1)
      expect(await fresh.store.record.readings(sensorSeq, 0, now + 1)).toHaveLength(1)
      expect(await fresh.store.record.observations([sensorSeq], '2026-01-01')).toHaveLength(1)
    })

    it('never take the place of a minimum that was sent', async () => {
      const { record } = fresh.store
      const statuses = async (saved: ReturnType<typeof record.save>) =>
        (await saved).map(({ status }) => status)
      const night = row('2026-04-12', -2)
      expect(await statuses(record.saveFromReadings([night], now))).toEqual(['stored'])
      expect(await statuses(record.saveFromReadings([{ ...night, minimumC: -2.1 }], now))).toEqual([
        'replaced'
      ])
      expect(await statuses(record.save([{ ...night, minimumC: -3 }], now))).toEqual(['replaced'])
      expect(await statuses(record.saveFromReadings([night], now))).toEqual(['unchanged'])
      const [{ seq = 0 } = {}] = await record.sensors(null, 10)
      expect(await record.observations([seq], '2026-01-01')).toMatchObject([{ minimumC: -3 }])
    })
  })

  it('of two reports of an airport for one time the colder stays, in one answer and later', async () => {
    const { record } = fresh.store
    const airport = { icao: 'LTAT', name: 'Erhac', lat: 38.435, lon: 38.091, elevation: 862 }
    const unknown = { dewPointC: null, windSpeedMps: null, cloudCoverFraction: null, isWhole: true }
    const at = (temperatureC: number) => ({ icao: 'LTAT', measuredAt: now, temperatureC, ...unknown })
    const stored = async (...reports: number[]) => {
      await record.saveAirportReports([airport], reports.map(at))
      return (await record.airportReports(0)).map(({ temperatureC }) => temperatureC)
    }
    expect(await stored(2, -2, 3)).toEqual([-2])
    expect(await stored(2)).toEqual([-2])
    expect(await stored(-3)).toEqual([-3])
  })

  it('a sensor is revoked until it is accepted again', async () => {
    const [{ sensorSeq: seq = 0 } = {}] = await fresh.store.record.save([row('2026-04-12', 1)], now)
    expect(await fresh.store.record.revoke(seq + 1, now)).toBe(false)
    expect(await fresh.store.record.revoke(seq, now)).toBe(true)
    const [{ sensorSeq: theirs = 0 } = {}] = await fresh.store.record.save(
      [row('2026-04-12', 1, { owner: 'other' })],
      now
    )
    expect(await fresh.store.record.revoked(['key', 'other'])).toMatchObject([{ seq, revokedAt: now }])
    expect(await fresh.store.record.revoked(['other'])).toEqual([])
    expect(await fresh.store.record.revoked([])).toEqual([])
    await fresh.store.record.revoke(theirs, now)
    const both = await fresh.store.record.revoked(['key', 'other', 'third'])
    expect(both.map((sensor) => sensor.seq).toSorted((one, other) => one - other)).toEqual([seq, theirs])
    await fresh.store.record.accept(seq, '2026-04-12', now)
    expect(await fresh.store.record.revoked(['key'])).toEqual([])
  })
})
