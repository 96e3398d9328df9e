/** The house's own variables of the environment, each with its default and the why of it. Sources and channels describe theirs. */
import { parseTrustedProxies } from '../http/client-key.ts'
import type { Tier } from '../http/limiter.ts'
import { type Sharing, sharings } from '../observations/sharing.ts'
import { readOpenings } from '../outgoing/openings.ts'
import {
  type EnvironmentVariable,
  type Parsed,
  readYesOrNo,
  wholeNumberVariable,
  yesOrNoVariable
} from './environment.ts'
import { readSiteUrl, readWebAddress } from './web-address.ts'
import { readWidgetsFile, type WidgetsFile } from './widgets-file.ts'

function variable<Value>(
  name: string,
  description: string,
  standard: Value,
  parse: (text: string) => Parsed<Value>,
  secret = false
): EnvironmentVariable<Value> {
  return { name, description, default: standard, secret, parse }
}

function webAddress(name: string, description: string): EnvironmentVariable<string | null> {
  return variable<string | null>(name, description, null, (text) =>
    readWebAddress(name, text, 'https://weather.example.org')
  )
}

function list(name: string, description: string, check: (parts: readonly string[]) => string | null) {
  return variable<readonly string[]>(name, description, [], (text) => {
    const parts = text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
    const mistake = check(parts)
    if (mistake === null) return { value: parts }
    return { mistake: `${name}: ${mistake}.`, remedy: 'Give addresses or CIDR ranges, parted by commas.' }
  })
}

const tierPattern = /^([a-z][a-z0-9-]{0,31})=([1-9]\d{0,6})\/([1-9]\d{0,4})$/

/** Reads `free=60/60, partner=600/60`: name = requests / seconds. */
function parseTiers(text: string): Parsed<readonly Tier[]> {
  const tiers: Tier[] = []
  for (const part of text.split(',').map((one) => one.trim())) {
    const match = tierPattern.exec(part)
    const [, name = '', quota = '', seconds = ''] = match ?? []
    if (match === null || tiers.some((tier) => tier.name === name)) {
      return {
        mistake: `TIERS has "${part}", which is not a new "name=requests/seconds".`,
        remedy: 'Write for example "partner=600/60, school=300/60"; "free=120/60" changes the free tier.'
      }
    }
    tiers.push({ name, quota: Number(quota), windowSeconds: Number(seconds) })
  }
  return { value: tiers }
}

const logLevels = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

