/**
 * What somebody writes who adds a channel, a source, a crop and a language: the files, and the lines in files that are
 * there.
 */

/** New files by their path. */
export const newFiles: Readonly<Record<string, string>> = {
  'src/channels/discord/config.ts': `import { type SettingsOf, textVariable } from '../../config/environment.ts'

const text = (name: string) => textVariable({ name, description: 'For Discord.', secret: true })

export const discordEnvironment = { token: text('DISCORD_TOKEN'), server: text('DISCORD_SERVER') } as const

export type DiscordSettings = SettingsOf<typeof discordEnvironment>
`,
  'src/channels/discord/channel.ts': `import Type from 'typebox'
import { renderAlert } from '../../alerts/words/render-alert.ts'
import { channelKind, type OpenFolder } from '../channel-kind.ts'
import { invalid, isProblem, prepared, readMembers } from '../destination.ts'
import { sent } from '../http-attempt.ts'
import { type DiscordSettings, discordEnvironment } from './config.ts'

export const discordKind = channelKind({
  kind: 'discord',
  names: { en: 'Discord room', tr: 'Discord odası' },
  row: { body: '\`destination.url\`', unconfigured: 'no: \`DISCORD_TOKEN\`', firstState: 'active', sends: 'yes' },
  asksSubscribersServer: true,
  environment: discordEnvironment,
  open: openDiscord
})

async function openDiscord({ token, server }: DiscordSettings): Promise<OpenFolder> {
  const needs = [token === null ? 'DISCORD_TOKEN' : null, server === null ? 'DISCORD_SERVER' : null]
  return {
    channel: {
      isConfigured: token !== null && server !== null,
      needs: needs.filter((name) => name !== null),
      destinationMembers: ['/destination/room'],
      destinationSchema: Type.Object({ room: Type.String() }, { title: 'DiscordDestination' }),
      formField: 'url',
      rankForPeople: 1,
      fetchedAs: 'atom',
      offersResend: true,
      prepare: async ({ destination }) => {
        const members = readMembers(destination, 'the room')
        if (isProblem(members)) return members
        const room = members['room']
        return typeof room === 'string' ? prepared({ room }) : invalid('/destination/room', 'Give the room.')
      },
      setup: ({ feedUrl }) => ({ url: feedUrl, secret: null, instructions: null }),
      deliver: async () => sent(),
      preview: (message) => ({ appearance: 'bubble', title: null, text: renderAlert(message).text, headers: [] })
    }
  }
}
`,
  'src/sources/second/entry.ts': `import { column, emptySeries } from '../../weather/series.ts'
import { type Source, sourceEntry } from '../source.ts'

const hourMs = 3_600_000

export const second = sourceEntry({
  environment: {},
  needs: null,
  remedy: { en: 'Look at the second thermometer.', tr: 'İkinci termometreye bakın.' },
  row: { provides: 'the same cold night everywhere', needs: 'nothing', licence: 'CC0' },
  create: (_settings, _send, clock): Source => ({
    credit: { id: 'second', name: 'Second', license: 'CC0', url: 'https://second.example', attribution: 'Weather by Second' },
    limits: { updatePeriodSeconds: 3600, dailyBudget: null, costOf: () => 1, isPublic: false },
    synthetic: false,
    fetchForecast: async ({ days }) => {
      const startHour = Math.floor(clock() / hourMs / 24) * 24 - 24
      const series = emptySeries(startHour, (days + 2) * 24)
      column(series, 'temperature').fill(-4)
      column(series, 'dewPoint').fill(-5)
      column(series, 'cloudCover').fill(0)
      column(series, 'windSpeed').fill(1)
      return {
        kind: 'forecast',
        series,
        issuedAt: Math.floor(clock() / hourMs) * hourMs,
        expiresAt: null,
        validators: { etag: null, lastModified: null },
        grid: { lat: null, lon: null, elevation: null },
        model: null
      }
    }
  })
})
`,
  'src/language/de/registry.ts': `import { type Catalogue, en } from '../en/registry.ts'

export const de: Catalogue = {
  ...en,
  frame: { ...en.frame, languageName: 'Deutsch' },
  home: {
    ...en.home,
    headings: { ...en.home.headings, frost: { tonight: 'Frostgefahr heute Nacht', other: 'Frostgefahr' } }
  },
  paths: { ...en.paths, place: 'ort' },
  widget: { ...en.widget, title: 'Frostgefahr' },
  channels: { ...en.channels, names: { discord: 'Discord-Raum' } },
  crops: { ...en.crops, names: { ...en.crops.names, persimmon: 'Kaki' } }
}
`
}

