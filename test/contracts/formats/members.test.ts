/**
 * Every member of every format shows its own variable: each variable has a value of its own, and no two may be
 * exchanged.
 */
import { expect, it } from 'vitest'
import type { AlertMessage, PlaceState } from '../../../src/alerts/message-ports.ts'
import { ownPayload, placePayload } from '../../../src/channels/mqtt/message.ts'
import { renderServerSentEvent } from '../../../src/channels/sse/channel.ts'
import { webhookBody } from '../../../src/channels/webhook/bodies.ts'
import type { FrostLevel } from '../../../src/frost/frost-night.ts'
import { roundToHundredth, roundToTenth } from '../../../src/frost/published.ts'
import { presentCurrent, presentForecast, presentHourly } from '../../../src/http/weather/forecast.ts'
import { presentFrostRisk } from '../../../src/http/weather/frost-risk.present.ts'
import { presentNight } from '../../../src/http/weather/night.present.ts'
import { presentWidgetData } from '../../../src/http/weather/widget-data.ts'
import { levelLabel } from '../../../src/language/frost-words.ts'
import { weatherLabel } from '../../../src/language/labels.ts'
import { publish, published, type UnitSystem } from '../../../src/weather/units.ts'
import { zoneClock } from '../../../src/weather/zone-clock.ts'
import { distinctMessage } from './distinct-message.ts'
import { type DistinctReport, distinctReport, exchanged, valueAtPath } from './distinct-report.ts'
import { chartMembers, mapMembers, pictureMembers } from './drawn-members.ts'
import { entityStates, nightRows } from './made-bodies.ts'
import { bodyMembers, type Manner, type Member, otherMembers } from './members.ts'
import { textMembers } from './message-texts.ts'
import { commandLineMembers, placePageMembers, widgetPageMembers, written } from './page-members.ts'

type Body = keyof typeof bodyMembers
const siteUrl = 'https://ayaz.example'
const bodies = Object.keys(bodyMembers) as Body[]

function present(body: Body, report: DistinctReport, units: UnitSystem): unknown {
  const wording = { units, lang: 'en' } as const
  switch (body) {
    case 'forecast':
      return presentForecast(report, wording)
    case 'current':
      return presentCurrent(report, wording)
    case 'hourly':
      return presentHourly(report, wording)
    case 'frost-risk':
      return presentFrostRisk(report, wording, siteUrl)
    case 'night':
      return presentNight(report, wording)
    case 'widget-data':
      return presentWidgetData(report, wording, { slug: 'malatya', siteUrl })
    case 'webhook':
      return JSON.parse(webhookBody(distinctMessage(report), report.subscription.messageId))
    case 'event stream':
      return JSON.parse(/^data: (.*)$/m.exec(eventOf(report))?.[1] ?? '')
    case 'mqtt topic':
      return JSON.parse(ownPayload(distinctMessage(report), report.subscription.messageId))
    case 'mqtt topic of the place':
      return JSON.parse(placePayload(stateOf(distinctMessage(report))))
    case 'Home Assistant':
      return entityStates(stateOf(distinctMessage(report)), siteUrl)
    case 'CSV of the air':
      return nightRows(report, 'air_2m', units)
    case 'CSV of plants':
      return nightRows(report, 'plant', units)
  }
}

/** A named place's: it has a slug. */
function stateOf(message: AlertMessage): PlaceState {
  return { ...message, place: { ...message.place, slug: message.place.slug ?? '' } }
}

function eventOf(report: DistinctReport): string {
  return renderServerSentEvent(report.subscription.messageId, distinctMessage(report))
}

const clock = zoneClock('Europe/Istanbul')

/** In standard deviations of the normal distribution: a tenth lies beyond it on each side. */
const endOfRange = 1.281551566

function shownAs(value: unknown, manner: Manner, units: UnitSystem, beside = 0): unknown {
  const number = Number(value)
  switch (manner) {
    case 'same':
      return value
    case 'tenth':
      return roundToTenth(number)
    case 'hundredth':
      return roundToHundredth(number)
    case 'whole':
      return Math.round(number)
    case 'whole percent':
      return Math.round(100 * roundToHundredth(number))
    case 'cold':
      return ['moderate', 'high', 'severe'].includes(String(value)) ? 'ON' : 'OFF'
    case 'low end':
      return publish(beside - endOfRange * number, 'temperature', units)
    case 'high end':
      return publish(beside + endOfRange * number, 'temperature', units)
    case 'height':
      return published(units === 'imperial' ? number / 0.3048 : number, 0)
    case 'instant':
      return clock.format(Math.floor(number / 1000))
    case 'instant of second':
      return clock.format(number)
    case 'instant of hour':
      return clock.format(number * 3600)
    case 'weather label':
      return weatherLabel(number, 'en')
    case 'level label':
      return levelLabel(value as FrostLevel, 'en')
    default:
      return publish(number, manner, units)
  }
}

