/** Names of the operator's: a cooperative's group, the fire brigade's relay. The name is the destination. */
import { readFileSync } from 'node:fs'
import Type, { type TString } from 'typebox'
import { type Mistake, type Parsed, said, unreadable, variable } from '../../config/environment.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import type { ChannelRow } from '../channel-kind.ts'

/** Kinds of channels whose destination can be written in a file. */
export const namedKinds = ['webhook', 'ntfy', 'telegram', 'email', 'mqtt'] as const

export const exampleChannel = '{"kind": "telegram", "destination": {"chatId": -100123}}'

const longestName = 40

export interface NamedEntry {
  readonly name: string
  /** Not yet known to be one of `namedKinds`. */
  readonly kind: string
  readonly destination: unknown
  /** Open without the operator's API key. */
  readonly isOpen: boolean
}

/** A mistake is not offered; the others are. */
export type FileEntry = NamedEntry | Mistake

const file = variable<readonly FileEntry[], TString>({
  name: 'CHANNELS_FILE',
  description: "JSON file of the operator's [named channels](channels.md#named-channels-of-the-operator).",
  default: [],
  schema: Type.String(),
  allowed: said(({ allowed }) => allowed.path),
  read: (path) => {
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch (error) {
      return unreadable('CHANNELS_FILE', path, error)
    }
    return readNamedChannels(text)
  }
})

export const namedRow: ChannelRow = {
  body: '–',
  unconfigured: 'no: `CHANNELS_FILE`',
  firstState: 'active; needs the operator\'s API key unless `"open": true`',
  sends: 'as their kind'
}

export const namedEnvironment = { entries: file } as const

/** A mistake never repeats a destination (a secret). */
export function readNamedChannels(text: string): Parsed<readonly FileEntry[]> {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return mistake(({ noJson, correctJson }) => [noJson, correctJson])
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    return mistake(({ noNames, giveNames }) => [noNames, giveNames(`{"koop-telegram": ${exampleChannel}}`)])
  }
  const entries = Object.entries(read).map(([name, value]) => readEntry(name, value))
  const first = entries[0]
  if (first !== undefined && 'mistake' in first && entries.every((entry) => 'mistake' in entry)) return first
  return { value: entries.map((entry) => ('mistake' in entry ? entry : entry.value)) }
}

function readEntry(name: string, value: unknown): Parsed<NamedEntry> {
  // With a dash it is never the name of a built-in channel, also a later one.
  if (!/^[a-z0-9]+(-[a-z0-9]+)+$/.test(name) || name.length > longestName) {
    const shown = JSON.stringify(name.slice(0, 60))
    return mistake(({ badName, giveName }) => [badName(shown), giveName(longestName)])
  }
  if (typeof value !== 'object' || value === null)
    return mistake(({ noChannel, giveChannel }) => [noChannel(name), giveChannel(name, exampleChannel)])
  const { kind, destination, open = false, ...rest } = value as Record<string, unknown>
  const wrong = [
    ...(typeof kind === 'string' ? [] : ['kind']),
    ...(typeof open === 'boolean' ? [] : ['open']),
    ...Object.keys(rest).map((member) => JSON.stringify(member.slice(0, 60)))
  ]
  if (typeof kind !== 'string' || typeof open !== 'boolean' || wrong.length > 0) {
    const members = wrong.join(', ')
    return mistake(({ badMember, giveMembers }) => [badMember(name, members), giveMembers(exampleChannel)])
  }
  return { value: { name, kind, destination, isOpen: open } }
}

function mistake(
  say: (words: Catalogue['settings']['channels']) => readonly [mistake: string, remedy: string]
): Parsed<never> {
  return {
    mistake: said(({ channels }) => say(channels)[0]),
    remedy: said(({ channels }) => say(channels)[1])
  }
}
