import {
  type EnvironmentDescription,
  type EnvironmentVariable,
  listVariable,
  type Mistake,
  type Note,
  type SettingsOf,
  said
} from '../config/environment.ts'
import type { Localized } from '../language/language.ts'
import type { SendRequest } from '../outgoing/request.ts'
import { demo } from './demo/entry.ts'
import { metNorway } from './met-norway/entry.ts'
import { openMeteo } from './open-meteo/entry.ts'
import { openWeatherMap } from './openweathermap/entry.ts'
import type { Source, SourceEntry } from './source.ts'

const registry = {
  'open-meteo': openMeteo,
  'met-norway': metNorway,
  openweathermap: openWeatherMap,
  demo
} as const

export type SourceId = keyof typeof registry

/** In the order in which they are tried by default. */
export const sourceIds = Object.keys(registry) as readonly SourceId[]

export const sourceEnvironments = Object.fromEntries(
  sourceIds.map((id) => [id, registry[id].environment])
) as {
  readonly [Id in SourceId]: (typeof registry)[Id]['environment']
}

/** Rows of the table in docs/sources.md: id, what it provides, what it needs, licence. */
export const sourceRows: readonly (readonly string[])[] = sourceIds.map((id) => {
  const { provides, needs, licence } = registry[id].row
  return [`\`${id}\``, provides, needs, licence]
})

/** What the operator checks if a source does not answer; null: only the usual. */
export function sourceRemedy(id: string): Localized | null {
  return Object.hasOwn(registry, id) ? registry[id as SourceId].remedy : null
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

export function sourceMistakes(settings: SourcesSettings): readonly Mistake[] {
  return (settings.order ?? [])
    .filter((id) => !hasWhatItNeeds(id, settings))
    .map((id) => {
      const variable = neededVariable(id)
      return {
        mistake: said(({ sourceLacks }) => sourceLacks(id, variable)),
        remedy: said(({ giveSource }) => giveSource(id, variable))
      }
    })
}

/** What the operator should know of the sources that are asked, and of those that nothing but a setting keeps away. */
export function sourceNotes(settings: SourcesSettings): readonly (Note & { readonly id: SourceId })[] {
  return sourceIds.flatMap((id) => {
    if (!(settings.order ?? sourceIds).includes(id)) return []
    const { notes } = registry[id] as SourceEntry<EnvironmentDescription>
    return notes?.(settings.of[id]).map((note) => ({ id, ...note })) ?? []
  })
}

export function createSources(
  settings: SourcesSettings,
  send: SendRequest,
  clock: () => number
): readonly Source[] {
  const order =
    settings.order ??
    sourceIds.filter((id) => registry[id].isSynthetic !== true && hasWhatItNeeds(id, settings))
  return order.map((id) => createSource(id, settings, { send, clock }))
}

function createSource<Id extends SourceId>(
  id: Id,
  settings: SourcesSettings,
  { send, clock }: { send: SendRequest; clock: () => number }
): Source {
  const create = registry[id].create as SourceEntry<(typeof registry)[Id]['environment']>['create']
  return create(settings.of[id], send, clock)
}

function hasWhatItNeeds(id: SourceId, settings: SourcesSettings): boolean {
  const needs = registry[id].needs
  return needs === null || (settings.of[id] as Readonly<Record<string, unknown>>)[needs] !== null
}

function neededVariable(id: SourceId): string {
  const { environment, needs } = registry[id] as SourceEntry<EnvironmentDescription>
  return needs === null ? '' : (environment[needs]?.name ?? '')
}
