/** Temperatures in an object that someone else decoded, by the names of its members. */
import { secondMs } from '../common/time.ts'
import { isUnitName, placeOf, readTemperatureName, saidUnit, unitOfText } from './temperature-names.ts'
import { type FieldReading, maxFields, numberIn, storableName, type TemperatureUnit } from './upload.ts'

type Members = Readonly<Record<string, unknown>>
type Entries = readonly (readonly [string, unknown])[]

interface Taken {
  readonly device: string
  /** The unit that the owner has set, where no name has one. */
  readonly given: TemperatureUnit | null
  readonly readings: FieldReading[]
  members: number
}

interface Around {
  readonly path: string
  readonly unit: TemperatureUnit | null
  /** A list of values begins with that of now. */
  readonly isNewestFirst: boolean
  /** Titles of the list that the object is in, with what they entitle. */
  readonly titled: Entries
}

const longestField = 80

/**
 * Members named like a temperature, with humidity and dew point of the same ending, and objects that say in a member
 * that they are one. A unit is that of the name, or of a member of it or around it that says so.
 * @param given What the owner says where neither does
 * @returns Null where there are too many members
 */
export function decodedReadings(
  device: string,
  decoded: unknown,
  given: TemperatureUnit | null
): readonly FieldReading[] | null {
  const into: Taken = { device, given, readings: [], members: 0 }
  visit(into, decoded, { path: '', unit: null, isNewestFirst: false, titled: [] })
  return into.members > maxFields ? null : into.readings
}

function visit(into: Taken, value: unknown, around: Around): void {
  if (!isMembers(value)) return
  const list = Array.isArray(value) ? newestOf(value) : null
  const entries = list ?? Object.entries(value)
  into.members += entries.length
  if (into.members > maxFields) return
  const here: Around = {
    path: around.path,
    unit: saidUnit(entries) ?? around.unit,
    isNewestFirst:
      around.isNewestFirst || entries.some(([, one]) => typeof one === 'string' && fromNow.test(one)),
    titled: list?.map(([, one]) => titleOf(one, true)).filter((one) => one !== null) ?? []
  }
  const title = titleOf(value, here.isNewestFirst)
  const read = readTemperatureName(title?.[0] ?? '')
  if (title !== null && read !== null) {
    const [name, temperature] = title
    const isListed = /(?:^|\/)\d*$/.test(around.path)
    const field = joined(isListed ? name : joined(around.path, name), channelOf(value))
    add(into, { field, name, temperature, unit: here.unit ?? unitOfId(value), beside: around.titled })
    return
  }
  for (const [name, one] of entries) if (!earlier.test(name)) takeMember(into, name, one, here, entries)
}

function takeMember(into: Taken, name: string, one: unknown, around: Around, beside: Entries): void {
  const path = joined(around.path, name)
  const isTemperature = readTemperatureName(name) !== null
  if (!isMembers(one)) {
    if (isTemperature && isValue(one))
      add(into, { field: path, name, temperature: one, unit: around.unit, beside })
    return
  }
  const temperature = isTemperature ? valueIn(one, around.isNewestFirst) : undefined
  if (temperature === undefined) visit(into, one, { ...around, path })
  const unit = saidUnit(Object.entries(one)) ?? around.unit
  if (temperature !== undefined) add(into, { field: path, name, temperature, unit, beside })
  else if (isTemperature && !Array.isArray(one))
    for (const [part, value] of Object.entries(one))
      if (partName.test(part) && isValue(value))
        add(into, {
          field: `${path}/${part}`,
          name,
          temperature: value,
          unit: unitOfText(part) ?? unit,
          beside: []
        })
}

interface Found {
  readonly field: string
  readonly name: string
  readonly temperature: unknown
  readonly unit: TemperatureUnit | null
  readonly beside: Entries
}

function add({ device, given, readings }: Taken, { field, name, temperature, unit: said, beside }: Found) {
  const read = readTemperatureName(name)
  if (read === null) return
  const { unit: named, place, isOfAir } = read
  readings.push({
    device,
    field: storableName(field, longestField),
    temperature: numericOf(temperature),
    unit: named !== null && said !== null && named !== said ? given : (named ?? said ?? given),
    ...(isOfAir && {
      relativeHumidity: valueAt(beside, 'humidity', place),
      dewPoint: valueAt(beside, 'dew point', place)
    })
  })
}

/** Values of a temperature by its statistic, channel or unit: `{ "avg": 21.3, "min": 20.9 }`, `{ "3": 27.2 }`. */
const partName =
  /^(?:avg|average|mean|min(?:imum)?|max(?:imum)?|current|now|actual|\d{1,3}|c|f|celsius|fahrenheit)$/i
