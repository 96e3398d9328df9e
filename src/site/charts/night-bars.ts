/** The night as bars, one an hour: above 0 °C up, below it down, harmful cold in the colour of the level. */
import { hourMs } from '../../common/time.ts'
import type { FrostLevel } from '../../frost/frost-night.ts'
import { clockAt } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import { html, type Markup } from '../html.ts'
import type { Visitor } from '../visitor.ts'
import { nowMark } from './charts.ts'

export interface NightBars {
  /** One value a whole hour [°C], in order; NaN: unknown. */
  readonly hours: readonly { readonly at: number; readonly temperatureC: number }[]
  /** The temperature at which harm begins [°C]; null: no crop. */
  readonly harmC: number | null
  readonly level: FrostLevel
  /** [ms since epoch] */
  readonly at: number
  readonly timezone: string
  readonly label: string
}

const barWidth = 20
const height = 44

/** The bars stretch, texts do not. Null where no hour has a temperature. */
export function nightBars(bars: NightBars, visitor: Visitor): Markup | null {
  const drawn = drawnBars(bars)
  if (drawn === null) return null
  const { columns, from, width } = drawn
  const ticks = clocksOf(bars, visitor).map((clock, index) => {
    const x = tenth(((index + 0.5) / bars.hours.length) * 100)
    return clock === '' ? null : html`<text x="${x}%" y="100%" dy="1.2em">${clock}</text>`
  })
  // A bar stands for the half hours around its whole hour.
  const begin = from - hourMs / 2
  const until = begin + (width / barWidth) * hourMs
  const { lang } = visitor
  const now = nowMark({ from: begin, until, at: bars.at }, wordsIn(lang).place.now.toLocaleLowerCase(lang))
  return html`<svg class="bars" role="img" aria-label="${bars.label}">
    <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">${columns}</svg>${ticks}${now}</svg>`
}

/** The same for a frame of any shape: the bars stretch, the clocks below them keep their size; not read aloud. */
export function stretchedBars(bars: NightBars, visitor: Visitor): Markup | null {
  const drawn = drawnBars(bars)
  if (drawn === null) return null
  const { columns, from, width } = drawn
  const x = nowAt({ at: bars.at, from, width })
  const now = x === null ? null : html`<path class="now" d="M${x} 0V${height}"/>`
  return html`<div class="night-bars" aria-hidden="true">
    <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">${columns}${now}</svg>
    <p class="clocks">${clocksOf(bars, visitor).map((clock) => html`<span>${clock}</span>`)}</p></div>`
}

/** The columns and the line of 0 °C, each column 20 wide, on a height of 44. */
function drawnBars(
  bars: NightBars
): { readonly columns: Markup; readonly from: number; readonly width: number } | null {
  const { hours } = bars
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
    return html`<rect class="${kindOf(temperatureC, bars)}" x="${index * barWidth + 1}" y="${top}" width="${
      barWidth - 2
    }" height="${tenth(Math.max(1, foot - top))}"/>`
  })
  return { columns: html`${columns}<path class="zero" d="M0 ${y(0)}H${width}"/>`, from, width }
}

function clocksOf({ hours, timezone }: NightBars, { lang }: Visitor): readonly string[] {
  return hours.map(({ at }) => {
    const clock = clockAt(at, timezone, lang).slice(0, 2)
    return Number(clock) % 3 === 0 ? clock : ''
  })
}

export function kindOf(
  temperatureC: number,
  { harmC, level }: Pick<NightBars, 'harmC' | 'level'>
): FrostLevel | 'warm' {
  if (harmC !== null && temperatureC <= harmC) return level
  return temperatureC < 0 ? 'low' : 'warm'
}

/** Position of the present instant; null before the first bar and after the last. */
function nowAt({ at, from, width }: { at: number; from: number; width: number }): number | null {
  const x = ((at - from) / hourMs + 0.5) * barWidth
  return x < 0 || x > width ? null : tenth(x)
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
