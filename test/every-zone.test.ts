/** Nights of all zones, around their changes of clocks, told at any minute. */
import { expect, it } from 'vitest'
import { renderAlert } from '../src/alerts/words/render-alert.ts'
import { overHourOf } from '../src/forecasts/night-lacks.ts'
import { nightWindows } from '../src/frost/night-window.ts'
import { pointOf } from '../src/weather/point.ts'
import { frostMessage, frostNight } from './contracts/channels/message.ts'
import { generator } from './plausible/honest-weather.ts'

const hour = 3_600_000
const sites = [
  ...([
    [38.35, 38.31, 'Europe/Istanbul'],
    [52.1, 5.18, 'Europe/Amsterdam'],
    [51.5, -0.1, 'Europe/London']
  ] as const),
  ...([
    [46.6, -120.5, 'America/Los_Angeles'],
    [47.5, -52.7, 'America/St_Johns'],
    [-33, -71, 'America/Santiago']
  ] as const),
  ...([
    [-33.3, 149.1, 'Australia/Sydney'],
    [-31.5, 159, 'Australia/Lord_Howe'],
    [-44, -176.5, 'Pacific/Chatham']
  ] as const),
  ...([
    [28, 77, 'Asia/Kolkata'],
    [27.7, 85.3, 'Asia/Kathmandu'],
    [1.8, -157, 'Pacific/Kiritimati']
  ] as const),
  ...([
    [69.6, 19, 'Europe/Oslo'],
    [34, -6, 'Africa/Casablanca'],
    [30, 31.2, 'Africa/Cairo']
  ] as const)
] as const
/** Days before clocks change somewhere. */
const days = [
  [2, 6],
  [2, 27],
  [3, 3],
  [3, 23],
  [8, 25],
  [9, 23],
  [9, 30]
] as const
const kinds = ['raised', 'updated', 'cleared', 'dusk', 'blind', 'sighted', 'test', 'escalated'] as const
const tonight = { en: /\btonight\b/i, tr: /\bbu gece\b/i } as const

it('no span is backwards, and tonight is a night that is not over, whose cold is to come where another one has it', () => {
  const random = generator(11)
  const pick = <One>(list: readonly One[]): One =>
    list[Math.floor(random() * list.length)] ?? expect.unreachable()
  let count = 0
  while (count < 3000) {
    const [lat, lon, timezone] = pick(sites)
    const [month, day] = pick(days)
    const from = Math.floor(Date.UTC(2026, month, day) / hour) + Math.floor(random() * 72)
    const createdAt = from * hour + Math.floor(random() * 60) * 60_000
    const windows = nightWindows(pointOf({ lat, lon, timezone, elevation: 100 }), from, from + 80)
    const nights = windows
      .filter((window) => overHourOf(window) * hour > createdAt)
      .slice(0, 1 + Math.floor(random() * 3))
    if (nights.length === 0) continue
    count++
    const message = frostMessage({
      kind: pick(kinds),
      language: pick(['en', 'tr'] as const),
      nights: nights.map((window) => {
        const { date, firstHour, lastHour } = window
        const [dusk, dawn] = [window.firstDarkHour ?? firstHour, window.lastDarkHour ?? lastHour]
        const coldest = dusk + Math.floor(random() * (dawn - dusk + 1))
        const [first, last] = [coldest - Math.floor(random() * 8), coldest + Math.floor(random() * 5)]
        return frostNight({
          date,
          standing: pick(['raised', 'raised', 'seen', 'cleared']),
          plantTemperatureMinC: -random() * 9,
          score: random() * 100,
          coldestAt: coldest * hour,
          frostFromAt: Math.max(first, firstHour) * hour,
          frostToAt: (Math.min(last, lastHour) + 1) * hour,
          sunsetAt: window.firstDarkHour === null ? null : (dusk - 0.5) * hour,
          sunriseAt: window.lastDarkHour === null ? null : (dawn + 0.5) * hour,
          overAt: overHourOf(window) * hour
        })
      }),
      createdAt,
      place: { slug: 'x', name: 'X', region: null, country: 'TR', timezone }
    })
    const { title, short, lines } = renderAlert(message)
    const text = [title, short, ...lines.map((line) => line.text)].join('\n')
    const said = `${message.kind} ${timezone} at ${new Date(createdAt).toISOString()}: ${text}`
    expect(text, said).not.toMatch(/undefined|NaN|null|Invalid/)
    for (const [, fromHour, , toHour] of text.matchAll(/\b(\d\d)([:.]\d\d)?–(\d\d)([:.]\d\d)?(?![\d/])/g))
      expect((Number(toHour) - Number(fromHour) + 24) % 24, said).toBeLessThan(19)
    // What is lifted tonight stands before the news of another night.
    const news = title.replace(/^(?:Tonight|Bu gece): [^.]+\. /, '')
    if (!tonight[message.language].test(news)) continue
    const near = message.nights.filter(({ overAt }) => overAt > createdAt && overAt - createdAt <= 25 * hour)
    expect(near, said).not.toEqual([])
    const isAhead = ({ coldestAt }: { coldestAt: number }): boolean => coldestAt > createdAt
    const others = message.nights.filter((night) => night.standing === 'raised' && isAhead(night))
    if (message.kind === 'raised' || message.kind === 'updated')
      expect(others.length === 0 || near.some(isAhead), said).toBe(true)
  }
})
