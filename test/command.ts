/**
 * A command of the program, run in the test's own process: starting one takes two seconds of CPU, nearly all of it
 * loading.
 */
import { vi } from 'vitest'
import type { Command } from '../src/cli/command.ts'
import { terminalLanguage } from '../src/language/language.ts'

export interface Ran {
  readonly status: number
  /** Standard output and standard error. */
  readonly out: string
  readonly said: string
}

/** Runs a command with nothing but `environment` around it. */
export async function runCommand(
  command: Command,
  argv: readonly string[],
  environment: Readonly<Record<string, string>>
): Promise<Ran> {
  const [out, said] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')]
  const outer = process.env
  try {
    for (const spy of [out, said]) spy.mockReturnValue()
    process.env = { ...environment }
    const status = await command(argv, terminalLanguage(environment, argv))
    return { status, out: textOf(out.mock.calls), said: textOf(said.mock.calls) }
  } finally {
    process.env = outer
    for (const spy of [out, said]) spy.mockRestore()
  }
}

function textOf(calls: readonly (readonly unknown[])[]): string {
  return calls.map((call) => `${call.join(' ')}\n`).join('')
}
