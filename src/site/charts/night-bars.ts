/** The night as bars, one an hour: above 0 °C up, below it down, harmful cold in the colour of the level. */
import { hourMs } from '../../common/time.ts'
import type { FrostLevel } from '../../frost/frost-night.ts'
import { clockAt } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import type { Visitor } from '../visitor.ts'

export interface NightBars {
  /** One value a whole hour [°C], in order; NaN: unknown. */
  readonly hours: readonly { readonly at: number; readonly temperatureC: number }[]
  /** From this temperature on there is harm [°C]; null: no crop. */
  readonly harmC: number | null
  readonly level: FrostLevel
  /** [ms since epoch] */
  readonly at: number
  readonly timezone: string
  /** The whole of it in a sentence. */
  readonly label: string
}

const barWidth = 20
const height = 44

/** Null where no hour has a temperature. */
export function nightBars(bars: NightBars, visitor: Visitor): Markup | null {
  const { hours, timezone, label, at } = bars
  const known = hours.map(({ temperatureC }) => temperatureC).filter(Number.isFinite)
  const from = hours[0]?.at
  if (from === undefined || known.length === 0) return null
  const low = Math.min(-1, ...known)
  // A warm evening would leave no room for the cold.
  const high = Math.max(0, Math.min(Math.max(...known), Math.max(2, -low)))
  const y = (temperatureC: number): number => tenth(((high - temperatureC) / (high - low)) * height)
  const width = hours.length * barWidth
  const columns = hours.map(({ temperatureC }, index) => {
    if (!Number.isFinite(temperatureC)) return null
    const [top, foot] = [y(Math.min(high, Math.max(0, temperatureC))), y(Math.min(0, temperatureC))]
    return html`<rect class="${kindOf(temperatureC, bars)}" x="${index * barWidth + 1}" y="${top}" width="${barWidth - 2}" height="${tenth(Math.max(1, foot - top))}"/>`
  })
  const ticks = hours.flatMap((hour, index) => {
    const clock = clockAt(hour.at, timezone, visitor.lang).slice(0, 2)
    return Number(clock) % 3 === 0
      ? [html`<text x="${(index + 0.5) * barWidth}" y="${height + 15}">${clock}</text>`]
      : []
  })
  const now = nowLine({ at, from, width }, visitor)
  return html`<svg class="bars" viewBox="0 0 ${width} ${height + (now === null ? 20 : 34)}" role="img" aria-label="${label}">${columns}<path class="zero" d="M0 ${y(0)}H${width}"/>${ticks}${now}</svg>`
}

function kindOf(temperatureC: number, { harmC, level }: NightBars): string {
  if (harmC !== null && temperatureC <= harmC) return level
  return temperatureC < 0 ? 'low' : 'warm'
}

/** A script moves it on; null before the first bar and after the last. */
function nowLine(
  { at, from, width }: { readonly at: number; readonly from: number; readonly width: number },
  { lang }: Visitor
): Markup | null {
  const x = ((at - from) / hourMs + 0.5) * barWidth
  if (x < 0 || x > width) return null
  return html`<g class="now" data-from="${from}" data-width="${width}" transform="translate(${tenth(x)} 0)"><path d="M0 0V${height + 20}"/><text y="${height + 31}">${wordsIn(lang).place.now.toLocaleLowerCase(lang)}</text></g>`
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
