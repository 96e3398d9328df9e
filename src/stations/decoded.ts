/** Temperatures in an object that someone else decoded, by the names of its members. */
import { type FieldReading, maxFields, numberIn, storableName, type TemperatureUnit } from './upload.ts'

type Members = Readonly<Record<string, unknown>>

const longestField = 80

/**
 * Members named like a temperature, with humidity and dew point of the same ending. A unit is that of the name, or of
 * a member of it or around it that says so. @param given What the owner says where neither does
 * @returns Null where there are too many members
 */
export function decodedReadings(
  device: string,
  decoded: unknown,
  given: TemperatureUnit | null
): readonly FieldReading[] | null {
  let count = 0
  const readings: FieldReading[] = []
  const visit = (value: unknown, path: string, around: TemperatureUnit | null): void => {
    if (!isMembers(value)) return
    const entries = Object.entries(value)
    count += entries.length
    if (count > maxFields) return
    const said = saidUnit(entries) ?? around
    const [dewPoints, humidities] = [byEnding(entries, dewName), byEnding(entries, humidityName)]
    const titled = titledValue(value)
    const isListed = titled !== null && /(?:^|\/)\d*$/.test(path)
    for (const [name, one] of titled === null ? entries : [titled]) {
      if (earlier.test(name)) continue
      const at = path === '' ? name : `${path}/${name}`
      const read = readTemperatureName(name)
      if (isMembers(one) && (read === null || valueIn(one) === undefined)) visit(one, at, said)
      const temperature = isMembers(one) ? valueIn(one) : one
      if (read === null || !isValue(temperature)) continue
      const [named, place] = unitIn(read.ending)
      const saidOf = (isMembers(one) ? saidUnit(Object.entries(one)) : null) ?? said
      readings.push({
        device,
        field: storableName(isListed ? name : at, longestField),
        temperature: numericOf(temperature),
        unit: named !== null && saidOf !== null && named !== saidOf ? given : (named ?? saidOf ?? given),
        ...(read.isOfAir && { relativeHumidity: humidities.get(place), dewPoint: dewPoints.get(place) })
      })
    }
  }
  visit(decoded, '', null)
  return count > maxFields ? null : readings
}

function numericOf(value: unknown): unknown {
  return typeof value === 'string' ? numberIn(value.trim()) : value
}

/** `{ value: 21.3, unit: "°C" }` */
function valueIn(members: Members): unknown {
  return [members['value'], members['measurementValue']].find(isValue)
}

/** `{ type: "Air Temperature", measurementValue: 21.3 }` */
function titledValue(members: Members): readonly [string, unknown] | null {
  const title = [members['type'], members['name']].find((one) => typeof one === 'string')
  const value = valueIn(members)
  return title === undefined || value === undefined || readTemperatureName(title as string) === null
    ? null
    : [title as string, value]
}

const unitName = /^(?:temp(?:erature)?_?)?units?$/i
const unitWords: ReadonlyMap<string, TemperatureUnit> = new Map([
  ['c', 'C'],
  ['celsius', 'C'],
  ['f', 'F'],
  ['fahrenheit', 'F']
])

/** What a member named like a unit says; null where none does. */
function saidUnit(entries: readonly (readonly [string, unknown])[]): TemperatureUnit | null {
  const said = entries.flatMap(([name, value]) => {
    if (!unitName.test(name) || typeof value !== 'string') return []
    return (
      unitWords.get(
        value
          .trim()
          .toLowerCase()
          .replace(/^(?:°|deg)\s?/, '')
      ) ?? []
    )
  })
  return new Set(said).size === 1 ? (said[0] ?? null) : null
}

interface TemperatureName {
  /** Not of a probe that is named before it. */
  readonly isOfAir: boolean
  /** What follows, which may have the unit. */
  readonly ending: string
}

/** Named after a temperature that it is not. */
const aboutIt = /(?:unit|units|alarm|calibration|offset|setpoint|threshold|status|error|mutation|change)$/i

/** Readings below it were stored by the device, with their own times. */
const earlier = /^(?:history|datalog(?!ger))/i

/** Reads the name of a field; null where it is that of no temperature. */
function readTemperatureName(name: string): TemperatureName | null {
  const word = /temp(?:erature)?/i.exec(name)
  if (word === null || aboutIt.test(name)) return null
  const probe = name.slice(0, word.index).replace(/^air[_\s.-]?/i, '')
  const isCamel = /[a-z\d]$/.test(probe) && word[0].startsWith('T')
  const isProbe = /^(?:soil|ext|probe)$/i.test(probe) || /[_\s.-]$/.test(probe) || isCamel
  if (probe !== '' && !(isProbe && /^[\w\s.-]{1,64}$/.test(probe))) return null
  return { isOfAir: probe === '', ending: name.slice(word.index + word[0].length) }
}

const dewName = /^dew_?(?:point|pt)?(.*)$/i
const humidityName = /^(?:air|relative)?[_\s.-]?(?:hum(?:idity)?|rh)(.*)$/i

function byEnding(entries: readonly (readonly [string, unknown])[], name: RegExp): Map<string, unknown> {
  return new Map(
    entries.flatMap(([written, value]) => {
      const ending = name.exec(written)?.[1]
      return ending === undefined || !isValue(value) ? [] : [[unitIn(ending)[1], numericOf(value)]]
    })
  )
}

/** The unit at the beginning or end of what follows a name, and the rest: `C_SHT` is °C of `sht`. */
function unitIn(ending: string): readonly [TemperatureUnit | null, string] {
  const plain = ending.replaceAll(/[\s()[\]°%._-]+/g, '_').replace(/(^|_)deg_?(?=[cf](?:_|$))/i, '$1')
  const match = /^_?(c|f|celsius|fahrenheit)(?=_|\d|$)|_(c|f|celsius|fahrenheit)(?=_?$)/i.exec(plain)
  const unit = unitWords.get((match?.[1] ?? match?.[2] ?? '').toLowerCase())
  const place = plain
    .replace(match?.[0] ?? '', '')
    .replaceAll(/^_|_$/g, '')
    .toLowerCase()
  return [unit ?? null, place]
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}

function isValue(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'string'
}
