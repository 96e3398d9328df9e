/** Temperatures in an object that someone else decoded, by the names of its members. */
import { type FieldReading, mostFields, numberIn, type TemperatureUnit } from './upload.ts'

function numericOf(value: unknown): unknown {
  return typeof value === 'string' ? numberIn(value.trim()) : value
}

/**
 * Members named like a temperature, with humidity and dew point of the same ending. @param given What the owner says of
 * names without a unit @returns Null where there are too many members
 */
export function decodedReadings(
  device: string,
  decoded: unknown,
  given: TemperatureUnit | null
): readonly FieldReading[] | null {
  let count = 0
  const readings: FieldReading[] = []
  const visit = (value: unknown, path: string): void => {
    if (!isMembers(value)) return
    const entries = Object.entries(value)
    count += entries.length
    if (count > mostFields) return
    const dewPoints = byEnding(entries, dewName)
    const humidities = byEnding(entries, humidityName)
    for (const [name, one] of entries) {
      const at = path === '' ? name : `${path}/${name}`
      if (isMembers(one)) visit(one, at)
      const read = readTemperatureName(name)
      if (read === null || /unit$/i.test(name) || !isValue(one)) continue
      const [unit, place] = unitIn(read.ending)
      readings.push({
        device,
        field: at.slice(0, 80),
        temperature: numericOf(one),
        unit: unit ?? given,
        ...(read.isOfAir && {
          relativeHumidity: humidities.get(place),
          dewPoint: dewPoints.get(place)
        })
      })
    }
  }
  visit(decoded, '')
  return count > mostFields ? null : readings
}

interface TemperatureName {
  /** Of the air, and not of a probe that is named before it. */
  readonly isOfAir: boolean
  /** What follows, which may have the unit. */
  readonly ending: string
}

/** Reads the name of a field; null where it is that of no temperature. */
function readTemperatureName(name: string): TemperatureName | null {
  const word = /temp(?:erature)?/i.exec(name)
  if (word === null) return null
  const probe = name.slice(0, word.index).replace(/^air_?/i, '')
  const isProbe = /^(?:soil|ext|probe)$/i.test(probe) || (/^\w{1,64}$/.test(probe) && probe.endsWith('_'))
  if (probe !== '' && !isProbe) return null
  return { isOfAir: probe === '', ending: name.slice(word.index + word[0].length) }
}

const dewName = /^dew_?(?:point|pt)?(.*)$/i
const humidityName = /^(?:air_?|relative_?)?(?:hum(?:idity)?|rh)(.*)$/i

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
  const match = /^_?(c|f|celsius|fahrenheit)(?=_|\d|$)|_(c|f|celsius|fahrenheit)$/i.exec(ending)
  const letter = (match?.[1] ?? match?.[2])?.[0]?.toUpperCase()
  const place = ending
    .replace(match?.[0] ?? '', '')
    .replace(/^_/, '')
    .toLowerCase()
  return [letter === 'C' || letter === 'F' ? letter : null, place]
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isValue(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'string'
}
