import Type, { type TArray, type TString } from 'typebox'
import { parseTrustedProxies } from '../http/client-key.ts'
import type { Localized } from '../language/language.ts'
import { sharings } from '../observations/sharing.ts'
import { readOpenings } from '../outgoing/openings.ts'
import {
  readYesOrNo,
  said,
  textVariable,
  variable,
  wholeNumberVariable,
  wordVariable,
  yesOrNoVariable
} from './environment.ts'
import { readLogo, readWidgetsFile, type WidgetsFile } from './operator-files.ts'
import { proxyVariables, readServerAddress } from './server-address.ts'
import { tiersVariable } from './tiers.ts'
import { readSiteUrl, webAddressVariable } from './web-address.ts'

const exampleAddress = 'https://weather.example.org'

/** A list of addresses; `read` throws for one that it does not understand. */
function addressList(
  name: string,
  description: string,
  {
    read,
    ...words
  }: { readonly mistake: (wrong: string) => Localized; readonly remedy: Localized } & {
    readonly read: (parts: readonly string[]) => unknown
  }
) {
  return variable<readonly string[], TArray<TString>>({
    name,
    description,
    default: [],
    schema: Type.Array(Type.String()),
    allowed: said(({ allowed }) => allowed.addresses),
    read: (written) => {
      const value = written.filter((part) => part !== '')
      const wrong = value.find((part) => !isRead(() => read([part])))
      if (wrong === undefined) return { value }
      return { mistake: words.mistake(wrong), remedy: words.remedy }
    }
  })
}

