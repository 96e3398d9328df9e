/** `/picture/<slug>?lang=&crop=&stage=&exposure=&units=`: what messengers show of a link to the place. */
import { takeTurn } from '../../common/turns.ts'
import type { FrostLevel } from '../../frost/frost-night.ts'
import type { Page, PageProblem } from '../../http/page.ts'
import { clockAt, nightLabel, nightShort, sentenceCase } from '../../language/dates.ts'
import { isLanguage, type Language, wordsIn } from '../../language/language.ts'
import { fileAnswer, redirect } from '../answers.ts'
import { askPlace } from '../ask-place.ts'
import { kindOf, type NightBars } from '../charts/night-bars.ts'
import { picturePath, withQuery } from '../paths.ts'
import { focusedReport, smallNight } from '../place/night-hero.ts'
import type { PlaceView, SiteData } from '../ports.ts'
import { secondsToNextStep } from '../presenting.ts'
import { profileQuestion, type StageLimit } from '../profile-question.ts'
import { limitOdds, profileLabel } from '../profile-words.ts'
import { tonightOf } from '../tonight.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { type Colour, canvasOf, type Point, type Shape } from './canvas.ts'
import { bold, type fontOf, regular } from './font.ts'

type Canvas = ReturnType<typeof canvasOf>

/** The shape that messengers show large [px]. */
export const pictureSize = { width: 1200, height: 630 } as const
const { width, height } = pictureSize
const margin = 60

const white: Colour = [0xff, 0xff, 0xff]
const ink: Colour = [0x14, 0x21, 0x2b]
const quiet: Colour = [0x47, 0x56, 0x5f]
const brand: Colour = [0x0a, 0x58, 0x78]
const warm: Colour = [0xb9, 0xc6, 0xcd]

/** The light colours of tokens.css. */
const colours: Readonly<Record<FrostLevel, Colour>> = {
  none: [0x2f, 0x6b, 0x4f],
  low: [0x1a, 0x66, 0x99],
  moderate: [0x8a, 0x5a, 0x00],
  high: [0xb3, 0x3a, 0x0a],
  severe: [0x8f, 0x1a, 0x63],
  unknown: [0x56, 0x63, 0x6c]
}

/** The texts of a picture. They name the night, because a link may be read days later. */
interface Pictured {
  readonly name: string
  /** The crop with its stage, and the date of the night. */
  readonly about: readonly string[]
  readonly degree: string
  /** What the temperature belongs to, and its hour. */
  readonly when: string
  readonly risk: string
  readonly level: FrostLevel
  /** The odds of a stage without a score; null otherwise. */
  readonly odds: string | null
  readonly bars: NightBars | null
  /** The mark of weather that is made up; null where it is not. */
  readonly demo: string | null
  readonly lang: Language
}

interface Text {
  readonly text: string
  readonly font: ReturnType<typeof fontOf>
  readonly at: Point
  readonly size: number
  /** A wider text becomes smaller [px]. */
  readonly maxWidth: number
  readonly colour: Colour
}

export async function placePicture(pictured: Pictured): Promise<Canvas> {
  const { level, bars } = pictured
  const colour = colours[level]
  const canvas = canvasOf(width, height, tinted(colour))
  if (bars !== null) drawBars(canvas, bars)
  const texts = pictureTexts(pictured)
  const pill = texts.find(({ text }) => text === pictured.risk)
  if (pill !== undefined) {
    const size = fitted(pill)
    const long = pill.font.width(pill.text, size)
    canvas.fill(rounded(pill.at[0] - 34, pill.at[1] - 54, long + 68, 78), colour)
  }
  for (const one of texts) {
    await takeTurn()
    canvas.fill(one.font.shape(one.text, one.at, fitted(one)), one.colour)
  }
  return canvas
}

export function pictureTexts(pictured: Pictured): readonly Text[] {
  const { name, about, degree, when, risk, odds, demo, bars } = pictured
  const right = 690
  const beside = width - margin - right
  const line = (text: string, of: Omit<Text, 'text'>): Text => ({ text, ...of })
  return [
    line(name, { font: bold(), at: [margin, 100], size: 62, maxWidth: 860, colour: ink }),
    line('Ayaz', { font: bold(), at: [1040, 98], size: 46, maxWidth: 120, colour: brand }),
    ...about.map((text, index) =>
      line(text, { font: regular(), at: [margin, 154 + index * 48], size: 40, maxWidth: 1080, colour: ink })
    ),
    line(degree, { font: bold(), at: [margin, 366], size: 180, maxWidth: 600, colour: ink }),
    line(when, { font: regular(), at: [right, 278], size: 50, maxWidth: beside, colour: ink }),
    line(risk, { font: bold(), at: [right + 34, 356], size: 44, maxWidth: beside - 68, colour: white }),
    ...(odds === null
      ? []
      : [line(odds, { font: regular(), at: [right, 412], size: 38, maxWidth: beside, colour: ink })]),
    ...(demo === null
      ? []
      : [line(demo, { font: bold(), at: [1040, 154], size: 40, maxWidth: 120, colour: colours.high })]),
    ...(bars === null ? [] : ticks(bars, pictured.lang))
  ]
}

function fitted({ font, text, size, maxWidth }: Text): number {
  return Math.min(size, (size * maxWidth) / font.width(text, size))
}

const barsTop = 430
const barsHeight = 134

