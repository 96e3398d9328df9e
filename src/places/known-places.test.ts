import { describe, expect, it } from 'vitest'
import { distanceKm } from './distance.ts'
import { openGazetteer } from './gazetteer.ts'

const gazetteer = await openGazetteer()

// Town centres and heights as encyclopaedias give them (Wikipedia's articles of the towns), rounded there to a
// hundredth of a degree or better. A town is some km wide and seldom flat: hence 6 km and 60 m. GeoNames' point
// of İzmir lies on the slope of Kadifekale, a hill of 186 m a kilometre from the quay.
const withinKm = 6
const withinMetres = (slug: string): number => (slug === 'izmir' ? 125 : 60)

describe('places agree with what is known elsewhere', () => {
  it.each([
    ['malatya', 38.35, 38.31, 954],
    ['erzurum', 39.91, 41.28, 1900],
    ['igdir', 39.92, 44.04, 858],
    ['sanliurfa', 37.16, 38.79, 518],
    ['izmir', 38.42, 27.14, 2],
    ['ankara', 39.93, 32.86, 890],
    ['istanbul', 41.01, 28.96, 40],
    ['van', 38.5, 43.38, 1730],
    ['konya', 37.87, 32.48, 1016],
    ['kars', 40.61, 43.1, 1768],
    ['trabzon', 41.0, 39.72, 30],
    ['isparta', 37.76, 30.56, 1035],
    ['sivas', 39.75, 37.02, 1285],
    ['agri', 39.72, 43.05, 1640],
    ['ardahan', 41.11, 42.7, 1829],
    ['hakkari', 37.57, 43.74, 1728],
    ['nevsehir', 38.63, 34.71, 1224],
    ['adana', 37.0, 35.33, 23],
    ['london', 51.51, -0.13, 11],
    ['tokyo', 35.69, 139.69, 40],
    ['kathmandu', 27.72, 85.32, 1324],
    ['denver', 39.74, -104.98, 1609],
    ['mexico-city', 19.43, -99.13, 2240],
    ['addis-ababa', 9.03, 38.74, 2355],
    ['nairobi', -1.29, 36.82, 1680],
    ['amsterdam', 52.37, 4.89, -2]
  ])('%s', (slug, lat, lon, elevation) => {
    const place = gazetteer.bySlug(slug)
    if (place === null) throw new Error(`${slug} is not in the table.`)
    expect(distanceKm(place, { lat, lon })).toBeLessThan(withinKm)
    expect(Math.abs((place.elevation ?? Number.NaN) - elevation)).toBeLessThan(withinMetres(slug))
  })

  it.each([
    ['istanbul', 'Europe/Istanbul', 'İstanbul'],
    ['reykjavik', 'Atlantic/Reykjavik', null],
    ['kathmandu', 'Asia/Kathmandu', null],
    ['coyhaique', 'America/Coyhaique', null],
    ['sydney', 'Australia/Sydney', 'New South Wales'],
    ['new-york-city', 'America/New_York', 'New York'],
    ['munich', 'Europe/Berlin', 'Bavaria'],
    ['milan', 'Europe/Rome', 'Lombardy'],
    ['glasgow', 'Europe/London', 'Scotland']
  ])('%s keeps the time of %s', (slug, timezone, region) => {
    expect(gazetteer.bySlug(slug)?.timezone).toBe(timezone)
    if (region !== null) expect(gazetteer.bySlug(slug)?.region).toBe(region)
  })
})
