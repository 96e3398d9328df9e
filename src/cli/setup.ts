/** `ayaz setup`: the few settings that a first season needs, asked in the terminal and written to one file. */
import { chmodSync, chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { ConfigurationError, linesIn, readConfiguration } from '../app/configuration.ts'
import { program } from '../app/version.ts'
import { systemFile } from '../config/unknown-names.ts'
import type { Catalogue } from '../language/en/registry.ts'
import { type Language, localized, wordsIn } from '../language/language.ts'
import { openGazetteer } from '../places/gazetteer.ts'
import { openExisting } from '../store/open.ts'
import { doctorCommand } from './doctor.ts'
import { keysCommand } from './keys.ts'
import { refuse } from './refuse.ts'
import { storeOptions } from './store-command.ts'
import { testChannelCommand } from './test-channel.ts'

const asked = [
  'SITE_URL',
  'OPERATOR_NAME',
  'OPERATOR_CONTACT',
  'MET_NORWAY_CONTACT',
  'SECURITY_CONTACT',
  'OPEN_METEO_KEY'
] as const
const secrets: readonly (typeof asked)[number][] = ['OPEN_METEO_KEY']
const yes = /^(y|yes|e|evet)$/i

/** The terminal of the questions. What is typed for a secret is not shown. */
interface Terminal {
  /** An answer without blanks at its ends. @throws {InputEnded} */
  readonly ask: (question: string, isSecret?: boolean) => Promise<string>
  readonly close: () => void
}

class InputEnded extends Error {}

export async function setupCommand(argv: readonly string[], lang: Language): Promise<number> {
  const words = wordsIn(lang).setup
  const [named, ...rest] = argv
  if (rest.length > 0 || named?.startsWith('-') === true)
    return refuse(wordsIn(lang).cli.commands.setup.usage)
  const file = resolve(named ?? (existsSync(dirname(systemFile)) ? systemFile : 'ayaz.env'))
  const terminal = openTerminal()
  try {
    console.log(words.begin(file))
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const answers = await askSettings({ terminal, lang, before })
    const slug = await askPlace(terminal, words)
    const isChanged = write(file, before, answers)
    console.log(isChanged ? words.written(file) : words.unchanged(file))
    if (file !== systemFile) console.log(words.use(file, program))
    else if (isChanged && existsSync('/run/systemd/system')) console.log(words.restart)
    Object.assign(process.env, valuesIn(readFileSync(file, 'utf8')))
    await doctorCommand([], lang)
    const store = await openExisting(storeOptions(readConfiguration(process.env))).catch(() => null)
    if (store === null) console.log(words.later(program))
    else {
      const keys = await store.apiKeys.list().finally(() => store.close())
      if (keys.length === 0) await offerKey(terminal, lang)
      await offerTest(terminal, lang)
    }
    const { siteUrl } = readConfiguration(process.env)
    console.log(words.end(`${siteUrl}/${lang}/${slug}`))
    return 0
  } catch (error) {
    if (!(error instanceof InputEnded)) throw error
    return refuse(words.ended, 1)
  } finally {
    terminal.close()
  }
}

function openTerminal(): Terminal {
  let isHidden = false
  const output = new Writable({
    write(text, _, done) {
      if (!isHidden) process.stdout.write(text)
      done()
    }
  })
  const lines: Interface = createInterface({
    input: process.stdin,
    output,
    terminal: process.stdin.isTTY === true
  })
  // Lines that come in one piece, as from a script, wait for their questions.
  const waiting = lines[Symbol.asyncIterator]()
  return {
    async ask(question, isSecret = false) {
      process.stdout.write(`${question} `)
      isHidden = isSecret
      const { value, done } = await waiting.next()
      isHidden = false
      if (isSecret || process.stdin.isTTY !== true) process.stdout.write('\n')
      if (done === true) throw new InputEnded()
      return value.trim()
    },
    close: () => lines.close()
  }
}

/** The answers; a setting without an answer stays as it is. */
async function askSettings({
  terminal,
  lang,
  before
}: {
  terminal: Terminal
  lang: Language
  before: string
}): Promise<Readonly<Record<string, string>>> {
  const words = wordsIn(lang).setup
  const known = valuesIn(before)
  const answers: Record<string, string> = {}
  for (const name of asked) {
    const isSecret = secrets.includes(name)
    const has = known[name] ?? ''
    const shown = has === '' ? words.none : isSecret ? words.hidden : has
    for (;;) {
      const answer = await terminal.ask(`\n${words.questions[name]}\n${name} [${shown}]:`, isSecret)
      if (answer === '') break
      const mistakes =
        quoted(answer) === null
          ? words.unquotable
          : mistakesOf({ ...process.env, ...known, ...answers, [name]: answer }, name, lang)
      if (mistakes === null) {
        answers[name] = answer
        break
      }
      console.log(mistakes)
    }
  }
  return answers
}

function mistakesOf(environment: NodeJS.ProcessEnv, name: string, lang: Language): string | null {
  try {
    readConfiguration(environment)
    return null
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    const own = error.mistakes.filter(({ mistake }) => localized(mistake, 'en').includes(name))
    return own.length === 0 ? null : linesIn(lang, own)
  }
}

async function askPlace(terminal: Terminal, words: Catalogue['setup']): Promise<string> {
  const gazetteer = await openGazetteer()
  for (;;) {
    const text = await terminal.ask(`\n${words.place}`)
    const found = text === '' ? [] : gazetteer.search(text, 1)
    if (found[0] !== undefined && gazetteer.unknownWords(text, found).length === 0) return found[0].slug
    console.log(
      words.noPlace(
        text,
        gazetteer
          .suggest(text, 3)
          .map(({ name }) => name)
          .join(', ')
      )
    )
  }
}

function valuesIn(text: string): Readonly<Record<string, string>> {
  const found = [...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)]
  return Object.fromEntries(
    found.map(([, name = '', value = '']) => [name, value.replace(/^"(.*)"$|^'(.*)'$/, '$1$2')])
  )
}

