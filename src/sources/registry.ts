/** All sources there are, one line each, and the chain the operator asked for. */

import {
  type EnvironmentDescription,
  type EnvironmentVariable,
  listVariable,
  type Mistake,
  type SettingsOf
} from '../config/environment.ts'
import type { SendRequest } from '../outgoing/request.ts'
import { demoEnvironment } from './demo/config.ts'
import { createDemo } from './demo/demo.ts'
import { metNorwayEnvironment, metNorwayRemedy } from './met-norway/config.ts'
import { createMetNorway } from './met-norway/met-norway.ts'
import { openMeteoEnvironment } from './open-meteo/config.ts'
import { createOpenMeteo } from './open-meteo/open-meteo.ts'
import { openWeatherMapEnvironment, openWeatherMapRemedy } from './openweathermap/config.ts'
import { createOpenWeatherMap } from './openweathermap/openweathermap.ts'
import type { Source } from './source.ts'

interface Entry<Description extends EnvironmentDescription> {
  readonly environment: Description
  /** The setting without which the source cannot be asked, or null. */
  readonly needs: keyof Description | null
  /** What the operator checks where it does not answer; absent where there is nothing of its own to check. */
  readonly remedy?: string
  readonly create: (settings: SettingsOf<Description>, send: SendRequest, clock: () => number) => Source
}

const registry = {
  'open-meteo': entry({ environment: openMeteoEnvironment, needs: null, create: createOpenMeteo }),
  'met-norway': entry({
    environment: metNorwayEnvironment,
    needs: 'contact',
    remedy: metNorwayRemedy,
    create: createMetNorway
  }),
  openweathermap: entry({
    environment: openWeatherMapEnvironment,
    needs: 'key',
    remedy: openWeatherMapRemedy,
    create: createOpenWeatherMap
  }),
  demo: entry({
    environment: demoEnvironment,
    needs: null,
    create: (_settings, _send, clock) => createDemo(clock)
  })
} as const

/** Binds a description to its settings' type. */
function entry<Description extends EnvironmentDescription>(
  synthetic: Entry<Description>
): Entry<Description> {
  return synthetic
}

export type SourceId = keyof typeof registry

/** Every source's id, in the order in which they are tried where the operator says nothing. */
export const sourceIds = Object.keys(registry) as readonly SourceId[]

/** The variables of every source, for the table of configuration. */
export const sourceEnvironments = Object.fromEntries(
  sourceIds.map((id) => [id, registry[id].environment])
) as {
  readonly [Id in SourceId]: (typeof registry)[Id]['environment']
}

/** What the operator does about a source that does not answer. */
export function sourceRemedy(id: string): string {
  const { remedy }: { readonly remedy?: string } = Object.hasOwn(registry, id) ? registry[id as SourceId] : {}
  return (
    remedy ?? 'Check the network, the proxy and the address of the source; stored data are served meanwhile.'
  )
}

/** The order of sources; null = every real source that has what it needs. */
export const sourcesVariable: EnvironmentVariable<readonly SourceId[] | null> = listVariable({
  name: 'SOURCES',
  description: 'Sources in the order in which they are asked; default: each that has what it needs.',
  words: sourceIds
})

export interface SourcesSettings {
  /** From `SOURCES`. */
  readonly order: readonly SourceId[] | null
  readonly of: { readonly [Id in SourceId]: SettingsOf<(typeof registry)[Id]['environment']> }
}

/** What keeps a source that was asked for by name from being asked. */
export function sourceMistakes(settings: SourcesSettings): readonly Mistake[] {
  return (settings.order ?? [])
    .filter((id) => !hasWhatItNeeds(id, settings))
    .map((id) => {
      const variable = neededVariable(id)
      return {
        mistake: `SOURCES names ${id}, but ${variable} is not set.`,
        remedy: `Set ${variable}, or take ${id} out of SOURCES.`
      }
    })
}

/** The chain: each source of the order, or each real source that has what it needs. */
export function createSources(
  settings: SourcesSettings,
  send: SendRequest,
  clock: () => number
): readonly Source[] {
  const order = settings.order ?? sourceIds.filter((id) => id !== 'demo' && hasWhatItNeeds(id, settings))
  return order.map((id) => createSource(id, settings, { send, clock }))
}

interface Deps {
  readonly send: SendRequest
  readonly clock: () => number
}

function createSource<Id extends SourceId>(id: Id, settings: SourcesSettings, { send, clock }: Deps): Source {
  const create = registry[id].create as Entry<(typeof registry)[Id]['environment']>['create']
  return create(settings.of[id], send, clock)
}

function hasWhatItNeeds(id: SourceId, settings: SourcesSettings): boolean {
  const needs = registry[id].needs
  return needs === null || (settings.of[id] as Readonly<Record<string, unknown>>)[needs] !== null
}

function neededVariable(id: SourceId): string {
  const { environment, needs } = registry[id] as Entry<EnvironmentDescription>
  return needs === null ? '' : (environment[needs]?.name ?? '')
}
