import type { TemperatureUnit } from '../../common/file-cells.ts'
import { plainLetters } from '../../common/near-name.ts'

/** The name in lower case, with one form of the degree sign. */
export function plainName(name: string): string {
  return plainLetters(name.replace(/[º˚\uFFFD]/g, '°')).trim()
}

export function isTimeName(name: string): boolean {
  // `Data` is a date in Italian and Polish, and no time where it stands beside other words.
  if (/^(?:data|ora)$/.test(plainName(name))) return true
  return /(?:^|[^a-z])(?:datum|zeit|uhrzeit|zeitpunkt|zeitstempel|heure|horodatage|jour|fecha|hora|tijd|tijdstip|godzina|czas|date|datetime|dt|day|time|timestamp|epoch|unix|unixtime|hour|tarih|tarihi|gun|saat|saati|zaman|zamani)(?:[^a-z]|$)/.test(
    plainName(name)
  )
}

/** Ten times what it measures: which of its numbers that is, is not said. */
const scaled = /(?<![\d±])0[.,]1 ?°|1\/10|(?:[×*]|(?:^|[^a-z]|temp|°[cf])x) ?10(?!\d)|tenths/

/** A name as `Temp, °C (LGR S/N: 1)`, `Temp - °F`, `temp_c`, `Celsius(°C)`. */
export function unitOfName(name: string): TemperatureUnit | null {
  const match =
    /(?:[°*]|deg\.?) ?([cf])(?![a-z])|[([_ -]([cf])[)\]]?(?=$|,)|(cel[sc]ius|fahrenheit|santigrat)/.exec(
      plainName(name)
    )
  if (match === null || scaled.test(plainName(name))) return null
  const sign = match[1] ?? match[2] ?? match[3] ?? ''
  return sign.startsWith('f') ? 'F' : 'C'
}

const notAir = [
  /(?:^|[^a-z])(?:dew|dpt|cig|ciy|wet|yas|islak|feel|feels|hissedilen|index|chill|thw|thsw|apparent)(?:[^a-z]|$)/,
  /(?:^|[^a-z])(?:soil|toprak|water|su|battery|pil|device|cihaz|cpu|std|sapma|alarm|alarmi|range|fark|farki)(?:[^a-z]|$)/,
  /(?:^|[^a-z])(?:change|degisim|degisimi|trend|(?<!data.)set|setpoint|threshold|esik|offset|calibration|accuracy|delta)(?:[^a-z]|$)/,
  /(?:^|[^a-z])(?:forecast|tahmin|(?<!\()normal|anomaly|difference|temp(?:erature)? drop|gdd|degree days)(?:[^a-z]|$)/
]
const indoors =
  /(?:^|[^a-z])(?:indoor|inside|in|ic|oda|room|kapali|console|konsol)(?:[^a-z]|$)|tempin|(?:^|[^a-z])in(?:temp|air)/
const outdoors = /(?:^|[^a-z])(?:outdoor|outside|out|dis|hava|air)(?:[^a-z]|$)/
const lowest = /(?:^|[^a-z])(?:low|lo|min|minimum|dusuk)(?:[^a-z]|$)/
const highest = /(?:^|[^a-z])(?:high|hi|max|maximum|maks|maksimum|yuksek)(?:[^a-z]|$)/

export function isTemperature(name: string): boolean {
  const plain = plainName(name)
  if (scaled.test(plain)) return false
  return (
    /temp|sicakli|cel[sc]ius|(?:^|[^a-z])tmp(?:[^a-z]|$)|(?:^|[^a-z])sic(?:[^a-z]|$)/.test(plain) ||
    unitOfName(name) !== null
  )
}

interface TemperatureColumns {
  /** The column whose values are the readings; null where none or several may be meant. */
  readonly index: number | null
  /** Columns that may be meant, as they are written. */
  readonly candidates: readonly string[]
}

const notNames =
  /(?:^|[^a-z])(?:outdoor|outside|out|dis|avg|average|mean|ort|ortalama|low|lo|min|minimum|en dusuk|dusuk)(?=[^a-z]|$)/g

function stemOf(plain: string): string {
  return plain.replace(notNames, '').replace(/[^a-z]/g, '')
}

/** The column of the air's temperature; where there is a lowest one of each interval, that. */
export function temperatureColumn(names: readonly string[]): TemperatureColumns {
  const all = names.flatMap((name, index) => {
    // What a logger says about itself behind the name: serial numbers and labels.
    const plain = plainName(name).split('(lgr ')[0] ?? ''
    return isTemperature(name) ? [{ name, index, plain }] : []
  })
  const air = all.filter(({ plain }) => !notAir.some((one) => one.test(plain)) && !highest.test(plain))
  const free = air.filter(({ plain }) => !indoors.test(plain))
  const named = free.filter(({ plain }) => outdoors.test(plain))
  const chosen = named.length > 0 ? named : free
  const plains = chosen.filter(({ plain }) => !lowest.test(plain))
  const [only] = plains
  const lows = (only === undefined ? chosen : free).filter(
    ({ plain }) => lowest.test(plain) && (only === undefined || stemOf(plain) === stemOf(only.plain))
  )
  const isOne = plains.length <= 1 && lows.length <= 1
  const index = isOne ? (lows[0]?.index ?? only?.index ?? null) : null
  const shown = chosen.length > 0 ? chosen : all
  return { index, candidates: shown.map(({ name }) => name) }
}
