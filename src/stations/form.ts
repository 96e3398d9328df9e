/** The fields of consoles: Ecowitt, Fine Offset, Ambient and Weather Underground name them nearly alike. */
import {
  type FieldReading,
  maxFields,
  numberIn,
  refusal,
  type StationRequest,
  type StationSettings,
  type TemperatureUnit,
  type Upload
} from './upload.ts'

type Values = ReadonlyMap<string, string>

interface Fields {
  /** Values by names in small letters. */
  readonly values: Values
  /** What was sent with several values, which are here alone. */
  readonly contradicted: ReadonlyMap<string, readonly string[]>
}

interface TemperatureField {
  readonly name: RegExp
  /** The unit that the name says. */
  readonly unit: TemperatureUnit
  readonly isIndoors?: true
  /** The name of its humidity, by the number in its own. */
  readonly humidity?: (number: string) => string
  readonly dewPoint?: string
  /** The name of a wind in miles per hour. */
  readonly wind?: string
}

/** Outdoors first: a name is that of the first pattern it fits. */
const temperatureFields: readonly TemperatureField[] = [
  {
    name: /^temp()f$/,
    unit: 'F',
    humidity: () => 'humidity',
    dewPoint: 'dewptf',
    wind: 'windspeedmph'
  },
  { name: /^temp(\d{1,2})f$/, unit: 'F', humidity: (number) => `humidity${number}` },
  { name: /^temp(\d{0,2})c$/, unit: 'C', humidity: (number) => `humidity${number}` },
  { name: /^tf_ch(\d{1,2})$/, unit: 'F' },
  { name: /^soiltemp(\d{0,2})f$/, unit: 'F' },
  { name: /^p()tempf$/, unit: 'F' },
  // Metric consoles, which send to `.asp`; the unit of their wind is not known.
  { name: /^out()temp$/, unit: 'C', humidity: () => 'outhumi', dewPoint: 'dewpoint' },
  { name: /^(?:tempin|indoortemp|tf_co2)()f?$/, unit: 'F', isIndoors: true },
  { name: /^in()temp$/, unit: 'C', isIndoors: true }
]

const kmPerMile = 1.609344
/** Air pressure anywhere on land, in inches of mercury and in hPa. */
const pressures = { in: { least: 16, most: 33 }, hPa: { least: 540, most: 1100 } }
const inchNames = /^(?:abs|rel)?barom?(?:abs|rel)?in$/
const hPaNames = /^(?:abs|rel)baro$/
/** Numbers below it say that there is no probe. */
const noProbe = -90

/** The fields, or why the whole form is refused. */
export function readFields({ query, body }: StationRequest): Fields | ReturnType<typeof refusal> {
  const all = new Map<string, string[]>()
  let count = 0
  for (const text of [query, body]) {
    for (const [written, value] of new URLSearchParams(text.replace(/^\uFEFF/, ''))) {
      // Hubs send both `ID` and `id`.
      const name = written === 'ID' ? written : written.toLowerCase()
      count += 1
      if (count > maxFields)
        return refusal('too_many_fields', `More than ${maxFields} fields were sent at once.`)
      all.set(name, [...(all.get(name) ?? []), value.trim()])
    }
  }
  const values = new Map<string, string>()
  const contradicted = new Map<string, readonly string[]>()
  for (const [name, some] of all) {
    const said = some.filter((one) => one !== '')
    if (new Set(said.map(numberIn)).size > 1) contradicted.set(name, said)
    else values.set(name, said[0] ?? '')
  }
  const doubled = [...contradicted.keys()].find((name) => deciding.includes(name))
  if (doubled === undefined) return { values, contradicted }
  return refusal('repeated_field', `"${doubled}" was sent twice with different values.`)
}

/** Fields without which the owner or the time of an upload is unknown. */
const deciding = ['dateutc', 'passkey', 'ID', 'id', 'sensor']