/** A value quoted so that systemd, Node and a shell read it alike; null: there is no such form. */
function quoted(value: string): string | null {
  if (/^[\w:/.@+-]+$/.test(value)) return value
  if (!value.includes("'")) return `'${value}'`
  return /["\\$`]/.test(value) ? null : `"${value}"`
}

/** Other lines, owner and group stay. The file is whole at each moment. False where nothing changes. */
function write(file: string, before: string, answers: Readonly<Record<string, string>>): boolean {
  let text = before === '' || before.endsWith('\n') ? before : `${before}\n`
  for (const [name, value] of Object.entries(answers)) {
    const line = `${name}=${quoted(value)}`
    const lines = text.split('\n')
    const own = lines.findIndex((one) => one.startsWith(`${name}=`))
    if (own >= 0) text = lines.with(own, line).join('\n')
    else text += `${line}\n`
  }
  if (text === before) return false
  const part = join(dirname(file), `.${Date.now()}.ayaz.env`)
  const had = statSync(file, { throwIfNoEntry: false })
  writeFileSync(part, text, { mode: 0o600 })
  if (had !== undefined) {
    chownSync(part, had.uid, had.gid)
    chmodSync(part, had.mode & 0o640)
  }
  renameSync(part, file)
  return true
}

async function offerKey(terminal: Terminal, lang: Language): Promise<void> {
  if (!yes.test(await terminal.ask(`\n${wordsIn(lang).setup.key}`))) return
  await keysCommand(['create', '--tier', 'free', '--operator', '--label', 'setup'], lang)
}

async function offerTest(terminal: Terminal, lang: Language): Promise<void> {
  const topic = await terminal.ask(`\n${wordsIn(lang).setup.test}`)
  if (topic !== '') await testChannelCommand(['ntfy', JSON.stringify({ topic })], lang)
}
