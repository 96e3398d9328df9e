import type { EveningLaw } from '../../frost/evening/evening-law.ts'
import { type EveningsLearned, learnedEvenings } from '../../frost/evening/own-law.ts'
import { readNight } from './night-of-evenings.ts'

/** Some thermometers, each with what it has taught and the nights since; all as they are stored. */
export interface RefitJob {
  readonly world: EveningLaw
  readonly stations: readonly {
    readonly station: string
    readonly before: string | null
    readonly nights: readonly string[]
  }[]
}

export type Refitted = readonly { readonly station: string; readonly learned: string }[]

export function refit({ world, stations }: RefitJob): Refitted {
  return stations.map(({ station, before, nights }) => {
    const known = before === null ? null : (JSON.parse(before) as EveningsLearned)
    return { station, learned: JSON.stringify(learnedEvenings(known, nights.map(readNight), world)) }
  })
}
