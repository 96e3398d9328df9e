/** What others call a temperature and what belongs to it, and how they write its unit. */
import type { TemperatureUnit } from './upload.ts'

interface TemperatureName {
  /** Of the air, not of a probe that is named before it. */
  readonly isOfAir: boolean
  /** The unit that the name says. */
  readonly unit: TemperatureUnit | null
  /** What follows, without the unit: the humidity of the same place ends alike. */
  readonly place: string
}

/** Named after a temperature that it is not. */
const aboutIt =
  /(?:units?|alarm|calibration|offset|setpoint|threshold|status|error|mutation|change|mode|source|flag|enabled?|detected|detection|interval|type|hysteresis)$/i
const unitName =
  /^_?(?:type_?|temp(?:erature)?_?|measurement_?)?(?:units?(?:_?id|_?of_?measure(?:ment)?)?|u)$/i
/** A value of some steps before: `temperature_[n-3]`. */
const stepsAgo = /\b[nt]-\d{1,3}\b/i

/** No templates, tempers, attempts or temporary states; but `tempTop`, `TEMPT1`. */
const temperatureWords = [
  /[Tt]e?mp(?!late|or|o$|t(?!\d)|er(?!at))(?:[eé]rat(?:uur|ur[ea]?|e)?)?/,
  /TE?MP(?!LATE|ORAR|O$|T(?:S|ED)?$|ER(?!AT))(?:[EÉ]RAT(?:UUR|UR[EA]?|E)?)?/,
  /[Ss][ıi]cakl[ıi](?:k|[gğ][ıi])|S[Iİ]CAKL[Iİ](?:K|[GĞ][Iİ])/
]
/** Before a temperature that nothing outside has: of a setting, of the device, or as it feels. */
const notMeasured =
  /(?:(?:^|[_\s.-])set|target|hedef|cpu|chip|wind[_\s.-]?chill|feels?[_\s.-]?like|hissedilen)[_\s.-]?$/
const outdoors = /^(?:air|ambient|hava|out(?:door|side)?)[_\s.-]?$/i

/** Reads the name of a field; null where it is that of no temperature. */
export function readTemperatureName(name: string): TemperatureName | null {
  const word = temperatureWords.map((one) => one.exec(name)).find((found) => found !== null)
  if (word === undefined || aboutIt.test(name) || stepsAgo.test(name)) return null
  const probe = name.slice(0, word.index)
  const ending = name.slice(word.index + word[0].length)
  if (notMeasured.test(probe.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase())) return null
  const isCamel = /[\p{L}\d]$/u.test(probe) && /^[TS]\p{Ll}/u.test(word[0])
  // `airtemp_c`, but not `attempt_count`.
  const isWhole = /^\p{L}+$/u.test(probe) && /^(?:[cf]?(?![a-z])|$)/i.test(ending)
  const isProbe = /[_\s.-]$/.test(probe) || isCamel || isWhole
  if (probe !== '' && !(isProbe && /^[\p{L}\p{N}_\s.-]{1,64}$/u.test(probe))) return null
  return { isOfAir: probe === '' || outdoors.test(probe), ...unitIn(ending) }
}

const dewName = /^dew_?(?:point|pt)?(.*)$/i
const humidityName = /^(?:air|ambient|relative|out(?:door|side)?)?[_\s.-]?(?:hum(?:idity)?|rh)(.*)$/i

/** The place of a humidity or dew point, as its name ends; null where it is that of another quantity. */
export function placeOf(kind: 'humidity' | 'dew point', name: string): string | null {
  const ending = (kind === 'humidity' ? humidityName : dewName).exec(name)?.[1]
  return ending === undefined ? null : unitIn(ending).place
}

const unitWords: ReadonlyMap<string, TemperatureUnit> = new Map([
  ['c', 'C'],
  ['cel', 'C'],
  ['celsius', 'C'],
  ['celcius', 'C'],
  ['f', 'F'],
  ['fahrenheit', 'F']
])

/** `°C`, `[degF]`, `Cel` as SenML has it; null for what is no unit of temperature, kelvin too. */
export function unitOfText(text: string): TemperatureUnit | null {
  const plain = text
    .slice(0, 40)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s°()[\]_.]/g, '')
    .replace(/^deg(?:rees?)?/, '')
  return unitWords.get(plain) ?? null
}

export function isUnitName(name: string): boolean {
  return unitName.test(name)
}

/** What a member named like a unit says; null where none does. */
export function saidUnit(entries: readonly (readonly [string, unknown])[]): TemperatureUnit | null {
  const said = entries.flatMap(([name, value]) =>
    unitName.test(name) && typeof value === 'string' ? (unitOfText(value) ?? []) : []
  )
  return new Set(said).size === 1 ? (said[0] ?? null) : null
}

/** The unit at the beginning or end of what follows a name, and the rest: `C_SHT` is °C of `sht`. */
function unitIn(ending: string): Pick<TemperatureName, 'unit' | 'place'> {
  const plain = ending
    .normalize('NFKC')
    .replaceAll(/[\s()[\]°%._-]+/g, '_')
    .replace(/(^|_)deg_?(?=[cf](?:_|$))/i, '$1')
  const match = /^_?(c|f|cel[sc]ius|fahrenheit)(?=_|\d|$)|_(c|f|cel[sc]ius|fahrenheit)(?=_?$)/i.exec(plain)
  const unit = unitWords.get((match?.[1] ?? match?.[2] ?? '').toLowerCase())
  const place = plain
    .replace(match?.[0] ?? '', '')
    .replaceAll(/^_|_$/g, '')
    .toLowerCase()
  return { unit: unit ?? null, place }
}
