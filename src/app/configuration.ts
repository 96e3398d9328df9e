/** The environment becomes one typed, frozen value; all mistakes are reported together, each with its remedy. */
import { mqttEnvironment } from '../channels/mqtt/config.ts'
import { channelEnvironments, configureChannels } from '../channels/registry.ts'
import type { Operator } from '../common/operator.ts'
import { minuteSeconds } from '../common/time.ts'
import {
  type Environment,
  type EnvironmentVariable,
  type Mistake,
  mistakesIn,
  namesOf,
  readSettings,
  type SettingsOf,
  said
} from '../config/environment.ts'
import { unknownNames } from '../config/unknown-names.ts'
import { appVariables } from '../config/variables.ts'
import type { Tier } from '../http/limiter.ts'
import type { Language } from '../language/language.ts'
import { withProxyNames } from '../outgoing/proxies.ts'
import { type MetarSettings, metarEnvironment } from '../sources/metar/metar.ts'
import {
  type SourcesSettings,
  sourceEnvironments,
  sourceMistakes,
  sourcesVariable
} from '../sources/registry.ts'

type AppSettings = SettingsOf<typeof appVariables>

export interface Configuration extends Omit<AppSettings, 'siteUrl' | 'baseUrl' | 'tiers'> {
  /** Public address without a slash at the end; null: made from the port that was really taken. */
  readonly siteUrl: string | null
  readonly baseUrl: string | null
  /** `free` first. */
  readonly tiers: readonly [Tier, ...Tier[]]
  readonly sources: SourcesSettings
  readonly metar: MetarSettings
  readonly channels: ReturnType<typeof configureChannels>
  readonly operator: Operator
  /** The operator's broker, which stations may publish to; null without one. */
  readonly mqttUrl: string | null
  /** Names of the variables that are set to something else than what they are by default. */
  readonly given: ReadonlySet<string>
  /** What is set but is not a setting, where one was meant; the log and `ayaz doctor` say it. */
  readonly unknown: readonly UnknownVariable[]
}

interface UnknownVariable extends Mistake {
  readonly name: string
}

export class ConfigurationError extends Error {
  readonly mistakes: readonly Mistake[]

  constructor(mistakes: readonly Mistake[]) {
    super(linesIn('en', mistakes))
    this.name = 'ConfigurationError'
    this.mistakes = mistakes
  }
}

export function linesIn(lang: Language, mistakes: readonly Mistake[]): string {
  return mistakesIn(lang, mistakes)
    .map(({ mistake, remedy }) => `- ${mistake} ${remedy}`)
    .join('\n')
}

const usualFreeTier: Tier = { name: 'free', quota: 60, windowSeconds: minuteSeconds }

/** @param ours see `unknownNames` @throws {ConfigurationError} with every mistake */
export function readConfiguration(given: Environment, ours: ReadonlySet<string> = new Set()): Configuration {
  const environment = withProxyNames(given)
  const app = readSettings(appVariables, environment)
  const order = readSettings({ order: sourcesVariable }, environment)
  const mistakes: Mistake[] = [...app.mistakes, ...roleMistakes(app.settings), ...order.mistakes]
  const of: Record<string, unknown> = {}
  for (const [id, description] of Object.entries(sourceEnvironments)) {
    const read = readSettings(description, environment)
    mistakes.push(...read.mistakes)
    of[id] = read.settings
  }
  const sources = { order: order.settings.order, of } as SourcesSettings
  mistakes.push(...sourceMistakes(sources))
  const metar = readSettings(metarEnvironment, environment)
  mistakes.push(...metar.mistakes)
  const channels = configureChannels(environment)
  mistakes.push(...channels.mistakes)
  const unknown = unknownVariables(environment, ours)
  if (mistakes.length > 0) throw new ConfigurationError([...mistakes, ...unknown])
  const own = app.settings.tiers
  const free = own.find((tier) => tier.name === 'free') ?? usualFreeTier
  return Object.freeze({
    ...app.settings,
    tiers: [free, ...own.filter((tier) => tier.name !== 'free')] as const,
    sources,
    metar: metar.settings,
    channels,
    unknown,
    operator: operatorOf(app.settings),
    mqttUrl: readSettings(mqttEnvironment, environment).settings.url,
    given: new Set(allVariables.filter((one) => isGiven(one, environment)).map(({ name }) => name))
  })
}

function operatorOf(settings: AppSettings): Operator {
  const {
    operatorName: name,
    operatorContact: contact,
    operatorAddress: address,
    operatorLogo: logo
  } = settings
  return { name, contact, address, logo }
}

/** A second process would have to share the folder of SQLite. */
function roleMistakes({ role, databaseUrl }: AppSettings): readonly Mistake[] {
  if (role === 'all' || databaseUrl !== null) return []
  return [
    {
      mistake: said(({ roleNeedsPostgres }) => roleNeedsPostgres(role)),
      remedy: said(({ setDatabase }) => setDatabase)
    }
  ]
}

/** What earlier versions read. */
const formerVariables = ['REDIS_URL', 'REDIS_URL_FILE'] as const

function unknownVariables(environment: Environment, ours: ReadonlySet<string>): readonly UnknownVariable[] {
  const meant = new Set([...ours, ...formerVariables])
  return unknownNames(environment, allVariables.flatMap(namesOf), meant).map(({ name, perhaps }) => ({
    name,
    mistake: said(({ noSetting }) => noSetting(name)),
    remedy: said(({ perhapsMeant, removeIt }) =>
      perhaps.length === 0 ? removeIt : perhapsMeant(perhaps.slice(0, 3).join(', '))
    )
  }))
}

function isGiven(variable: EnvironmentVariable<unknown>, environment: Environment): boolean {
  const [text = '', file = ''] = namesOf(variable).map((name) => environment[name]?.trim() ?? '')
  if (text === '') return file !== ''
  const parsed = variable.parse(text)
  return !('value' in parsed && parsed.value === variable.default)
}

export const allVariables: readonly EnvironmentVariable<unknown>[] = [
  ...Object.values(appVariables),
  sourcesVariable,
  ...Object.values(sourceEnvironments).flatMap((description) => Object.values(description)),
  ...Object.values(metarEnvironment),
  ...channelEnvironments.flatMap((description) => Object.values(description))
] as readonly EnvironmentVariable<unknown>[]
