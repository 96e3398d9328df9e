/** The build of `npm run build`, packed and installed as a user does it. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

export interface Installed {
  /** Holds everything below; other users may read it. */
  readonly folder: string
  /** The package as it was built. */
  readonly dist: string
  readonly tarball: string
  /** The command as npm has linked it. */
  readonly ayaz: string
  readonly remove: () => Promise<void>
}

/** Without a network: the package needs no other one. */
export async function buildAndInstall(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'ayaz-install-'))
  await chmod(folder, 0o755)
  const [dist, prefix] = [join(folder, 'dist'), join(folder, 'prefix')]
  const context = await imageContext(folder)
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/build/main.ts', dist], {
    cwd: context
  })
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: dist })
  const tarball = join(folder, stdout.trim())
  // The optional packages are Node itself, which runs this test.
  await run('npm', ['install', '--global', '--offline', '--omit=optional', '--prefix', prefix, tarball])
  return {
    folder,
    dist,
    tarball,
    ayaz: join(prefix, 'bin', 'ayaz'),
    remove: () => rm(folder, { recursive: true, force: true })
  }
}

/** What `.dockerignore` leaves of the project for the build of an image; the build of a package has no more here. */
async function imageContext(folder: string): Promise<string> {
  const context = join(folder, 'context')
  const [everything, ...names] = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n')
  if (everything !== '**') throw new Error('.dockerignore begins with **')
  for (const name of names.map((one) => one.replace(/^!/, '')))
    await cp(join(root, name), join(context, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(context, 'node_modules'))
  return context
}

/** The words of an instruction of the Dockerfile in its exec form, with the program where the build is. */
export function imageCommand({ dist }: Installed, instruction: string): readonly string[] {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8')
  const [, words = '[]'] = new RegExp(`^${instruction}.*?(\\[.*\\])$`, 'm').exec(text) ?? []
  return (JSON.parse(words) as string[]).map((word) => word.replace(/^\/app/, dist))
}

/** The words with which the systemd unit starts the program, where the package is installed. */
export function unitCommand({ ayaz }: Installed): readonly string[] {
  const text = readFileSync(join(root, 'deploy/ayaz.service'), 'utf8')
  const [, words = ''] = /^ExecStart=(.*)$/m.exec(text) ?? []
  return words.replace('/usr/local/bin/ayaz', ayaz).split(' ')
}
