/** Names of the operator's: a cooperative's group, the fire brigade's relay. The name is the destination. */
import { readFileSync } from 'node:fs'
import Type, { type TString } from 'typebox'
import { type Parsed, type SettingsOf, variable } from '../../config/environment.ts'
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
  allowed: 'a path',
  read: (path) => {
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException
      return {
        mistake: `The file of CHANNELS_FILE, ${path}, cannot be read (${code}).`,
        remedy: 'Give the path of a file that this service may read, or leave CHANNELS_FILE out.'
      }
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
    return mistake('is not JSON', 'Correct it; a JSON checker shows the place.')
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    return mistake('is not an object of names', 'Begin with { and give each channel its name.')
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
    return mistake(
      `has a name that does not fit: ${JSON.stringify(name.slice(0, 60))}`,
      'A name has small letters and digits in at least two parts with a dash between, such as koop-telegram.'
    )
  }
  if (typeof value !== 'object' || value === null)
    return mistake(`has no channel under ${name}`, 'Give kind and destination.')
  const { kind, destination, open = false, ...rest } = value as Record<string, unknown>
  if (typeof kind !== 'string' || typeof open !== 'boolean' || Object.keys(rest).length > 0) {
    return mistake(
      `has a wrong member under ${name}`,
      'Give kind (a text), destination and, if you like, open (true or false).'
    )
  }
  return { value: { name, kind, destination, isOpen: open } }
}

function mistake(what: string, remedy: string): Parsed<never> {
  return { mistake: `The file of CHANNELS_FILE ${what}.`, remedy }
}