interface Line {
  readonly file: string
  /** The line stands before this text. */
  readonly before: string
  readonly line: string
}

/** Lines that are added to files that are there. */
export const newLines: readonly Line[] = [
  {
    file: 'src/channels/registry.ts',
    before: 'import { emailKind }',
    line: "import { discordKind } from './discord/channel.ts'\n"
  },
  { file: 'src/channels/registry.ts', before: '  mqttKind\n]', line: '  discordKind,\n' },
  {
    file: 'src/sources/registry.ts',
    before: 'import type { Source, SourceEntry } from',
    line: "import { second } from './second/entry.ts'\n"
  },
  { file: 'src/sources/registry.ts', before: '  demo\n} as const', line: '  second,\n' },
  {
    file: 'src/language/language.ts',
    before: 'import { type Catalogue, en }',
    line: "import { de } from './de/registry.ts'\n"
  },
  { file: 'src/language/language.ts', before: ' } as const satisfies', line: ', de' },
  {
    file: 'tools/crops/crops.csv',
    before: 'sour cherry,',
    line: 'persimmon,full bloom,-2.0,-4.0,A test,corroborated\n'
  },
  {
    file: 'src/language/en/crops.ts',
    before: "    blueberry: 'Blueberry'",
    line: "    persimmon: 'Persimmon',\n"
  },
  {
    file: 'src/language/tr/crops.ts',
    before: "    blueberry: 'Yaban",
    line: "    persimmon: 'Trabzon hurması',\n"
  }
]

/**
 * Runs in the copy: opens the whole service on the second source and prints what a person and a program see of each
 * addition.
 */
export const probe = `import { channelFindings } from './src/app/findings.ts'
import { openApp } from './src/app/app.ts'
import { openStore } from './src/store/open.ts'
import { answeringKinds } from './src/channels/registry.ts'
import { sourceRemedy } from './src/sources/registry.ts'
import { readConfiguration } from './src/app/configuration.ts'

const environment = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: process.env.DATA_DIR, SITE_URL: 'https://ayaz.example', LOG_LEVEL: 'error', SOURCES: 'second' }
const app = await openApp(readConfiguration({ ...environment, DISCORD_TOKEN: 'a', DISCORD_SERVER: 'b' }), { refreshesMap: false })
const origin = await app.listen()
const text = async (path) => (await fetch(origin + path)).text()
const json = async (path) => JSON.parse(await text('/api/v1' + path))
const subscribed = await fetch(origin + '/api/v1/alerts/subscribe', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ location: 'malatya', threshold: 60, channel: 'discord', destination: { room: 'growers' } })
}).then((answer) => answer.json())
const feedOf = ({ channel_url }) => origin + new URL(channel_url).pathname
const half = readConfiguration({ ...environment, DISCORD_TOKEN: 'a' })
const store = await openStore({ url: null, dataDir: process.env.DATA_DIR + '-findings', now: Date.now() })
const weather = { operatorWay: { send: async () => { throw new Error('nothing is sent') } }, siteUrl: '', store }
console.log(JSON.stringify({
  request: (await json('/openapi.json')).components.schemas.DiscordSubscriptionRequest,
  channels: (await json('/channels')).channels,
  risk: await json('/weather/frost-risk?location=malatya&crop=trabzon+hurmas%C4%B1&stage=full-bloom&lang=tr'),
  crops: (await json('/crops?lang=tr')).crops,
  english: await text('/en/place/malatya'),
  turkish: await text('/tr/yer/malatya'),
  german: await text('/de/ort/malatya'),
  germanHome: await text('/de'),
  widgetHost: await text('/widget.js'),
  pushWorker: await text('/push-worker.js'),
  findings: await channelFindings(half, weather, { clock: Date.now, lang: 'tr' }),
  remedy: sourceRemedy('second'),
  names: await (await fetch(origin + '/alerts/manage/names.json?channel=discord&lang=tr')).json(),
  answeringKinds,
  feed: (await fetch(feedOf(subscribed))).status
}))
await store.close()
await app.close()
`
