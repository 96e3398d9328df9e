/** Names of the operator's: a cooperative's group, the fire brigade's relay. The name is the destination. */
import { readFileSync } from 'node:fs'
import Type, { type TString } from 'typebox'
import { type Parsed, type SettingsOf, said, unreadable, variable } from '../../config/environment.ts'
import type { Catalogue } from '../../language/en.ts'
import type { ChannelRow } from '../channel-kind.ts'

/** One name, as in the file. */
export interface NamedEntry {
  readonly name: string
  /** Which channel carries it: `telegram`, `email`, `webhook`, `ntfy`, `mqtt`. */
  readonly kind: string
  /** As that channel understands it; checked when the channel is opened. */
  readonly destination: unknown
  /** Anyone may subscribe to it, without the operator's API key. */
  readonly isOpen: boolean
}

const file = variable<readonly NamedEntry[], TString>({
  name: 'CHANNELS_FILE',
  description:
    'A JSON file of the operator\'s own channels: {"koop-telegram": {"kind": "telegram", "destination": {"chatId": -100123}, "open": false}}.',
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

export type NamedSettings = SettingsOf<typeof namedEnvironment>

/** Reads the file's text. A mistake never repeats a destination, which may contain a secret. */
export function readNamedChannels(text: string): Parsed<readonly NamedEntry[]> {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return mistake(({ noJson, correctJson }) => [noJson, correctJson])
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    return mistake(({ noNames, giveNames }) => [noNames, giveNames])
  }
  const entries: NamedEntry[] = []
  for (const [name, value] of Object.entries(read)) {
    const entry = readEntry(name, value)
    if ('mistake' in entry) return entry
    entries.push(entry.value)
  }
  return { value: entries }
}

function readEntry(name: string, value: unknown): Parsed<NamedEntry> {
  // With the dash, an operator's name is never the same as one of a built-in channel, also a later one.
  if (!/^[a-z0-9]+(-[a-z0-9]+)+$/.test(name) || name.length > 40) {
    const shown = JSON.stringify(name.slice(0, 60))
    return mistake(({ badName, giveName }) => [badName(shown), giveName])
  }
  if (typeof value !== 'object' || value === null)
    return mistake(({ noChannel, giveChannel }) => [noChannel(name), giveChannel])
  const { kind, destination, open = false, ...rest } = value as Record<string, unknown>
  if (typeof kind !== 'string' || typeof open !== 'boolean' || Object.keys(rest).length > 0) {
    return mistake(({ badMember, giveMembers }) => [badMember(name), giveMembers])
  }
  return { value: { name, kind, destination, isOpen: open } }
}

type Said = readonly [mistake: string, remedy: string]

function mistake(say: (words: Catalogue['settings']['channels']) => Said): Parsed<never> {
  return {
    mistake: said(({ channels }) => say(channels)[0]),
    remedy: said(({ channels }) => say(channels)[1])
  }
}