function isRead(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

const shortestToken = 16

const logLevels = ['error', 'warn', 'info', 'debug'] as const

const roles = ['all', 'api', 'worker'] as const

export const appVariables = {
  role: wordVariable(
    'ROLE',
    'What this process does ([scale](operation.md#scale)); without PostgreSQL only `all`.',
    { default: 'all', of: roles }
  ),
  port: wholeNumberVariable('PORT', 'Port to listen on; 0 takes any free one.', {
    default: 8080,
    min: 0,
    max: 65_535
  }),
  host: variable<string>({
    name: 'HOST',
    description: 'Address to listen on; `::` is every one, `0.0.0.0` every one of IPv4.',
    default: '::',
    schema: Type.String(),
    allowed: said(({ allowed }) => allowed.ownAddress)
  }),
  ...proxyVariables,
  dataDir: variable<string>({
    name: 'DATA_DIR',
    description: 'Folder of the SQLite database.',
    default: 'data',
    schema: Type.String(),
    allowed: said(({ allowed }) => allowed.path)
  }),
  databaseUrl: textVariable({
    name: 'DATABASE_URL',
    description: 'PostgreSQL in place of SQLite: `postgres://user:password@host/name`.',
    secret: true,
    allowed: said(({ allowed }) => allowed.postgresAddress),
    read: (text) =>
      readServerAddress('DATABASE_URL', text, {
        start: /^postgres(ql)?:/,
        otherwise: {
          mistake: said((words) => words.notAddressOf('DATABASE_URL', words.allowed.postgresAddress)),
          remedy: said(({ givePostgres }) => givePostgres)
        }
      })
  }),
  databasePool: wholeNumberVariable(
    'DATABASE_POOL',
    'Most connections to PostgreSQL; those of all processes must stay below its `max_connections`.',
    { default: 10, min: 2, max: 1000 }
  ),
  siteUrl: textVariable({
    name: 'SITE_URL',
    description: 'Public address; links begin with it. Default `http://localhost:<PORT>`.',
    allowed: said(({ allowed }) => allowed.siteAddress),
    read: readSiteUrl
  }),
  baseUrl: webAddressVariable({
    name: 'BASE_URL',
    description: 'Address of the API. Default `SITE_URL` + `/api/v1`.',
    default: null,
    example: exampleAddress
  }),
  trustProxy: addressList(
    'TRUST_PROXY',
    'Proxies whose `X-Forwarded-For` counts: addresses, CIDR ranges, `loopback`.',
    {
      read: (parts) => parseTrustedProxies(parts.join(',')),
      mistake: (wrong) => said(({ noNetwork }) => noNetwork('TRUST_PROXY', wrong)),
      remedy: said(({ giveNetworks }) => giveNetworks('TRUST_PROXY'))
    }
  ),
  tiers: tiersVariable,
  pagesPerMinute: wholeNumberVariable(
    'PAGES_PER_MINUTE',
    'Pages of one client in a minute; a whole school may share an address.',
    { default: 600, min: 10, max: 1_000_000 }
  ),
  connectionsPerAddress: wholeNumberVariable(
    'CONNECTIONS_PER_ADDRESS',
    'Open connections of one IPv4 address or IPv6 /64, except proxies of `TRUST_PROXY`; ' +
      'beyond it the newest idle one is closed.',
    { default: 256, min: 1, max: 10_000 }
  ),
  drainSeconds: wholeNumberVariable(
    'DRAIN_SECONDS',
    '[Time of service after SIGTERM](operation.md#stop); longer than the check interval of a balancer.',
    { default: 5, min: 0, max: 300 }
  ),
  pointsPerDay: variable<number | null>({
    name: 'POINTS_PER_DAY',
    description:
      'New points of one client in a UTC day; a season for `stage=auto` counts as several; 0 = no limit. ' +
      'Default 500 where a source is a public server, else 0.',
    default: null,
    schema: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    remedy: said(({ giveNumber }) => giveNumber('POINTS_PER_DAY', null))
  }),
  subscriptionsPerDay: wholeNumberVariable(
    'SUBSCRIPTIONS_PER_DAY',
    'New subscriptions of one client in 24 hours to feeds, streams, topics and webhooks; 0 = no limit. ' +
      'Keys of the operator (`ayaz keys create --operator`) have none, others what `TIERS` says.',
    { default: 20, min: 0, max: 1_000_000 }
  ),
  unprovenPerDay: wholeNumberVariable(
    'UNPROVEN_PER_DAY',
    'New subscriptions of one client in 24 hours for telephones, mailboxes, chats and ' +
      'browsers that have not proved themselves; 0 = no limit. Once proven they no longer count.',
    { default: 100, min: 0, max: 1_000_000 }
  ),
  seriesMegabytes: wholeNumberVariable('SERIES_MB', 'Memory for forecasts of points (about 20 kB each).', {
    default: 48,
    min: 1,
    max: 65_536
  }),
  storedMegabytes: wholeNumberVariable(
    'STORED_MB',
    'Disk for forecasts of points (about 16 kB each); the oldest go first, once an hour.',
    { default: 4096, min: 16, max: 1_048_576 }
  ),
  answersMegabytes: wholeNumberVariable('ANSWERS_MB', 'Memory for answers as bytes.', {
    default: 32,
    min: 1,
    max: 65_536
  }),
  metricsToken: variable<string | null>({
    name: 'METRICS_TOKEN',
    description:
      'Bearer token of `/metrics`; without it only direct requests of this machine by a loopback name are answered.',
    default: null,
    secret: true,
    schema: Type.String({ minLength: shortestToken }),
    mistake: said(({ tokenShort }) => tokenShort(shortestToken)),
    remedy: said(({ giveToken }) => giveToken)
  }),
  heartbeatUrl: webAddressVariable({
    name: 'HEARTBEAT_URL',
    description:
      'Pinged after each round of alerts while [all goes well](alerts.md#when-alerts-do-not-work).',
    default: null,
    secret: true,
    example: exampleAddress
  }),
  webhookAllow: addressList(
    'WEBHOOK_ALLOW_CIDR',
    'Private networks, and `host:port` pairs, that webhooks of subscribers may reach.',
    {
      read: readOpenings,
      mistake: (wrong) => said(({ noOpening }) => noOpening('WEBHOOK_ALLOW_CIDR', wrong)),
      remedy: said(({ giveOpenings }) => giveOpenings)
    }
  ),
  webhookAllowHttp: yesOrNoVariable('WEBHOOK_ALLOW_HTTP', 'Whether webhooks may go to plain http.'),
  ingestHttp: yesOrNoVariable(
    'INGEST_HTTP',
    'Whether stations at public addresses may send over plain http, as private ones always may.'
  ),
  observationsShared: wordVariable(
    'OBSERVATIONS_SHARED',
    '[Whose measurements count](record.md#whose-measurements-count) for others.',
    { default: 'operator', of: sharings }
  ),
  frameAncestors: variable<string>({
    name: 'WIDGET_FRAME_ANCESTORS',
    description: 'Who may frame the widget.',
    default: '*',
    schema: Type.String({ pattern: '^(\\*|(https?://[\\w.*:\\-]+)(\\s+https?://[\\w.*:\\-]+)*)$' }),
    allowed: said(({ allowed }) => allowed.frameAncestors),
    remedy: said(({ giveFrameAncestors }) => giveFrameAncestors)
  }),
  securityContact: textVariable({
    name: 'SECURITY_CONTACT',
    description: 'Where security problems are reported; served as `/.well-known/security.txt`.',
    pattern: /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
    allowed: said(({ allowed }) => allowed.securityContact),
    remedy: said(({ giveSecurityContact }) => giveSecurityContact)
  }),
  operatorName: textVariable({
    name: 'OPERATOR_NAME',
    description: 'Who runs this service; on every page and in every mail.',
    pattern: /^.{1,80}$/,
    allowed: said(({ allowed }) => allowed.operatorName)
  }),
  operatorContact: textVariable({
    name: 'OPERATOR_CONTACT',
    description: 'How people reach the operator; on every page.',
    pattern: /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
    allowed: said(({ allowed }) => allowed.securityContact)
  }),
  operatorAddress: textVariable({
    name: 'OPERATOR_ADDRESS',
    description: 'Postal address of the operator, for the imprint.',
    pattern: /^.{1,200}$/,
    allowed: said(({ allowed }) => allowed.operatorAddress)
  }),
  operatorLogo: variable<Uint8Array | null, TString>({
    name: 'OPERATOR_LOGO',
    description: 'PNG file of at most 64 kB; on every page and in every mail.',
    default: null,
    schema: Type.String(),
    allowed: said(({ allowed }) => allowed.path),
    read: readLogo
  }),
  widgetsFile: variable<WidgetsFile | null, TString>({
    name: 'WIDGETS_FILE',
    description: 'JSON file of [named widgets](site.md#the-widget).',
    default: null,
    schema: Type.String(),
    allowed: said(({ allowed }) => allowed.path),
    read: readWidgetsFile
  }),
  ensemble: variable<'auto' | 'yes' | 'no', TString>({
    name: 'ENSEMBLE',
    description: 'Whether ensemble members are requested for watched places; `auto`: from your own server.',
    default: 'auto',
    schema: Type.String(),
    allowed: said(({ allowed }) => allowed.autoYesOrNo),
    read: (text) => {
      if (text === 'auto') return { value: text }
      const wanted = readYesOrNo(text)
      if (wanted !== null) return { value: wanted ? 'yes' : 'no' }
      const mistake = said((words) => words.isNot('ENSEMBLE', text, words.allowed.autoYesOrNo))
      return { mistake, remedy: said(({ giveAutoYesOrNo }) => giveAutoYesOrNo) }
    }
  }),
  logLevel: wordVariable('LOG_LEVEL', 'How much is logged.', { default: 'info', of: logLevels })
} as const
