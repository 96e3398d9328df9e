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

it('a dry run makes package, script, list of parts and sums, and prints what would publish them', async () => {
  const { stdout } = await run('sh', ['deploy/release.sh', '--dry-run'], {
    cwd: root,
    env: { ...process.env, OUT: folder, GITHUB_REPOSITORY: 'grower/ayaz' }
  })
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
    repository: { url: 'git+https://github.com/grower/ayaz.git' },
    publishConfig: { access: 'public' }
  })
  expect(JSON.parse(manifest)).not.toHaveProperty('private')
  const { components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'))
  expect(components.map(({ name }: { name: string }) => name)).toContain('kysely')
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
  [['--rollback'], 'ID=debian', /no upgrade to go back from|as root/]
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