type Leaf = readonly [pointer: string, value: unknown]
function* leaves(value: unknown, pointer = ''): Generator<Leaf> {
  if (typeof value !== 'object' || value === null) yield [pointer, value]
  else for (const [name, inner] of Object.entries(value)) yield* leaves(inner, `${pointer}/${name}`)
}

const usual = distinctReport()

/** The members of a body that do not show the variable of the table, by the values of the usual report. */
function wrongMembers(body: Body, report: DistinctReport, units: UnitSystem): readonly string[] {
  const shown = new Map(leaves(present(body, report, units)))
  const members: readonly Member[] = bodyMembers[body]
  return members.flatMap(({ member, variable, manner, beside = '' }) => {
    const expected = shownAs(valueAtPath(usual, variable), manner, units, Number(valueAtPath(usual, beside)))
    return shown.get(member) === expected ? [] : [`${member}: ${shown.get(member)}, not ${expected}`]
  })
}

it.each(bodies)('shows each variable in its own member of the %s body, in both systems of units', (body) => {
  expect(wrongMembers(body, usual, 'metric')).toEqual([])
  expect(wrongMembers(body, usual, 'imperial')).toEqual([])
})

it.each(bodies)('names every member of the %s body in the table', (body) => {
  const named = new Set<string>(bodyMembers[body].map(({ member }) => member))
  const pointers = [...leaves(present(body, usual, 'metric'))].map(([pointer]) => pointer)
  expect(pointers.filter((pointer) => !named.has(pointer) && !otherMembers.test(pointer))).toEqual([])
})

const pages = {
  'place page': placePageMembers,
  'widget page': widgetPageMembers,
  'command line': commandLineMembers,
  chart: chartMembers,
  map: mapMembers,
  picture: pictureMembers,
  ...textMembers
} as const
type PageName = keyof typeof pages
const pageNames = Object.keys(pages) as PageName[]

function wrongOnPage(page: PageName, report: DistinctReport): readonly string[] {
  return pages[page](report).flatMap(({ variable, manner, shown }) => {
    const expected = written(valueAtPath(usual, variable), manner)
    return shown === expected ? [] : [`${variable}: ${shown}, not ${expected}`]
  })
}

it.each(pageNames)('shows each variable at its own place of the %s', (page) => {
  expect(wrongOnPage(page, usual)).toEqual([])
})

it('reads as much of the pages and texts as they show', () => {
  const counts = pageNames.map((page) => pages[page](usual).length)
  expect(counts).toEqual([102, 10, 27, 10, 5, 4, 36, 37, 41, 52, 18, 54])
})

interface Shown {
  readonly variable: string
  readonly manner: string
}

/** Pairs of variables that a format shows in the same manner. */
function* pairs(all: readonly Shown[]): Generator<readonly [string, string]> {
  // What uncertainty adds is rounded to what is left of the published score, so that the parts sum to it.
  const shown = all.filter(({ variable }) => !variable.endsWith('contributions.uncertainty'))
  for (const [index, one] of shown.entries()) {
    for (const other of shown.slice(index + 1)) {
      const isLike = one.manner === other.manner && one.variable !== other.variable
      const values = [one, other].map(({ variable }) => valueAtPath(usual, variable))
      if (isLike && typeof values[0] === typeof values[1] && values[0] !== values[1]) {
        yield [one.variable, other.variable]
      }
    }
  }
}

/** What is wrong with a format of this report; a zone, a date or a notice that is none cannot be shown at all. */
function faultsOf(format: Body | PageName, report: DistinctReport): readonly string[] {
  const isBody = (name: Body | PageName): name is Body => name in bodyMembers
  try {
    return isBody(format) ? wrongMembers(format, report, 'metric') : wrongOnPage(format, report)
  } catch (error) {
    return [String(error)]
  }
}

// What a format makes of a report with two variables exchanged is what a format that exchanges them makes of the usual
// one.
it('notices any two variables that a format exchanges', () => {
  const swaps = new Map<string, number>()
  const missed: string[] = []
  for (const format of [...bodies, ...pageNames]) {
    const shown: readonly Shown[] =
      format in bodyMembers ? bodyMembers[format as Body] : pages[format as PageName](usual)
    for (const [one, other] of pairs(shown)) {
      swaps.set(format, (swaps.get(format) ?? 0) + 1)
      if (faultsOf(format, exchanged(one, other)).length === 0) missed.push(`${format}: ${one} and ${other}`)
    }
  }
  expect(missed).toEqual([])
  expect([...swaps.keys()]).toEqual([...bodies, ...pageNames])
  expect([...swaps.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(3800)
})
