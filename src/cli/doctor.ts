import { allVariables, ConfigurationError, readConfiguration } from '../app/configuration.ts'
import { examine } from '../app/examination.ts'
import type { Finding } from '../app/findings.ts'
import { version } from '../app/version.ts'
import { mistakesIn, namesOf } from '../config/environment.ts'
import { namesInFiles } from '../config/unknown-names.ts'
import type { Catalogue } from '../language/en/registry.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { refuse } from './refuse.ts'

const marks = { good: '✓', note: '·', fault: '✗' } as const

export async function doctorCommand(argv: readonly string[], lang: Language): Promise<number> {
  const unknown = argv.filter((word) => word !== '--json')
  if (unknown.length > 0) {
    const { unknownWords, commands } = wordsIn(lang).cli
    return refuse(`${unknownWords('doctor', unknown.join(', '))}\n\n${commands.doctor.usage}`)
  }
  const words = wordsIn(lang).doctor
  const findings: Finding[] = [
    {
      severity: 'good',
      subject: words.subjects.version,
      text: words.version(version, process.version),
      remedy: null
    },
    ...allVariables
      .flatMap((variable) =>
        namesOf(variable).map((name) => ({ name, isShown: !variable.secret || name !== variable.name }))
      )
      .filter(({ name }) => (process.env[name] ?? '') !== '')
      .map(({ name, isShown }) => ({
        severity: 'note' as const,
        subject: words.subjects.configuration,
        text: `${name} = ${isShown ? withoutCredentials(process.env[name] ?? '', words) : words.secretSet}`,
        remedy: null
      }))
  ]
  try {
    findings.push(
      ...(await examine(readConfiguration(process.env, namesInFiles(process.execArgv)), Date.now, lang))
    )
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    for (const { mistake, remedy } of mistakesIn(lang, error.mistakes)) {
      findings.push({ severity: 'fault', subject: words.subjects.configuration, text: mistake, remedy })
    }
  }
  const isJson = argv.includes('--json')
  console.log(isJson ? JSON.stringify(findings.map(memberOf), null, 2) : findings.map(lineOf).join('\n'))
  return findings.some((finding) => finding.severity === 'fault') ? 1 : 0
}

/** An address as it may be shown: a user, a password and a query are a mistake in it, and still secrets. */
function withoutCredentials(text: string, { notShown }: Catalogue['doctor']): string {
  const withoutUser = (word: string): string => {
    const [host, start] = [word.lastIndexOf('@'), word.indexOf('//')]
    if (host < 0) return word
    if (start >= 0 && start < host) return `${word.slice(0, start)}//${notShown}${word.slice(host)}`
    return /^[^/:]+:/.test(word) && !word.startsWith('mailto:') ? `${notShown}${word.slice(host)}` : word
  }
  return text.replace(/\S+/g, withoutUser).replace(/([?#]).*/s, `$1${notShown}`)
}

/** A finding for machines, as earlier versions wrote it: `standing` is the severity. */
function memberOf({ severity, ...rest }: Finding): object {
  return { standing: severity, ...rest }
}

function lineOf({ severity, subject, text, remedy }: Finding): string {
  return `${marks[severity]} ${subject}: ${text}${remedy === null ? '' : `\n    → ${remedy}`}`
}
