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
    /(?:[°*]|deg\.?|airt) ?([cf])(?![a-z])|[([_ -]([cf])[)\]]?(?=$|,)|(cel[sc]ius|fahrenheit|santigrat)/.exec(
      plainName(name)
    )
  if (match === null || scaled.test(plainName(name))) return null
  const sign = match[1] ?? match[2] ?? match[3] ?? ''
  return sign.startsWith('f') ? 'F' : 'C'
}

const wordsOf = (plain: string): readonly string[] => plain.split(/[^a-z]+/)
const listOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words in the names of what is not the air's temperature. */
const notAir = listOf(`
  dew dpt dewpt td tdew cig ciy wet tw yas islak feel feels hissedilen index chill thw thsw apparent humidex wbgt globe
  rosee rocio rugiada rosy ressentie sensacion percepita odczuwalna
  soil soilt tsoil ts toprak water su eau agua acqua wody sol suelo suolo solo gruntu ground tground
  surface skin sky ir object pool havuz tank coil condensation evaporator engine motor body
  ptemp panel battery pil device cihaz cpu module inverter std stdev sd deviation sapma sapmasi
  change degisim degisimi trend fark farki diff difference dt delta range anomaly error hata gdd
  setpoint soll target hedef ayar ayari ayarlanan limit threshold esik alarm alarmi
  forecast tahmin record yesterday offset calibration accuracy reference ref`)
const notAirWithin =
  /(?:dew|frost) ?point|wetbulb|windchill|taupunkt|dauwpunt|feuchtkugel|gefuhlt|gevoels|boden|bodem|wasser|[δ∆]t/
const notAirBeside =
  /(?:^|[^a-z])(?:(?<!data.)set|(?<!\()normal|temp(?:erature)? drop|degree days)(?:[^a-z]|$)/
const indoors = listOf(`
  indoor inside ic ici oda room kapali console konsol ev salon kitchen mutfak house barn ahir depo storage greenhouse sera
  serre serra invernadero interieur interieure interior interna interno wewnetrzna`)
const indoorsWithin =
  /tempin|(?:^|[^a-z])in(?:temp|air)|innen|binnen|fridge|freezer|refriger|buzdolab|buzluk|kuhlschrank/
/** `in` that says indoors, and no unit or height follows, as in `Temperatur in °C`. */
const inAlone = /(?:^|[^a-z])in(?! ?(?:\d|[°*]|deg|grad|[cf]\b|cel[sc]ius|fahrenheit|santigrat))(?:[^a-z]|$)/
/** In front of the room or house that is named. */
const inFront = listOf('outdoor outside dis onu')
/** A logger's own temperature, which is the air's where no other column is. */
const ownOfLogger = listOf('internal logger board case enclosure')
const outdoors = listOf('outdoor outside out dis hava air exterieur exterieure exterior esterna zewnetrzna')
const outdoorsWithin = /airt[cf](?![a-z])|au(?:ss|ß)en|buiten/

/** The height of a sensor. */
const height = /above (?:the )?(?:ground|soil|surface)/

function kindOf(plain: string) {
  const words = wordsOf(plain.replace(height, ''))
  const has = (some: ReadonlySet<string>, ...patterns: readonly RegExp[]): boolean =>
    words.some((word) => some.has(word)) || patterns.some((one) => one.test(plain))
  return {
    isAir: !has(notAir, notAirWithin, notAirBeside),
    isIndoors: has(indoors, indoorsWithin, inAlone) && !has(inFront),
    isOwn: has(ownOfLogger),
    isOutdoors: has(outdoors, outdoorsWithin)
  }
}

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
    return isTemperature(name) ? [{ name, index, plain, ...kindOf(plain) }] : []
  })
  const outside = all.filter(({ plain, isAir, isIndoors }) => isAir && !isIndoors && !highest.test(plain))
  const others = outside.filter(({ isOwn }) => !isOwn)
  const free = others.length > 0 ? others : outside
  const named = free.filter(({ isOutdoors }) => isOutdoors)
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