export const appVariables = {
  port: wholeNumberVariable('PORT', 'Port to listen on; 0 takes any free one.', {
    default: 8080,
    min: 0,
    max: 65_535
  }),
  host: variable<string>('HOST', 'Address to listen on.', '0.0.0.0', (text) => ({ value: text })),
  dataDir: variable<string>(
    'DATA_DIR',
    'Folder of the embedded database and of what must survive a restart.',
    'data',
    (text) => ({ value: text })
  ),
  databaseUrl: variable<string | null>(
    'DATABASE_URL',
    'PostgreSQL instead of the embedded SQLite: `postgres://user:password@host/name`.',
    null,
    (text) => {
      const url = URL.parse(text)
      if (url !== null && /^postgres(ql)?:$/.test(url.protocol)) return { value: text }
      return {
        mistake: 'DATABASE_URL is not a postgres:// address.',
        remedy: 'Give postgres://user:password@host:5432/name, or leave it out for SQLite in DATA_DIR.'
      }
    },
    true
  ),
  siteUrl: variable<string | null>(
    'SITE_URL',
    'Where people reach this service, without a path; links begin with it. Default `http://localhost:<PORT>`.',
    null,
    readSiteUrl
  ),
  baseUrl: webAddress('BASE_URL', 'Where clients reach the API. Default `SITE_URL` + `/api/v1`.'),
  trustProxy: list(
    'TRUST_PROXY',
    'Proxies whose `X-Forwarded-For` counts: addresses, CIDR ranges, `loopback`.',
    (parts) => {
      try {
        parseTrustedProxies(parts.join(','))
        return null
      } catch (error) {
        return error instanceof Error ? error.message : 'not readable'
      }
    }
  ),
  tiers: variable<readonly Tier[]>(
    'TIERS',
    'Quotas by name: `free=60/60, partner=600/60` (requests/seconds); API keys name a tier.',
    [],
    parseTiers
  ),
  pagesPerMinute: wholeNumberVariable(
    'PAGES_PER_MINUTE',
    'Pages one client may fetch in a minute; a whole school may sit behind one address.',
    {
      default: 600,
      min: 10,
      max: 1_000_000
    }
  ),
  connectionsPerAddress: wholeNumberVariable(
    'CONNECTIONS_PER_ADDRESS',
    'Open connections of one IPv4 address or IPv6 /64; over it the newest idle one is closed. Proxies of `TRUST_PROXY` have no limit.',
    {
      default: 256,
      min: 1,
      max: 10_000
    }
  ),
  drainSeconds: wholeNumberVariable(
    'DRAIN_SECONDS',
    'How long the service goes on serving after SIGTERM while `/readyz` answers 503; at least the check interval of a balancer.',
    {
      default: 5,
      min: 0,
      max: 300
    }
  ),
  pointsPerDay: wholeNumberVariable(
    'POINTS_PER_DAY',
    'New points one client may open in a day at a public source, a season for `stage=auto` counting as several; 0 = no limit.',
    {
      default: 500,
      min: 0,
      max: 1_000_000
    }
  ),
  seriesMegabytes: wholeNumberVariable('SERIES_MB', 'Memory for forecasts of points (about 20 kB each).', {
    default: 128,
    min: 1,
    max: 65_536
  }),
  answersMegabytes: wholeNumberVariable('ANSWERS_MB', 'Memory for answers kept as bytes.', {
    default: 64,
    min: 1,
    max: 65_536
  }),
  metricsToken: variable<string | null>(
    'METRICS_TOKEN',
    'Bearer token of `/metrics`; without it only this machine is answered, asking directly and by a loopback name.',
    null,
    (text) =>
      text.length >= 16
        ? { value: text }
        : {
            mistake: 'METRICS_TOKEN has fewer than 16 characters.',
            remedy: 'Take a longer one, for example from "openssl rand -hex 16".'
          },
    true
  ),
  heartbeatUrl: webAddress(
    'HEARTBEAT_URL',
    'Pinged after each completed round of alerts while all work goes on, no message is late and every watched place has a forecast.'
  ),
  webhookAllow: list(
    'WEBHOOK_ALLOW_CIDR',
    'Networks that webhooks of subscribers may reach although they are private, and single `host:port` pairs.',
    (parts) => {
      try {
        readOpenings(parts)
        return null
      } catch (error) {
        return error instanceof Error ? error.message : 'not readable'
      }
    }
  ),
  webhookAllowHttp: yesOrNoVariable(
    'WEBHOOK_ALLOW_HTTP',
    'Whether webhooks may go to plain http: `yes` or `no`.'
  ),
  observationsShared: variable<Sharing>(
    'OBSERVATIONS_SHARED',
    'Whose observations move the answers that others get: `no`, `operator` (keys with the operator’s flag), `all`.',
    'operator',
    (text) => {
      const sharing = sharings.find((one) => one === text)
      return sharing === undefined
        ? { mistake: `OBSERVATIONS_SHARED is "${text}".`, remedy: `Write one of ${sharings.join(', ')}.` }
        : { value: sharing }
    }
  ),
  frameAncestors: variable<string>(
    'WIDGET_FRAME_ANCESTORS',
    'Who may frame the widget: `*`, or origins such as `https://example.org`, separated by spaces.',
    '*',
    (text) =>
      /^(\*|(https?:\/\/[\w.*:-]+)(\s+https?:\/\/[\w.*:-]+)*)$/.test(text)
        ? { value: text }
        : {
            mistake: `WIDGET_FRAME_ANCESTORS is "${text}".`,
            remedy: 'Write * or origins such as https://example.org, separated by spaces.'
          }
  ),
  widgetsFile: variable<WidgetsFile | null>(
    'WIDGETS_FILE',
    'JSON file of widgets the operator has named.',
    null,
    readWidgetsFile
  ),
  ensemble: variable<'auto' | 'yes' | 'no'>(
    'ENSEMBLE',
    'Whether watched places also ask for ensemble members: `auto` = where their server is one’s own.',
    'auto',
    (text) => {
      if (text === 'auto') return { value: text }
      const wanted = readYesOrNo(text)
      if (wanted === null) return { mistake: `ENSEMBLE is "${text}".`, remedy: 'Write auto, yes or no.' }
      return { value: wanted ? 'yes' : 'no' }
    }
  ),
  logLevel: variable<LogLevel>(
    'LOG_LEVEL',
    'How much is logged: error, warn, info, debug.',
    'info',
    (text) => {
      const level = logLevels.find((one) => one === text)
      return level === undefined
        ? { mistake: `LOG_LEVEL is "${text}".`, remedy: `Write one of ${logLevels.join(', ')}.` }
        : { value: level }
    }
  )
} as const
