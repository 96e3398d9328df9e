/** Texts made to cost much, and every reader of what visitors, files and other servers write. */
import type { IncomingMessage } from 'node:http'
import { isHardToGuess } from '../src/alerts/insert-subscription.ts'
import { readPatchBody, readSubscribeBody } from '../src/alerts/subscribe-body.ts'
import { idOfToken } from '../src/alerts/tokens.ts'
import { readAddress } from '../src/channels/email/config.ts'
import { operatorsTask, outcomeOf, readRefusal } from '../src/channels/email/mailer.ts'
import { readNamedChannels } from '../src/channels/named/config.ts'
import { credentials, quoted, wordsOfAnswer } from '../src/channels/other-side.ts'
import { readThreshold, wordsOf } from '../src/channels/telegram/conversation.ts'
import { readSubscription } from '../src/channels/webpush/channel.ts'
import { readHeader } from '../src/cli/observe/header.ts'
import { readLine } from '../src/cli/observe/row.ts'
import { cellsOf } from '../src/common/file-cells.ts'
import { readHttpDate, retryAfterSeconds } from '../src/common/http-date.ts'
import { didYouMean } from '../src/common/near-name.ts'
import { foreignForm } from '../src/http/bodies.ts'
import { createClientKeys, parseTrustedProxies } from '../src/http/client-key.ts'
import { quoted as quotedName, readQuery, take } from '../src/http/query.ts'
import { readAbsoluteForm, routeNotFound } from '../src/http/request-problem.ts'
import { acceptsGzip, isForPerson, matchesEtag } from '../src/http/response-writer.ts'
import { labelParameters, pointParameters } from '../src/http/weather/parameters.ts'
import { findCrop, findStage, foldName } from '../src/language/crop-names.ts'
import { languageOf, wordsIn } from '../src/language/language.ts'
import { readRow, rowMembers } from '../src/observations/observation-row.ts'
import { readingMembers, readReading } from '../src/observations/reading-row.ts'
import { plainHost, readOpenings } from '../src/outgoing/openings.ts'
import { readCoordinates, unknownPlaceDetail } from '../src/places/coordinates.ts'
import { fold, toSlug } from '../src/places/folding.ts'
import type { Gazetteer } from '../src/places/gazetteer.ts'
import { elevationOf, labelOf, readFieldKey } from '../src/site/field-key.ts'
import { profileQuestion } from '../src/site/profile-question.ts'
import { parseForecast as metNorway, weatherCodeOf } from '../src/sources/met-norway/parse.ts'
import { parseReports, parseStations } from '../src/sources/metar/metar.ts'
import { parseForecast as openMeteo, parseEarlierRuns, parseMinima } from '../src/sources/open-meteo/parse.ts'
import { parseForecast as openWeatherMap } from '../src/sources/openweathermap/parse.ts'
import { readFieldLocation } from '../src/weather/field.ts'

const longestTyped = 2000

const units = [
  ...'[({<"\'°,;:./-+@#?&=%| \t\n0a1Zİığ−～\u0301\u200f\u{1f33e}',
  '[1',
  '(1',
  '1,',
  '1.',
  '1,1 ',
  '1°',
  "1'",
  '-1',
  '1e',
  '1:',
  '38.355,38.310 ',
  'N',
  'a.',
  'a@',
  '.a',
  '-a',
  'a/',
  '//',
  'http://',
  'geo:',
  'maps.a',
  '/@',
  '!3d1',
  '!3d1!4d1',
  'map=1',
  '{"a":',
  '"a"',
  'q=0.',
  ';q=1',
  'gzip,',
  ', ',
  'W/"a",',
  '%20',
  '\\',
  '::',
  'a:',
  '[::1]',
  '10.0.0.1,',
  'user ',
  'unknown ',
  ' is not valid',
  'lat ',
  'kuzey ',
  'der',
  "a's ",
  '\r\n',
  '"a,',
  ';a',
  'deg',
  'tarla ',
  'Malatya Elazığ Mersin Adana Kayseri Konya Sivas Tokat Amasya Samsun Ordu Rize ',
  'Aksu Gölbaşı Pınarbaşı Ereğli Yeşilyurt Çay Eğil Zz Mut Of ',
  'İı',
  'ﬃ'
] as const
const beginnings = [
  '',
  '1',
  'a',
  '[',
  '"',
  '38.355',
  'http://',
  'geo:',
  'https://www.google.com/maps/',
  'https://maps.apple.com/?q=',
  'N',
  '{',
  'a@a.',
  '-',
  ' '
] as const
const endings = ['', '1', 'a', ']', '"', ' x', ')', '\n', '@', ';'] as const

