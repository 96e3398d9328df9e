/** The commands of the package: `bin/`, as in the project but for where the program lies. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes `bin/` into the folder `to`, beside what `bundle` writes there. */
export function writeCommands(root: string, to: string): void {
  mkdirSync(join(to, 'bin'), { recursive: true })
  for (const name of ['health.mjs', 'node26.mjs', 'stop-with-parent.mjs'])
    cpSync(join(root, 'bin', name), join(to, 'bin', name))
  const command = readFileSync(join(root, 'bin/ayaz.mjs'), 'utf8')
  writeFileSync(join(to, 'bin/ayaz.mjs'), command.replace('../src/main.ts', '../lib/main.js'), {
    mode: 0o755
  })
}
