/** What is drawn, read back from the drawing: the chart of the night, the map of a night, and the picture of a link. */
import type { PlaceReport } from '../../../src/forecasts/report/place-report.ts'
import { nightLabel, sentenceCase } from '../../../src/language/dates.ts'
import { html } from '../../../src/site/html.ts'
import { provinceLink, provinceMark } from '../../../src/site/level-marks.ts'
import { provinceNight } from '../../../src/site/national-map.ts'
import { picturedOf, pictureTexts } from '../../../src/site/picture/picture-route.ts'
import { nightChart } from '../../../src/site/place/night-section.ts'
import { bareTemperature } from '../../../src/site/presenting.ts'
import { all, members, type PageMember, place, visitor } from './page-members.ts'

/** The sun above the chart, and the temperatures at both ends of its curves, by the scale beside it. */
export function chartMembers(report: PlaceReport): readonly PageMember[] {
  const svg = String(nightChart(report, visitor))
  const sun = all(svg, /<text class="sun"[^>]*>.*?<\/tspan>\S+ (.*?)<\/text>/g)
  const scale = [...svg.matchAll(/<text x="-6" y="([\d.]+)%"[^>]*>(.*?)°<\/text>/g)]
  const [one, other] = [scale[0], scale.at(-1)].map((tick) => ({
    y: 10 * Number(tick?.[1]),
    valueC: Number(tick?.[2]?.replace('−', '-'))
  }))
  const perStep = ((other?.valueC ?? 0) - (one?.valueC ?? 0)) / ((other?.y ?? 0) - (one?.y ?? 0))
  const heights = (name: string): readonly string[] => {
    const [path = ''] = all(svg, new RegExp(`<path class="${name}" d="(.*?)"`, 'g'))
    let height = 0
    return [...path.matchAll(/([Ml])-?\d+ (-?\d+)/g)].map(([, command, y]) => {
      height = Number(y) + (command === 'M' ? 0 : height)
      return bareTemperature((one?.valueC ?? 0) + (height - (one?.y ?? 0)) * perStep, visitor)
    })
  }
  const [air, plant] = [heights('air'), heights('plant')]
  // Along the lower edge of the band, and back along the upper one.
  const [low, laterLow, laterHigh, high] = heights('band')
  return [
    ...members(sun, 'tonight.window.', [
      ['sunsetAt', 'clock'],
      ['sunriseAt', 'clock']
    ]),
    ...[0, 1].flatMap((index) =>
      members(
        [air[index], plant[index], ...(index === 0 ? [low, high] : [laterLow, laterHigh])],
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
  const [name = ''] = all(String(provinceLink(province, html``, visitor)), /<title>(.*?)<\/title>/g)
  const [level, score, air, plants] = /: (.*) (\S+), air (.*), plants (.*)$/.exec(name)?.slice(1) ?? []
  const mark = all(String(provinceMark(province, { view: 'risk', isOfCrop: false })), /<g class="(.*?)"/g)
  return members([level, score, air, plants, ...mark], 'chosenNight.', [
    ['level', 'level'],
    ['score', 'score'],
    ['airTemperatureMinC', 'degrees'],
    ['plantTemperatureMinC', 'degrees'],
    ['level', 'same']
  ])
}

/** What the picture of a link says, and the height of its bars. */
export function pictureMembers(report: PlaceReport): readonly PageMember[] {
  const pictured = picturedOf({ place, report }, null, visitor)
  const texts = pictureTexts(pictured).map(({ text }) => text)
  const [clock] = /\d\d:\d\d/.exec(pictured.when) ?? []
  const night = pictured.about.at(-1)?.split(', ')[0] ?? ''
  const date = dates.find((one) => sentenceCase(nightLabel(one, visitor.lang)) === night)
  const isShown = [pictured.degree, pictured.when, pictured.risk].every((one) => texts.includes(one))
  return members(isShown ? [pictured.degree, clock, pictured.level, date] : [], 'tonight.', [
    ['plantTemperatureMinC', 'degrees'],
    ['coldestHour', 'clock of hour'],
    ['level', 'same'],
    ['window.date', 'same']
  ])
}

const dates = Array.from({ length: 30 }, (_, day) => `2026-04-${String(day + 1).padStart(2, '0')}`)