/** One kind of text at any length: a few units again and again between a beginning and an ending. */
export function typedText(random: () => number): (length: number) => string {
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] ?? raise()
  const repeated = Array.from({ length: random() < 0.6 ? 1 : 2 + Math.floor(random() * 4) }, () =>
    one(units)
  ).join('')
  const mixed = random() < 0.2 ? Array.from({ length: 40 }, () => one(units)).join('') : repeated
  const [beginning, ending] = [one(beginnings), one(endings)]
  return (length) => {
    const room = length - beginning.length - ending.length
    return `${beginning}${mixed.repeat(Math.ceil(room / mixed.length)).slice(0, room)}${ending}`
  }
}

function raise(): never {
  throw new RangeError('nothing to choose from')
}

/** One name for each reader, so that a slow one is named. */
export function readersOf(gazetteer: Gazetteer): Readonly<Record<string, (text: string) => unknown>> {
  const words = wordsIn('tr').observe
  const proxies = createClientKeys(parseTrustedProxies('loopback'))
  const crop = findCrop('apricot') ?? raise()
  const header = readHeader('location;date;kind;exposure;minimum', new Map() as never, words)
  const request = (text: string) =>
    ({
      url: text,
      headers: { accept: text, 'accept-encoding': text, host: text, 'x-forwarded-for': text },
      socket: { remoteAddress: '127.0.0.1' }
    }) as unknown as IncomingMessage
  const keys = { derive: () => new Uint8Array(32), hash: (text: string) => text }
  const metNorwayAnswer = (text: string) => ({
    properties: {
      meta: { updated_at: text, units: { air_temperature: text } },
      timeseries: [
        { time: text, data: {} },
        {
          time: '2026-04-12T00:00:00Z',
          data: {
            instant: { details: { air_temperature: text } },
            next_1_hours: { summary: { symbol_code: text } }
          }
        }
      ]
    }
  })
  const parameters = [...pointParameters, ...labelParameters]
  const refusal = (text: string) =>
    readRefusal(
      Object.assign(new Error(), { responseCode: 550, command: 'RCPT TO', code: 'EENVELOPE', response: text })
    )
  return {
    coordinates: (text) => readCoordinates(text),
    fold,
    slug: toSlug,
    search: (text) => gazetteer.search(text, 10),
    suggestions: (text) => gazetteer.suggest(text, 5),
    'unknown place': (text) => unknownPlaceDetail(text, []),
    'field key': readFieldKey,
    elevation: elevationOf,
    label: labelOf,
    crop: findCrop,
    stage: (text) => findStage(crop, text),
    'crop name': foldName,
    profile: (text) => profileQuestion(new URLSearchParams({ crop: text, stage: text, exposure: text })),
    query: (text) => {
      const query = readQuery(text, parameters)
      return parameters.map((one) => take(query, one))
    },
    parameters: (text) => parameters.map((one) => one.parse(text)),
    'misspelt name': (text) => [didYouMean(text, ['location', 'threshold']), quotedName(text)],
    'subscribe body': (text) => [
      readSubscribeBody({
        location: text,
        channel: text,
        threshold: text,
        label: text,
        [text]: text,
        crop: text,
        stage: text
      }),
      readPatchBody({ label: text, lang: text, [text]: text })
    ],
    'observation row': (text) => rowMembers.map((member) => readRow({ location: 'malatya', [member]: text })),
    'reading row': (text) =>
      readingMembers.map((member) => readReading({ location: 'malatya', [member]: text }, 0)),
    'file header': (text) => readHeader(text, new Map() as never, words),
    'file cells': (text) => cellsOf(text, ','),
    'file line': (text) =>
      header.kind === 'header' &&
      readLine(
        { number: 2, text: `malatya;2026-04-12;${text.replaceAll(/[\r\n]/g, ' ')}`, isCut: false },
        { header: header.header, given: {}, words, unit: 'C', isUnitSaid: true, slashes: null }
      ),
    'airport reports': (text) =>
      parseReports(
        [{ icaoId: 'LTAT', obsTime: 0, temp: 1, cover: text, clouds: [{ cover: text }], rawOb: text }],
        0
      ),
    airports: (text) => parseStations([{ icaoId: text, site: text, lat: text, siteType: [text] }]),
    'mail address': (text) => [
      readAddress(text),
      readAddress(`a@${text}.example`),
      readAddress(`${text}@example.org`)
    ],
    'mail refusal': (text) => [outcomeOf(refusal(text), [text]), operatorsTask(refusal(text), [text])],
    'browser subscription': (text) =>
      readSubscription({ endpoint: text, keys: { p256dh: text, auth: text } }),
    'channels file': (text) => [
      readNamedChannels(text),
      readNamedChannels(JSON.stringify({ [text]: { kind: text } }))
    ],
    'http date': (text) => [readHttpDate(text), retryAfterSeconds(text, 0)],
    'accepted language': languageOf,
    'accepted encoding': (text) => [acceptsGzip(request(text)), isForPerson(request(text))],
    'absolute form': (text) => readAbsoluteForm(request(text)),
    'forwarded for': (text) => proxies.of(request(text)),
    'etag and origin': (text) => [
      matchesEtag(text, 'W/"a"'),
      foreignForm({ origin: text, host: text }, 'https://ayaz.example')
    ],
    'wrong path': (text) => routeNotFound(`/api/v1/${text}`, { operations: [], basePath: '/api/v1' }),
    'idempotency key': isHardToGuess,
    token: (text) => idOfToken(keys, 'manage', text),
    'words of another server': (text) => [
      quoted(text, credentials(text.slice(0, 60))),
      wordsOfAnswer({ body: Buffer.from(text) }),
      wordsOfAnswer({ body: Buffer.from(JSON.stringify({ error: { message: text, reason: text } })) })
    ],
    'bot command': (text) => readThreshold(wordsOf(text)),
    'Open-Meteo': (text) => [
      attempt(() => openMeteo({ reason: text, hourly: { time: [text, text], temperature_2m: [text, 1] } })),
      attempt(() => parseMinima({ daily: { time: [text, text] }, daily_units: { time: text } })),
      attempt(() =>
        parseEarlierRuns({ hourly: { time: [text], [text]: [1] }, hourly_units: { [text]: text } })
      )
    ],
    'MET Norway': (text) => [attempt(() => metNorway(metNorwayAnswer(text), () => [])), weatherCodeOf(text)],
    OpenWeatherMap: (text) => [
      attempt(() => openWeatherMap({ cod: text, message: text })),
      attempt(() => openWeatherMap({ cod: '200', list: [{ dt: text, main: { temp: text }, weather: text }] }))
    ],
    'field location': readFieldLocation,
    openings: (text) => [plainHost(text), attempt(() => readOpenings([text]))],
    url: (text) => URL.parse(text)
  }
}

