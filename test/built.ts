/**
 * The program as `npm run build` makes it, once for a run of the tests: it starts in half the CPU that its source
 * takes.
 */
import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { bundle, programEntries } from '../tools/build/bundle.ts'
import { writeCommands } from '../tools/build/commands.ts'
import { runFolder } from './run-folder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Programs of the tests that run in processes of their own. */
const programs = {
  workload: 'test/crash/workload.ts',
  'deliver-in-child': 'test/scenarios/alerts/deliver-in-child.ts',
  'open-in-child': 'test/contracts/store/open-in-child.ts',
  'append-in-child': 'test/contracts/store/append-in-child.ts'
} as const

/**
 * The path of a built program: `main` is the command, the others belong to tests. The first that asks has all of them
 * built.
 */
export async function built(name: 'main' | keyof typeof programs): Promise<string> {
  return join(await builtFolder(), 'lib', `${name}.js`)
}

/** The path of the `ayaz` that the package installs: it starts `main` as a service wants it. */
export async function builtCommand(): Promise<string> {
  return join(await builtFolder(), 'bin/ayaz.mjs')
}

async function builtFolder(): Promise<string> {
  const folder = join(runFolder(), 'built')
  if (!existsSync(folder)) await (mayBuild(folder) ? build(folder) : buildOfAnother(folder))
  return folder
}

/** True for one worker of the run. */
function mayBuild(folder: string): boolean {
  try {
    mkdirSync(`${folder}.new`)
    return true
  } catch {
    return false
  }
}

async function build(folder: string): Promise<void> {
  const unfinished = `${folder}.new`
  await bundle(root, unfinished, { ...programEntries, ...programs })
  writeCommands(root, unfinished)
  for (const name of ['package.json', 'docs'])
    cpSync(join(root, name), join(unfinished, name), { recursive: true })
  renameSync(unfinished, folder)
}

function buildOfAnother(folder: string): Promise<void> {
  return vi.waitFor(() => expect(existsSync(folder)).toBe(true), { timeout: 120_000, interval: 50 })
}
