/** What is drawn, read back from the drawing: the chart of the night, the map of a night, and the picture of a link. */
import type { PlaceReport } from '../../../src/forecasts/report/place-report.ts'
import type { FrostLevel } from '../../../src/frost/frost-night.ts'
import { turkeyOutline } from '../../../src/site/charts/turkey-outline.ts'
import { provinceLink, provinceMark } from '../../../src/site/home/province-map.ts'
import { html } from '../../../src/site/html.ts'
import { provinceNight } from '../../../src/site/national-map.ts'
import { picturedOf } from '../../../src/site/picture/picture-route.ts'
import { type Pictured, pictureSize, placePicture } from '../../../src/site/picture/place-picture.ts'
import { nightChart } from '../../../src/site/place/night-section.ts'
import { bareTemperature } from '../../../src/site/presenting.ts'
import { all, members, type PageMember, place, visitor } from './page-members.ts'

/** The sun above the chart, and the temperatures at both ends of its curves, by the scale beside it. */
export function chartMembers(report: PlaceReport): readonly PageMember[] {
  const [svg = ''] = all(String(nightChart(report, visitor)), /<svg class="fan wide".*?>(.*?)<\/svg>/gs)
  const sun = all(svg, /<text class="sun"[^>]*>\S+ (.*?)<\/text>/g)
  const scale = [...svg.matchAll(/<path d="M48 ([\d.]+)H812"\/><text[^>]*>(.*?)°<\/text>/g)]
  const [one, other] = [scale[0], scale.at(-1)].map((tick) => ({
    y: Number(tick?.[1]),
    valueC: Number(tick?.[2]?.replace('−', '-'))
  }))
  const perPixel = ((other?.valueC ?? 0) - (one?.valueC ?? 0)) / ((other?.y ?? 0) - (one?.y ?? 0))
  const ends = (name: string): readonly string[] => {
    const [path = ''] = all(svg, new RegExp(`<path class="${name}" d="(.*?)"`, 'g'))
    return [...path.matchAll(/[ML][\d.]+,([\d.]+)/g)].map(([, y]) =>
      bareTemperature((one?.valueC ?? 0) + (Number(y) - (one?.y ?? 0)) * perPixel, visitor)
    )
  }
  // Along the upper edge of the band, and back along the lower one.
  const [high, laterHigh, laterLow, low] = ends('band')
  return [
    ...members(sun, 'tonight.window.', [
      ['sunsetAt', 'clock'],
      ['sunriseAt', 'clock']
    ]),
    ...[0, 1].flatMap((index) =>
      members(
        [ends('air')[index], ends('plant')[index], ...(index === 0 ? [low, high] : [laterLow, laterHigh])],
        `tonightHours.${index}.`,
        [
          ['airC', 'bare degrees'],
          ['plantC', 'bare degrees'],
          ['lowC', 'bare degrees'],
          ['highC', 'bare degrees']
        ]
      )
    )
  ]
}

/** The name and the mark of a province on the map of a night. */
export function mapMembers(report: PlaceReport): readonly PageMember[] {
  const province = provinceNight({ place, report })
  const [name = ''] = all(String(provinceLink(province, html``, visitor)), /aria-label="(.*?)"/g)
  const [level, score, air, plants] = /: (.*) (\S+), air (.*), plants (.*)$/.exec(name)?.slice(1) ?? []
  const mark = all(String(provinceMark(province, 'risk')), /<g class="(.*?)"/g)
  return members([level, score, air, plants, ...mark], 'chosenNight.', [
    ['level', 'level'],
    ['score', 'score'],
    ['airTemperatureMinC', 'degrees'],
    ['plantTemperatureMinC', 'degrees'],
    ['level', 'same']
  ])
}

const levels: readonly FrostLevel[] = ['none', 'low', 'moderate', 'high', 'severe', 'unknown']
const scores = Array.from({ length: 101 }, (_, score) => score)
const dates = Array.from({ length: 30 }, (_, day) => `2026-04-${String(day + 1).padStart(2, '0')}`)
/** Where they are drawn: the first and the last row of pixels. */
const rowsOf = { level: [3, 4], score: [190, 280], date: [54, 80] } as const

/** The level, the score and the night of the picture: those whose own picture has the same pixels. */
export function pictureMembers(report: PlaceReport): readonly PageMember[] {
  const pictured = picturedOf({ place, report }, null, visitor)
  const drawn = rowsIn(pictured)
  const blank: Pictured = { ...pictured, frost: { score: null, level: 'unknown' }, date: null }
  const level = levels.find((one) =>
    rowsIn({ ...blank, frost: { score: null, level: one } })('level').equals(drawn('level'))
  )
  const leveled = { score: null, level: level ?? 'unknown' }
  const score = scores.find((one) =>
    rowsIn({ ...blank, frost: { ...leveled, score: one } })('score').equals(drawn('score'))
  )
  const date = dates.find((one) =>
    rowsIn({ ...blank, frost: leveled, date: one })('date').equals(drawn('date'))
  )
  return members([level, String(score), date], 'tonight.', [
    ['level', 'same'],
    ['score', 'score'],
    ['window.date', 'same']
  ])
}

const outline = turkeyOutline()

/** Some rows of the pixels of a picture, whose data are one chunk. */
function rowsIn(pictured: Pictured): (part: keyof typeof rowsOf) => Buffer {
  const pixels = Buffer.from(placePicture(pictured, outline).rows())
  const length = pictureSize.width * 3 + 1
  return (part) => pixels.subarray(rowsOf[part][0] * length, rowsOf[part][1] * length)
}