function attempt(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return error
  }
}

/** Whether one of three calls takes too little to judge. */
function isQuick(read: () => unknown): boolean {
  return [0, 1, 2].some(() => {
    const before = performance.now()
    read()
    return performance.now() - before <= measurableMs
  })
}

/** The CPU of one call [ms], the best of three means: the clock of a thread's CPU has steps of milliseconds. */
function cpuOf(read: () => unknown): number {
  const turns = [0, 1, 2].map(() => {
    const [before, since] = [process.threadCpuUsage(), performance.now()]
    let calls = 0
    for (; calls < 3 || performance.now() - since < 60; calls++) read()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000 / calls
  })
  return Math.min(...turns)
}

const maxMs = 5
const maxGrowth = 2.5
/** Below this the growth is not judged: the collector decides [ms]. */
const measurableMs = 2.5

export interface Costs {
  /** Each with its reader, its milliseconds and the beginning of its text. */
  readonly tooSlow: readonly string[]
  readonly slowestMs: number
  readonly slowestGrowth: number
}

/** Measured again where it seems too much: other processes take the processor's cache away. */
function measured(
  read: (text: string) => unknown,
  text: string,
  half: string
): { ms: number; growth: number } {
  let [ms, growth] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let turn = 0; turn < 6 && (ms > maxMs || growth > maxGrowth); turn++) {
    ms = cpuOf(() => read(text))
    growth =
      ms /
      Math.max(
        cpuOf(() => read(half)),
        measurableMs / maxGrowth
      )
  }
  return { ms, growth }
}

/** Reads texts with each reader at their length and at half of it. */
export function costsOf(
  readers: Readonly<Record<string, (text: string) => unknown>>,
  random: () => number,
  count: number
): Costs {
  const tooSlow: string[] = []
  let [slowestMs, slowestGrowth] = [0, 0]
  for (let number = 0; number < count; number++) {
    const written = typedText(random)
    const [text, half] = [written(longestTyped), written(longestTyped / 2)]
    for (const [name, read] of Object.entries(readers)) {
      if (isQuick(() => read(text))) continue
      const { ms, growth } = measured(read, text, half)
      slowestMs = Math.max(slowestMs, ms)
      slowestGrowth = Math.max(slowestGrowth, growth)
      if (ms > maxMs || growth > maxGrowth)
        tooSlow.push(
          `${name}: ${ms.toFixed(1)} ms, × ${growth.toFixed(1)}: ${JSON.stringify(text.slice(0, 60))}`
        )
    }
  }
  return { tooSlow, slowestMs, slowestGrowth }
}
