/** SIGTERM to every documented start, under load: those of a clone, and those of the package that is built. */
import '../crash/supervised.test.ts'
import { dirname } from 'node:path'
import { afterAll, beforeAll, it } from 'vitest'
import { endsAtSigterm } from '../crash/ends-at-sigterm.ts'
import { buildAndInstall, type Installed, imageCommand, unitCommand } from '../install/installed.ts'

let installed: Installed
beforeAll(async () => {
  installed = await buildAndInstall()
})
afterAll(() => installed.remove())

const starts: readonly (readonly [name: string, words: (installed: Installed) => readonly string[]])[] = [
  ['ayaz serve of the installed package', ({ ayaz }) => [ayaz, 'serve']],
  ['the command of deploy/ayaz.service', unitCommand],
  ['the command of the image', (one) => [...imageCommand(one, 'ENTRYPOINT'), ...imageCommand(one, 'CMD')]]
]

it.concurrent.for(starts)('%s ends at SIGTERM as a start of a clone does', ([name, words], { expect }) => {
  // Away from the clone, with Node 26 under its name first.
  const path = `PATH=${dirname(process.execPath)}:${process.env['PATH']}`
  return endsAtSigterm(expect, name, ['env', '--chdir=/', path, ...words(installed)])
})
