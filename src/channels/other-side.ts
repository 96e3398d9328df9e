/** Refusals in the other side's words, for logs and pages: one bounded line without secrets; they decide nothing. */
import type { AlertMessage } from '../alerts/message-ports.ts'
import type { Clock, Destination } from '../alerts/ports.ts'
import { minuteMs } from '../common/time.ts'
import type { OutgoingRequest, OutgoingResponse } from '../outgoing/request.ts'

/** The meaning is at the beginning [characters]. */
const longestRead = 4000
const longestShown = 200
/** Shorter strings are not secrets, and are in every sentence [characters]. */
const shortestSecret = 4

/** Members of JSON that hold words for people or the reason, the most informative first. */
const telling = ['description', 'error_description', 'detail', 'message', 'reason', 'error', 'title'] as const

/**
 * `: "its words".` to end a sentence with; `.` where it said nothing.
 * @param said of any length and form
 * @param sent what was sent and may be repeated: credentials, addresses, what a message holds
 */
export function withWords(said: string, sent: readonly string[]): string {
  return `${quoted(said, sent)}.`
}

/** The other side's words without the full stop; empty where it said nothing. */
export function quoted(said: string, sent: readonly string[]): string {
  const words = withoutSecrets(plain(said.slice(0, longestRead)), sent)
  return words === '' ? '' : `: "${words}"`
}

export function wordsOfAnswer({ body }: Pick<OutgoingResponse, 'body'>): string {
  const text = new TextDecoder().decode(body.subarray(0, longestRead))
  return wordsOfJson(text) ?? text
}

/** The parts of a message and its destination that may not be shown. */
export function sentWith(message: AlertMessage, destination: Destination): readonly string[] {
  const { label, links, challenge, subscriptionId, place } = message
  // The name of a field is its label or its coordinates.
  const field = place.slug === null ? place.name : null
  return stringsIn([destination, label, field, { ...links }, challenge, subscriptionId]).flatMap(parts)
}

/** The secret parts of an address, and credentials. */
export function sentIn({ url, headers = {} }: Pick<OutgoingRequest, 'url' | 'headers'>): readonly string[] {
  const { username = '', password = '', pathname = '', search = '' } = URL.parse(url) ?? {}
  const named = Object.entries(headers).filter(([name]) => /^authorization$/i.test(name))
  return credentials([username, password, pathname, search, ...named.map(([, value]) => value)].join(' '))
}

export function credentials(text: string): readonly string[] {
  return [text, ...text.split(separators)].flatMap((one) => [one, decoded(one)])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const separators = /[\s/?&=#@:,]+/

/** And the parts of an address in it that are not common words. */
function parts(text: string): readonly string[] {
  return [text, ...text.split(separators).filter((part) => /\d|[A-Z]|[^\x20-\x7e]/.test(part))]
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

function wordsOfJson(text: string): string | null {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'string') return json
    const holder = typeof json === 'object' && json !== null ? json : {}
    const found = telling
      .flatMap((name) => stringsIn(Reflect.get(holder, name)))
      .filter((one) => !/^\d+$/.test(one))
    return found.length === 0 ? '' : found.slice(0, 2).join('; ')
  } catch {
    return null
  }
}

/** No markup, control characters, or ones that turn the line around or cannot be seen. */
function plain(text: string): string {
  return text
    .replaceAll(/<(?:style|script)[^<>]*>[^<]*/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll('"', "'")
    .trim()
}

function withoutSecrets(text: string, sent: readonly string[]): string {
  const secrets = sent.filter((one) => one.length >= shortestSecret).toSorted((a, b) => b.length - a.length)
  const rest = secrets.reduce((left, one) => left.replaceAll(one, '…'), text)
  let shown = ''
  for (const word of rest.split(' ').map(shownWord)) {
    if (shown.length + word.length >= longestShown) return `${shown} …`.trim()
    shown = shown === '' ? word : `${shown} ${word}`
  }
  return shown.replace(/[.:]$/, '')
}

const keyLike = /^\W{0,3}(whsec|tk|sk)_/

/** An address without what may be a key in it; nothing of what looks like a key or a mailbox. */
function shownWord(word: string): string {
  const address = /^([^:/]*:\/\/)(?:[^/@]*@)?([^/?#@]+)/.exec(word)
  if (address !== null) return `${address[1]?.slice(-23)}${address[2]?.slice(0, 100)}/…`
  if (word.includes('@') || keyLike.test(word) || word.length >= 32) return '…'
  return /^[^\s.]{16,}$/.test(word) && /\d/.test(word) && /[A-Za-z]/.test(word) ? '…' : word
}

/* A lasting fault on the operator's side refuses new subscriptions while nothing can arrive. */

export interface Trouble {
  /** `sentence` is for the subscriber and has no secret. */
  readonly met: (sentence: string) => void
  readonly over: () => void
  readonly known: () => string | null
}

/** After this time the fault may have been repaired. */
const rememberedMs = 10 * minuteMs

export function createTrouble(clock: Clock): Trouble {
  let met: { readonly sentence: string; readonly at: number } | null = null
  return {
    met: (sentence) => {
      met = { sentence, at: clock() }
    },
    over: () => {
      met = null
    },
    known: () => {
      const ageMs = met === null ? null : clock() - met.at
      // A time in the future is of a clock that was ahead: it would count too long.
      return met !== null && ageMs !== null && ageMs >= 0 && ageMs < rememberedMs ? met.sentence : null
    }
  }
}