/** Readings below it were stored by the device, with their own times. */
const earlier = /^(?:history|datalog(?!ger)|timestamps?$)/i
/** As Adeunis says of its lists: `values: [t=0, t-1, t-2, ...]`. */
const fromNow = /\[t=0, ?t-1\b/
const valueName = /^_?(?:measurement_?)?(?:value|val|v)$/i

/** `{ value: 21.3, unit: "°C" }`, `{ values: [21.3, 20.9] }` */
function valueIn(members: Members, isNewestFirst: boolean): unknown {
  const value = Object.entries(members).find(([name, one]) => valueName.test(name) && isValue(one))?.[1]
  if (value !== undefined) return value
  const list = memberNamed(members, /^_?values$/i)
  if (!Array.isArray(list) || (list.length !== 1 && !isNewestFirst)) return undefined
  return isValue(list[0]) ? list[0] : undefined
}

/** Members that name a channel; what several entries have in common comes last. */
const channelNames = [
  /channel$|^(?:address|id)$/i,
  /^(?:sensor|probe)$/i,
  /^(?:node|port|depth|position)$/i,
  /^(?:location|device)$/i
]
const titleName =
  /(?:type|name|title|label|variable|measurement|channel|parameter|quantity|property|kind|^n)$/i
/** Ids of SenseCAP, which are of one quantity in one unit, with what it calls them. */
const titleOfId: ReadonlyMap<string, string> = new Map([
  ['4097', 'Air Temperature'],
  ['4098', 'Air Humidity'],
  ['4102', 'Soil Temperature']
])

/** `{ type: "Air Temperature", measurementValue: 21.3 }`, also for humidity; not of what has a temperature itself. */
function titleOf(one: unknown, isNewestFirst: boolean): readonly [string, unknown] | null {
  if (!isMembers(one) || hasTemperature(one)) return null
  const texts = Object.entries(one).filter(([name, text]) => titleName.test(name) && typeof text === 'string')
  const titles = [one['type'], ...texts.map(([, text]) => text), titleOfId.get(String(one['measurementId']))]
  const title = titles.find((text) => typeof text === 'string' && isTitle(text))
  const value = title === undefined ? undefined : valueIn(one, isNewestFirst)
  return value === undefined ? null : [title as string, value]
}

function channelOf(members: Members): string {
  const named = channelNames.map((name) => memberNamed(members, name))
  return String(named.find((one) => isValue(one) && one !== '') ?? '').slice(0, longestField)
}

function hasTemperature(members: Members): boolean {
  return Object.entries(members).some(([name, one]) => {
    const value = isMembers(one) ? valueIn(one, true) : one
    return typeof numericOf(value) === 'number' && readTemperatureName(name) !== null
  })
}

function isTitle(text: string): boolean {
  return (
    text.length <= longestField && (readTemperatureName(text) !== null || placeOf('humidity', text) !== null)
  )
}

function unitOfId(members: Members): TemperatureUnit | null {
  return titleOfId.has(String(members['measurementId'])) ? 'C' : null
}

const timeName = /(?:^|_)(?:date|time|date_?time|time_?stamp)$|Time(?:stamp)?$/

/** The entries of a list by their index, without those of earlier times that nothing else tells from another. */
function newestOf(list: readonly unknown[]): Entries {
  const entries = Object.entries(list)
  if (list.length > maxFields) return entries
  const said = entries.map((entry) => {
    const members = isMembers(entry[1]) ? entry[1] : {}
    return { entry, same: identityOf(members), at: timeOf(memberNamed(members, timeName)) }
  })
  return said
    .filter(
      ({ same, at }) => at === null || !said.some((other) => other.same === same && (other.at ?? 0) > at)
    )
    .map(({ entry }) => entry)
}

/** What tells an entry from others of its list: its texts and ids, and which temperatures it has. */
function identityOf(members: Members): string {
  const apart = Object.entries(members).flatMap(([name, one]) => {
    if (readTemperatureName(name) !== null) return [[name]]
    const isText = typeof one === 'string' && !isMeasured(name) && !isoDate.test(one)
    return isText || idName.test(name) ? [[name, one]] : []
  })
  return JSON.stringify(apart.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)))
}

const idName =
  /[Cc]hannel$|[Aa]ddress$|^(?:[Ii]d|[Ss]ensor|[Pp]robe|[Nn]ode|[Pp]ort|[Dd]epth)$|(?:_id|I[dD])$/
const isoDate = /^\d{4}-\d\d-\d\d/

/** Whether a member is a measurement, which changes from one message to the next. */
function isMeasured(name: string): boolean {
  const isOfValue = timeName.test(name) || valueName.test(name) || isUnitName(name)
  return isOfValue || placeOf('humidity', name) !== null || placeOf('dew point', name) !== null
}

function timeOf(said: unknown): number | null {
  const at =
    typeof said === 'number'
      ? said < 1e11
        ? said * secondMs
        : said
      : typeof said === 'string'
        ? Date.parse(said)
        : 0
  return Number.isFinite(at) && at > 0 ? at : null
}

function valueAt(beside: Entries, kind: 'humidity' | 'dew point', place: string): unknown {
  const [, one] = beside.findLast(([name]) => placeOf(kind, name) === place) ?? []
  const value = isMembers(one) ? valueIn(one, false) : one
  return isValue(value) ? numericOf(value) : undefined
}

function memberNamed(members: Members, name: RegExp): unknown {
  return Object.entries(members).find(([one]) => name.test(one))?.[1]
}

function joined(path: string, name: string): string {
  return path === '' || name === '' ? path + name : `${path}/${name}`
}

function numericOf(value: unknown): unknown {
  return typeof value === 'string' ? numberIn(value.trim()) : value
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}

function isValue(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'string'
}