/** The readings of a form. @param device Which of the devices that share a secret it is. */
export function readForm(
  { values, contradicted }: Fields,
  device: string,
  { unit }: StationSettings
): Upload {
  const pairs = [...contradicted].flatMap(([name, some]) => some.map((one) => [name, one] as const))
  const contradiction = unitFault([...values, ...pairs], unit) ?? twoUnitsFault(values, unit)
  if (contradiction !== null) return refusal('units_contradict', contradiction)
  // A clock that was never set sends none.
  const sentAt = sentAtOf(values.get('dateutc') || 'now')
  if (sentAt !== null && Number.isNaN(sentAt)) {
    const detail = `"dateutc" is not a time in UTC as 2026-04-12 01:40:00: ${shown(values.get('dateutc'))}.`
    return refusal('unreadable_time', detail)
  }
  // Of two values of one temperature neither is taken; two of another field say nothing.
  const readings = [...values, ...pairs].flatMap(([name, value]) => {
    const found = value === '' ? null : readingOf(new Map([...values, [name, value]]), name, unit)
    return found === null ? [] : [{ device, ...found }]
  })
  const names = [...values.keys(), ...contradicted.keys()]
  const isOfStation = names.some((name) => stationNames.includes(name) || isTemperature(name))
  if (names.length > 0 && !isOfStation)
    return refusal('unreadable', `No field is one of a console; the first is ${shown(names[0])}.`)
  return { kind: 'readings', sentAt, clock: 'station', readings }
}

const stationNames = ['passkey', 'ID', 'id', 'password', 'stationtype', 'dateutc']

function isTemperature(field: string): boolean {
  return temperatureFields.some(({ name }) => name.test(field))
}

/** Both are rounded to a tenth at most; whole degrees of either are nearer [°C]. */
const maxApartC = 1.1

/** `tempf` with a `tempc` that is another temperature. */
function twoUnitsFault(fields: Values, unit: TemperatureUnit | null): string | null {
  for (const [name, text] of fields) {
    const twin = /^temp\d{0,2}f$/.test(name) ? `${name.slice(0, -1)}c` : ''
    const [inF, inC] = [numberIn(text), numberIn(fields.get(twin) ?? '')]
    if (typeof inF !== 'number' || typeof inC !== 'number' || inF <= noProbe || inC <= noProbe) continue
    const asSent = unit === 'C' ? inF : ((inF - 32) * 5) / 9
    const other = unit === 'F' ? ((inC - 32) * 5) / 9 : inC
    if (Math.abs(asSent - other) > maxApartC)
      return `"${name}" is ${shown(text)} and "${twin}" ${shown(fields.get(twin))}, which are two temperatures.`
  }
  return null
}

function readingOf(
  fields: Values,
  field: string,
  given: TemperatureUnit | null
): Omit<FieldReading, 'device'> | null {
  for (const { name, unit: named, isIndoors, humidity, dewPoint, wind } of temperatureFields) {
    const match = name.exec(field)
    if (match === null) continue
    const unit = given ?? named
    const value = (of: string | undefined) => {
      const text = of === undefined ? undefined : fields.get(of)
      return text === undefined || text === '' ? undefined : numberIn(text)
    }
    // A console whose names are wrong has a wind in a unit that they do not name.
    const mph = unit === named ? value(wind) : undefined
    return {
      field,
      temperature: value(field),
      unit,
      ...(isIndoors && { isIndoors }),
      relativeHumidity: value(humidity?.(match[1] ?? '')),
      dewPoint: value(dewPoint),
      windSpeed: typeof mph === 'number' && mph > noProbe ? mph * kmPerMile : mph
    }
  }
  return null
}

/** Why names and values cannot both be right; null where they can. */
function unitFault(fields: Iterable<readonly [string, string]>, unit: TemperatureUnit | null): string | null {
  for (const [name, text] of fields) {
    const isInches = inchNames.test(name)
    if (!isInches && !hPaNames.test(name)) continue
    const value = numberIn(text)
    if (typeof value !== 'number' || value <= noProbe) continue
    const wanted = unit === null ? (isInches ? 'in' : 'hPa') : unit === 'F' ? 'in' : 'hPa'
    const { least, most } = pressures[wanted]
    if (value >= least && value <= most) continue
    return (
      `"${name}" is ${shown(text)}, which is not a pressure in ${wanted === 'in' ? 'inches of mercury' : 'hPa'}: ` +
      'the station sends other units than its fields are named for. Say which unit its temperatures are in.'
    )
  }
  return null
}

/** As WU, Ecowitt and Ambient write it in UTC, also unpadded; null for now, NaN where it is not a time. */
function sentAtOf(text: string): number | null {
  if (/^now$/i.test(text)) return null
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})[ T](\d{1,2}):(\d{1,2}):(\d{1,2})Z?$/.exec(text)
  if (match === null) return Number.NaN
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number)
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isReal =
    at.getUTCMonth() === month - 1 && at.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  return isReal ? at.getTime() : Number.NaN
}

function shown(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 40)).replace('-', '−')
}
