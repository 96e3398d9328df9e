/** `ayaz doctor`: what works here, what does not, and what to do about each fault. */

import { examine } from '../app/examination.ts'
import type { Finding } from '../app/finding.ts'
import { version } from '../app/version.ts'
import { allVariables, ConfigurationError, readConfiguration } from '../config/configuration.ts'
import type { Command } from './command.ts'

const usage = `ayaz doctor [--json]
  Looks at version, configuration, folder and database, clocks, proxy, channels, every source and its budget.
  Opens the database as a start does: a missing folder is made, an older schema is brought up to date.
  Exit status 1 where something needs a hand. Values of secrets are never shown.`

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'look for faults and tell their remedies',
  usage,
  run: doctor
}

const marks = { good: '✓', note: '·', fault: '✗' } as const

async function doctor(argv: readonly string[]): Promise<number> {
  const unknown = argv.filter((word) => word !== '--json')
  if (unknown.length > 0) {
    console.error(`ayaz doctor does not know ${unknown.join(', ')}.\n\n${usage}`)
    return 64
  }
  const findings: Finding[] = [
    {
      standing: 'good',
      subject: 'version',
      text: `Ayaz ${version} on Node ${process.version}`,
      remedy: null
    },
    ...environmentFindings()
  ]
  try {
    findings.push(...(await examine(readConfiguration(process.env), Date.now)))
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    for (const { mistake, remedy } of error.mistakes) {
      findings.push({ standing: 'fault', subject: 'configuration', text: mistake, remedy })
    }
  }
  console.log(argv.includes('--json') ? JSON.stringify(findings, null, 2) : findings.map(lineOf).join('\n'))
  return findings.some((finding) => finding.standing === 'fault') ? 1 : 0
}

function environmentFindings(): readonly Finding[] {
  return allVariables
    .filter(({ name }) => (process.env[name] ?? '') !== '')
    .map(({ name, secret }) => ({
      standing: 'note' as const,
      subject: 'configuration',
      text: `${name} = ${secret ? '(set, not shown)' : withoutCredentials(process.env[name] ?? '')}`,
      remedy: null
    }))
}

/** An address as it may be shown: a user and password in it are a mistake, and a secret all the same. */
function withoutCredentials(text: string): string {
  return text.replace(/\/\/[^/\s]*@/g, '//(not shown)@')
}

function lineOf({ standing, subject, text, remedy }: Finding): string {
  return `${marks[standing]} ${subject}: ${text}${remedy === null ? '' : `\n    → ${remedy}`}`
}
