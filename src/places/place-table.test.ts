import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { distanceKm } from './distance.ts'
import { maximumSlugLength, slugPattern } from './folding.ts'
import { readPlaceTable } from './place-table.ts'

const table = await readPlaceTable()
const places = Array.from({ length: table.count }, (_, row) => table.place(row))
const provinces = places.filter((place) => place.kind === 'province')
const districts = places.filter((place) => place.kind === 'district')
const turkish = places.filter((place) => place.country === 'TR')
const scratch = mkdtempSync(join(tmpdir(), 'ayaz-places-'))
afterAll(() => rmSync(scratch, { recursive: true }))

describe('the table of places', () => {
  it('has the 81 provinces and 973 districts of Türkiye, and the world', () => {
    expect(provinces).toHaveLength(81)
    expect(districts).toHaveLength(973)
    expect(new Set(districts.map((place) => place.region)).size).toBe(81)
    expect(new Set(places.map((place) => place.country)).size).toBeGreaterThan(200)
    const abroad = places.filter((place) => place.country !== 'TR')
    expect(abroad.length).toBeGreaterThan(25_000)
    expect(Math.min(...abroad.map((place) => place.population))).toBeGreaterThan(15_000)
  })

  it('puts every place of Türkiye inside its borders and its time zone', () => {
    for (const place of turkish) {
      const inside = place.lat > 35.8 && place.lat < 42.12 && place.lon > 25.6 && place.lon < 44.84
      expect(inside, `${place.slug} ${place.lat} ${place.lon}`).toBe(true)
      expect(place.timezone).toBe('Europe/Istanbul')
    }
  })

  it('puts every district near its province, and no two districts of a province on one point', () => {
    const seats = new Map(provinces.map((place) => [place.name, place]))
    for (const district of districts) {
      const seat = seats.get(district.region ?? '')
      expect(seat && distanceKm(seat, district), district.slug).toBeLessThan(200)
    }
    expect(new Set(districts.map((place) => `${place.lat},${place.lon}`)).size).toBe(districts.length)
  })

  it('binds slugs of the agreed form, each once', () => {
    for (const { slug } of places) {
      expect(slug).toMatch(slugPattern)
      expect(slug.length).toBeLessThanOrEqual(maximumSlugLength)
    }
    expect(new Set(places.map((place) => place.slug)).size).toBe(places.length)
    for (const province of provinces) expect(province.slug).not.toContain('-')
    for (const district of districts) expect(district.slug).toContain('-')
  })

  it('has coordinates of 3 decimals, heights of the Earth and zones that can be reckoned with', () => {
    for (const { lat, lon, elevation, slug } of places) {
      expect(`${lat} ${lon}`, slug).toMatch(/^-?\d{1,2}(\.\d{1,3})? -?\d{1,3}(\.\d{1,3})?$/)
      if (elevation !== null) expect(elevation > -430 && elevation < 5200, `${slug} ${elevation}`).toBe(true)
    }
    for (const zone of new Set(places.map((place) => place.timezone))) {
      expect(() => Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)).not.toThrow()
    }
    expect(places.filter((place) => place.elevation === null).length).toBeLessThan(40)
  })

  it('names every row it has and no other', () => {
    expect(table.indexOf('malatya')).not.toBeNull()
    expect(table.key(table.indexOf('malatya') ?? -1)).toBe('TR-44')
    expect(table.key(table.indexOf('malatya-battalgazi') ?? -1)).toBe('TR-44/battalgazi')
    expect(table.key(table.indexOf('london') ?? -1)).toBe('2643743')
    expect(() => table.place(table.count)).toThrow(RangeError)
    expect(() => table.place(-1)).toThrow(RangeError)
  })
})

describe('a table whose files do not belong together', () => {
  const files = ['slugs.tsv', 'places.tsv.gz', 'alternate-names.tsv.gz']
  const committed = (name: string): URL => new URL(`./table/${name}`, import.meta.url)

  it('is refused', async () => {
    for (const name of files) copyFileSync(committed(name), join(scratch, name))
    const folder = pathToFileURL(`${scratch}/`)
    expect((await readPlaceTable(folder)).count).toBe(table.count)
    const ledger = readFileSync(committed('slugs.tsv'), 'latin1')
    writeFileSync(join(scratch, 'slugs.tsv'), ledger.replace('\tmalatya\n', '\tmalatia\n'))
    await expect(readPlaceTable(folder)).rejects.toMatchObject({ kind: 'place_table_damaged' })
  })
})
