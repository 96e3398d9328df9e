import { describe, expect, it } from 'vitest'
import { readPlaceTable } from './place-table.ts'
import { readZoneMap } from './point.ts'

const zoneAt = await readZoneMap()

/**
 * Towns close to a border, on islands and in enclaves, with the zone that their clocks follow by the law of the place:
 * tz database, `zone1970.tab` and its comments. [° north, ° east]
 */
const truth: Readonly<Record<string, readonly (readonly [place: string, lat: number, lon: number])[]>> = {
  'Europe/Istanbul': [
    ['Edirne', 41.677, 26.556],
    ['Karaağaç, west of the Meriç', 41.658, 26.525],
    ['İpsala', 40.918, 26.383],
    ['Kapıkule', 41.712, 26.37],
    ['Gökçeada', 40.195, 25.906],
    ['Bozcaada', 39.834, 26.071],
    ['Kaş, opposite Meis', 36.202, 29.637],
    ['Bodrum', 37.035, 27.43],
    ['Sarp', 41.512, 41.552],
    ['Aralık, towards Dilucu', 39.7, 44.75],
    ['Doğubayazıt', 39.547, 44.084],
    ['Yüksekova', 37.569, 44.283],
    ['Habur', 37.15, 42.56],
    ['Nusaybin', 37.075, 41.215],
    ['Akçakale', 36.71, 38.947],
    ['Yayladağı', 35.902, 36.06],
    ['Malatya', 38.354, 38.31],
    ['Sinop', 42.027, 35.151]
  ],
  'Europe/Athens': [
    ['Meis', 36.148, 29.59],
    ['Kastanies', 41.647, 26.485],
    ['Sakız', 38.369, 26.136],
    ['Midilli', 39.104, 26.555],
    ['İstanköy', 36.893, 27.288]
  ],
  'Europe/Sofia': [['Svilengrad', 41.766, 26.2]],
  'Asia/Tbilisi': [['Gonio, north of Sarp', 41.563, 41.575]],
  'Asia/Yerevan': [['Margara', 40.034, 44.183]],
  'Asia/Baku': [['Sederek, Nahçıvan', 39.715, 44.885]],
  'Asia/Tehran': [['Bazargan', 39.391, 44.388]],
  'Asia/Baghdad': [['Zaho', 37.144, 42.687]],
  'Asia/Damascus': [['Kamışlı', 37.046, 41.225]],
  'Asia/Nicosia': [['Lefkoşa, south', 35.16, 33.365]],
  'Asia/Famagusta': [['Girne', 35.337, 33.319]],
  'Europe/Brussels': [['Baarle-Hertog', 51.441, 4.932]],
  'Europe/Amsterdam': [['Vaals', 50.771, 6.017]],
  'Europe/Busingen': [['Büsingen', 47.697, 8.69]],
  'Europe/Madrid': [['Llívia', 42.464, 1.981]],
  'Europe/Lisbon': [['Valença', 42.028, -8.645]],
  'Europe/San_Marino': [['San Marino', 43.936, 12.447]],
  'Europe/Vatican': [['Vatican', 41.903, 12.453]],
  'Europe/Gibraltar': [['Gibraltar', 36.14, -5.353]],
  'Africa/Ceuta': [['Ceuta', 35.888, -5.315]],
  'Europe/Kaliningrad': [['Kaliningrad', 54.71, 20.51]],
  'Europe/London': [['Newry', 54.176, -6.339]],
  'Europe/Dublin': [['Dundalk', 54.001, -6.405]],
  'Europe/Helsinki': [['Tornio', 65.848, 24.147]],
  'Europe/Stockholm': [['Haparanda', 65.836, 24.129]],
  'Africa/Maseru': [['Maseru', -29.315, 27.485]],
  'Africa/Kigali': [['Gisenyi', -1.702, 29.256]],
  'Asia/Kolkata': [['Raxaul', 26.98, 84.85]],
  'Asia/Kathmandu': [['Birgunj', 27.012, 84.877]],
  'Asia/Pyongyang': [['Kaesong', 37.971, 126.555]],
  'Asia/Hong_Kong': [['Hong Kong', 22.302, 114.177]],
  'America/Los_Angeles': [['Point Roberts', 48.985, -123.078]],
  'America/Vancouver': [['Tsawwassen', 49.014, -123.087]],
  'America/Phoenix': [['Flagstaff, outside the Navajo Nation', 35.198, -111.651]],
  'America/Denver': [['Window Rock, Navajo Nation', 35.68, -109.053]],
  'America/Detroit': [['Marquette', 46.544, -87.395]],
  'America/Menominee': [['Menominee', 45.108, -87.614]],
  'America/Tijuana': [['Tijuana', 32.514, -117.038]],
  'America/St_Johns': [['St John’s', 47.561, -52.713]],
  'America/Miquelon': [['Saint-Pierre', 46.781, -56.174]],
  'Australia/Eucla': [['Eucla', -31.677, 128.889]],
  'Australia/Lord_Howe': [['Lord Howe', -31.553, 159.084]],
  'Australia/Brisbane': [['Coolangatta', -28.167, 153.53]],
  'Australia/Sydney': [['Tweed Heads', -28.19, 153.545]],
  'Pacific/Chatham': [['Waitangi', -43.954, -176.559]],
  'Pacific/Kiritimati': [['London, Kiritimati', 1.983, -157.475]],
  'Pacific/Apia': [['Apia', -13.833, -171.767]],
  'Pacific/Pago_Pago': [['Pago Pago', -14.279, -170.7]],
  'Pacific/Easter': [['Hanga Roa', -27.15, -109.433]]
}

/** What clocks show at noon UTC in each month of a year. */
function clockOf(zone: string | null): string {
  if (zone === null) return 'none'
  const clock = new Intl.DateTimeFormat('en', { timeZone: zone, timeStyle: 'short' })
  return Array.from({ length: 12 }, (_, month) => clock.format(Date.UTC(2026, month, 15, 12))).join()
}

describe('the map of time zones', () => {
  it('knows towns along borders, on islands and in enclaves', () => {
    const points = Object.entries(truth).flatMap(([zone, places]) => places.map((place) => ({ zone, place })))
    expect(points.length).toBe(70)
    const wrong = points
      .map(({ zone, place: [name, lat, lon] }) => ({ name, zone, found: zoneAt(lat, lon) }))
      .filter(({ zone, found }) => clockOf(found) !== clockOf(zone))
    expect(wrong).toEqual([])
  })

  it('is the sea where no country is near', () => {
    expect([zoneAt(0, -30), zoneAt(43, 180), zoneAt(90, 0), zoneAt(43.5, 34)]).toEqual([
      null,
      null,
      null,
      null
    ])
  })

  it('gives the places of the table their zone, apart from what lies within the width of a border', async () => {
    const table = await readPlaceTable()
    let same = 0
    let abroad = 0
    for (let index = 0; index < table.count; index++) {
      const { lat, lon, timezone, country } = table.place(index)
      const found = zoneAt(lat, lon)
      if (found === timezone) same++
      else if (country === 'TR') abroad++
    }
    expect(abroad).toBe(0)
    expect(same / table.count).toBeGreaterThan(0.995)
  })
})
