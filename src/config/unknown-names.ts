/** Names that are set but are not settings, where one of ours was meant. */
import { existsSync, readFileSync } from 'node:fs'
import { countSlips } from '../common/near-name.ts'

interface UnknownName {
  readonly name: string
  /** Settings that may be meant, the likeliest; empty where none is near. */
  readonly perhaps: readonly string[]
}

/** Where `deploy/install.sh` keeps the settings. */
export const systemFile = '/etc/ayaz/ayaz.env'

/** What Node, its libraries and the C library read, which an operator may set as well as ours. */
const ofRuntime = /^(?:NODE_|LC_|LANG|TZ$|MALLOC_|UV_|PG|SSL_|OPENSSL_|AYAZ_)/

/** @param known the names of all settings @param ours names meant for this program, as those in its file */
export function unknownNames(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
  ours: ReadonlySet<string>
): readonly UnknownName[] {
  return Object.entries(environment)
    .filter(([name, value = '']) => value.trim() !== '' && !isKnown(name, known))
    .filter(([name, value = '']) => !isServiceLink(name, value))
    .map(([name]) => ({ name, perhaps: meant(name, known) }))
    .filter(({ name, perhaps }) => perhaps.length > 0 || (ours.has(name) && !ofRuntime.test(name)))
}

/** Proxies are also read in lower case. */
function isKnown(name: string, known: readonly string[]): boolean {
  return known.includes(name) || (/^[a-z]+_proxy$/.test(name) && known.includes(name.toUpperCase()))
}

/** Whether Kubernetes or Docker set the variable: they name the addresses of services alongside this one so. */
function isServiceLink(name: string, value: string): boolean {
  return (
    /_(?:SERVICE_(?:HOST|PORT)|PORT_\d)/.test(name) || (/_PORT$/.test(name) && /^(?:tcp|udp):/.test(value))
  )
}

/** Variables of other programs, although a setting of ours has these words. */
const unrelated = new Set(['PUBLIC_URL'])

function meant(name: string, known: readonly string[]): readonly string[] {
  if (name.length > 60 || unrelated.has(name)) return []
  const near = nearest(plain(name.replace(/^AYAZ_/i, '')), known)
  if (near.length > 0) return near
  const upper = name.toUpperCase()
  const ofFile = upper.endsWith(inFile) ? inFile : ''
  const words = upper.slice(0, upper.length - ofFile.length).split('_')
  if (words.length < 2) return []
  const settings = known.filter(
    (one) => !one.endsWith(inFile) || !known.includes(one.slice(0, -inFile.length))
  )
  const partly = settings.filter((one) => {
    const own = one.split('_')
    return isPart(words, own) || (own.length > 1 && own[0] === words[0] && isPart(own, words))
  })
  if (partly.length > 0) return partly.map((one) => (known.includes(one + ofFile) ? one + ofFile : one))
  const family = settings.filter((one) => one.startsWith(`${words[0]}_`))
  return family.length >= minFamily ? family : []
}

/** The suffix of a variable that names the file with a secret. */
const inFile = '_FILE'

/** Settings with one first word that make a channel or source: `SMTP_HOST` is meant for it. */
const minFamily = 3

function plain(name: string): string {
  return name
    .toUpperCase()
    .replaceAll(/[_-]/g, '')
    .replace(/PROXIES$/, 'PROXY')
}

/** Known names with the fewest slips: one, in long names two. */
function nearest(text: string, known: readonly string[]): readonly string[] {
  const counted = known.map((one) => {
    const most = plain(one).length < 12 ? 1 : 2
    const slips = countSlips(text, plain(one), most)
    return { one, slips: slips > most ? Number.POSITIVE_INFINITY : slips }
  })
  const least = Math.min(...counted.map(({ slips }) => slips))
  return counted
    .filter(({ slips }) => slips === least && slips < Number.POSITIVE_INFINITY)
    .map(({ one }) => one)
}

/** Whether all words of the one are among those of the other, in their order. */
function isPart(words: readonly string[], of: readonly string[]): boolean {
  let found = 0
  for (const word of of) if (word === words[found]) found += 1
  return found === words.length
}

/** The names in the files of settings that this process may have been started with. */
export function namesInFiles(argv: readonly string[]): ReadonlySet<string> {
  const given = argv.flatMap((word, at) =>
    /^--env-file(?:-if-exists)?(?:=|$)/.test(word) ? (word.split('=')[1] ?? argv[at + 1] ?? []) : []
  )
  const files = [systemFile, 'ayaz.env', ...given].filter((file) => existsSync(file))
  return new Set(files.flatMap((file) => namesIn(file)))
}

function namesIn(file: string): readonly string[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.map((line) => /^(?:export )? *(\w+) *=/.exec(line.trim())?.[1] ?? '')
  } catch {
    // Only root may read it: what this process was given it has.
    return []
  }
}