function drawBars(canvas: Canvas, bars: NightBars): void {
  const known = bars.hours.map(({ temperatureC }) => temperatureC).filter(Number.isFinite)
  if (known.length === 0) return
  const low = Math.min(-1, ...known)
  // As on the page: a warm evening would leave no room for the cold.
  const high = Math.max(0, Math.min(Math.max(...known), Math.max(2, -low)))
  const y = (temperatureC: number): number =>
    barsTop + ((high - Math.min(high, temperatureC)) / (high - low)) * barsHeight
  const step = stepOf(bars)
  for (const [index, { temperatureC }] of bars.hours.entries()) {
    if (!Number.isFinite(temperatureC)) continue
    const kind = kindOf(temperatureC, bars)
    const [top, foot] = [y(Math.max(0, temperatureC)), y(Math.min(0, temperatureC))]
    const bar = rounded(margin + index * step + 4, top, step - 8, Math.max(4, foot - top), 5)
    canvas.fill(bar, kind === 'warm' ? warm : colours[kind])
  }
}

function ticks(bars: NightBars, lang: Language): readonly Text[] {
  const font = regular()
  const step = stepOf(bars)
  return bars.hours.flatMap(({ at }, index) => {
    const text = clockAt(at, bars.timezone, lang).slice(0, 2)
    const left = margin + (index + 0.5) * step - font.width(text, 34) / 2
    const of = { font, size: 34, maxWidth: 80, colour: quiet }
    return Number(text) % 3 === 0 ? [{ text, at: [left, 610] as const, ...of }] : []
  })
}

function stepOf({ hours }: NightBars): number {
  return (width - 2 * margin) / Math.max(1, hours.length)
}

/** The background colour: an eighth of the level's colour on white. */
function tinted([red, green, blue]: Colour): Colour {
  const mixed = (part: number): number => Math.round(0xff + (part - 0xff) * 0.12)
  return [mixed(red), mixed(green), mixed(blue)]
}

/** A box with round corners; without a radius its ends are half circles. */
function rounded(
  ...[left, top, across, down, most = down / 2]: readonly [
    left: number,
    top: number,
    across: number,
    down: number,
    most?: number
  ]
): Shape {
  const radius = Math.min(most, down / 2)
  const corner = (x: number, y: number, from: number): readonly Point[] =>
    Array.from({ length: 7 }, (_, step) => {
      const angle = ((from + step * 15) * Math.PI) / 180
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const
    })
  const [right, foot] = [left + across - radius, top + down - radius]
  return [
    [
      ...corner(left + radius, top + radius, 180),
      ...corner(right, top + radius, 270),
      ...corner(right, foot, 0),
      ...corner(left + radius, foot, 90)
    ]
  ]
}

/** The icon answers for a place without a forecast, and for anything that is not understood. */
const icon = redirect('/icon-512.png', false)

/** Most pictures drawn at a time: each takes a few megabytes until other threads have compressed it. */
const maxInTheMaking = 8
const busy: PageProblem = {
  problem: {
    code: 'busy',
    detail: 'Too many pictures are being made. Ask again in a second.',
    headers: { 'Retry-After': '1' }
  }
}

export function pictureOfPlace(data: SiteData): Page {
  let inTheMaking = 0
  return {
    method: 'GET',
    path: picturePath(':slug').replace('%3A', ':'),
    isCostly: true,
    async render(request) {
      const found = data.findPlace(request.params['slug'] ?? '')
      const question = profileQuestion(request.query)
      if (found.kind === 'unknown' || question.kind !== 'question') return icon
      const { place } = found
      if (found.kind === 'moved') {
        return redirect(
          withQuery(picturePath(place.slug), { ...question.asked, lang: request.query.get('lang') }),
          true
        )
      }
      const { client, nowAt } = request
      const view = await askPlace(data, { place, question, client, nowAt })
      if (view.kind !== 'view') return icon
      if (inTheMaking >= maxInTheMaking) return busy
      inTheMaking += 1
      try {
        const lang = request.query.get('lang') ?? ''
        const visitor = visitorOf(request, isLanguage(lang) ? lang : 'tr')
        const shown = { place: view.place, report: focusedReport(view.report, null) }
        const picture = await placePicture(picturedOf(shown, question.limit, visitor))
        return fileAnswer('image/png', await picture.png(), secondsToNextStep(nowAt, view.until))
      } finally {
        inTheMaking -= 1
      }
    }
  }
}

export function picturedOf(
  { place, report }: Pick<PlaceView, 'place' | 'report'>,
  limit: StageLimit | null,
  visitor: Visitor
): Pictured {
  const { lang } = visitor
  const tonight = tonightOf(report, visitor)
  const { degree, where, bars } = smallNight(report, visitor)
  const { hero, place: words, frame, widget } = wordsIn(lang)
  const isKnown = tonight.night?.state === 'known'
  const isUnscored = tonight.score === null && isKnown
  const time = tonight.coldestAt === null ? null : hero.at(tonight.coldestAt)
  const date = tonight.night?.window.date ?? null
  const night = date === null ? words.unknownNight : nightLabel(date, lang)
  const weekdays = date === null ? null : nightShort(date, '', lang).name
  return {
    name: [...new Set([place.name, place.region ?? place.name])].join(', '),
    about: [
      ...[profileLabel(report.profile, lang) ?? []].flat(),
      weekdays === null ? night : `${sentenceCase(night)}, ${weekdays}`
    ],
    degree: isKnown ? degree : '–',
    when: isKnown ? [where, time].filter((part) => part !== null).join(', ') : hero.unknown,
    // Why there is no score has no room that can be read.
    risk: isUnscored ? sentenceCase(widget.noScore) : tonight.risk,
    level: tonight.level,
    odds: limit === null ? null : limitOdds(limit, report, visitor),
    bars: bars?.hours.some(({ temperatureC }) => Number.isFinite(temperatureC)) ? bars : null,
    demo: report.data.synthetic ? frame.demoMark : null,
    lang
  }
}
