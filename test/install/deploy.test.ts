/**
 * The files of `deploy/`: each tool reads its own, every variable exists, and nothing runs with more rights than it
 * needs.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { allVariables, readConfiguration } from '../../src/app/configuration.ts'
import { namesOf } from '../../src/config/environment.ts'
import { isInstalled } from '../receivers/balancers.ts'

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url))
const read = (name: string): string => readFileSync(join(deploy, name), 'utf8')
const names = readdirSync(deploy, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))

const operation = readFileSync(join(deploy, '../docs/operation.md'), 'utf8')

const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined
const hasCompose = spawnSync('docker-compose', ['version']).error === undefined
const haproxyIsInstalled = isInstalled('haproxy')
if (process.env['CI'] === 'true' && !(haproxyIsInstalled && hasSystemd && hasCompose))
  throw new Error('CI=true, but docker-compose, haproxy or systemd-analyze is missing')

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ayaz-deploy-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('every variable that they set is one of the service', () => {
  const own = new Set(allVariables.flatMap(namesOf))
  const ofOthers = new Set([
    'AYAZ_AT',
    'AYAZ_IMAGE',
    'AYAZ_MIRROR',
    'DEBIAN_FRONTEND',
    'GIT_INDEX_FILE',
    'GITHUB_REPOSITORY',
    'NODE_ENV',
    'POSTGRES_DB',
    'POSTGRES_USER',
    'POSTGRES_PASSWORD_FILE',
    'SOURCE_DATE_EPOCH'
  ])
  const found = names.flatMap((name) =>
    [...read(name).matchAll(/\b([A-Z]+_[A-Z_]+)(?=[=:,])/g)].map(([, variable = '']) => variable)
  )
  expect(found).toContain('DATABASE_URL_FILE')
  expect(
    found.filter((variable) => !own.has(variable) && !ofOthers.has(variable) && !variable.startsWith('AF_'))
  ).toEqual([])
})

describe('compose.yaml', () => {
  // A release names its digest there.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as Compose reads it
  const image = '${AYAZ_IMAGE:-ayaz}'
  const { services, secrets, volumes } = parse(read('compose.yaml'), { merge: true })

  it('runs two that answer and one that works, without rights, with secrets from files', () => {
    const processes = Object.keys(services).filter((name) => services[name].image === image)
    expect(processes.map((name) => [name, services[name].environment.ROLE])).toEqual([
      ['ayaz-1', 'api'],
      ['ayaz-2', 'api'],
      ['worker', 'worker']
    ])
    for (const name of processes) {
      expect(services[name].environment.DATABASE_URL_FILE).toBe('/run/secrets/database_url')
      expect(services[name]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true']
      })
      const [, graceSeconds] = /^(\d+)s$/.exec(services[name].stop_grace_period) ?? []
      expect(Number(graceSeconds)).toBeGreaterThan(Number(services[name].environment.DRAIN_SECONDS) + 10)
      for (const secret of services[name].secrets) expect(secrets).toHaveProperty(secret)
      expect(Object.keys(services[name].environment)).not.toContain('DATABASE_URL')
    }
    expect(JSON.stringify(services)).not.toContain('PASSWORD:')
  })

  it('with Open-Meteo of one’s own has all its processes ask it', () => {
    const own = parse(read('compose.open-meteo.yaml'), { merge: true }).services
    const asked = Object.keys(services).filter((name) => services[name].image === image)
    for (const name of asked)
      expect([name, own[name]?.environment]).toEqual([name, { OPEN_METEO_URL: 'http://open-meteo:8080' }])
    expect(Object.keys(own)).toEqual([...asked, 'open-meteo', 'open-meteo-sync'])
  })

  describe.skipIf(!hasCompose)('as docker-compose reads it, alone and with Open-Meteo of one’s own,', () => {
    /** What it says of copies with an edit. Debian's 1.29 knows all but the name, which is given to it instead. */
    const said = (files: readonly string[], from = '', to = ''): readonly [number | null, string] => {
      const copies = files.map((file) => {
        const text = read(file)
        expect([file, text.match(/^name: ayaz$/gm), text.includes(from)]).toEqual([
          file,
          ['name: ayaz'],
          true
        ])
        writeFileSync(join(folder, file), text.replace(/^name: ayaz$/m, '').replace(from, to))
        return ['--file', join(folder, file)]
      })
      const argv = ['--project-name', 'ayaz', ...copies.flat(), 'config', '--quiet']
      const { status, stderr } = spawnSync('docker-compose', argv, { encoding: 'utf8' })
      return [status, stderr]
    }

    it('is understood', () => {
      expect(said(['compose.yaml'])).toEqual([0, ''])
      expect(said(['compose.yaml', 'compose.open-meteo.yaml'])).toEqual([0, ''])
    })

    it.each([
      ['stop_grace_period', 'stop_grace_perod', "option for services.ayaz-1: 'stop_grace_perod'"],
      ['mem_limit: 512m', 'mem_limit: [512m]', 'mem_limit contains an invalid type'],
      ["'backups:/data'", "'backup:/data'", 'no declaration was found in the volumes section'],
      ['[ayaz-1, ayaz-2]', '[ayaz-1, ayaz-3]', "'ayaz-3' which is undefined"]
    ])('is refused with a mistake: %s as %s', (from, to, refusal) => {
      expect(said(['compose.yaml'], from, to)).toEqual([1, expect.stringContaining(refusal)])
    })
  })

  it('takes backups to a disk', () => {
    const written = /exec worker ayaz backup (\/[^/\s]+)\//.exec(operation)?.[1]
    expect(services.worker.tmpfs).not.toContain(written)
    const [volume = ''] = services.worker.volumes.map((one: string) => one.split(':'))
    expect(volume).toEqual(['backups', written])
    expect(volumes).toHaveProperty('backups')
    // Docker gives a new volume the owner of that folder in the image.
    const image = readFileSync(join(deploy, '../Dockerfile'), 'utf8')
    expect(image).toContain(`mkdir --mode=0700 /volume${written}\n`)
    expect(image).toContain('COPY --from=build --chown=node:node /volume /\n')
  })

  it.skipIf(!haproxyIsInstalled)(
    'has a balancer that haproxy understands and that names its processes',
    () => {
      const checked = spawnSync('haproxy', ['-c', '-f', join(deploy, 'haproxy.cfg')])
      expect([checked.status, String(checked.stderr)]).toEqual([0, expect.not.stringContaining('ALERT')])
      const servers = [...read('haproxy.cfg').matchAll(/^ +server \S+ (\S+) (check|backup)/gm)]
      expect(servers.map(([, address, use]) => [use, address])).toEqual(
        ['check', 'backup'].flatMap((use) => ['ayaz-1:8080', 'ayaz-2:8080'].map((address) => [use, address]))
      )
    }
  )
})

describe('kubernetes/', () => {
  const objects = readdirSync(join(deploy, 'kubernetes')).map((name) => parse(read(`kubernetes/${name}`)))
  const of = (kind: string) => objects.find((one) => one.kind === kind)

  it('lists every file, and its objects name each other', () => {
    const listed = of('Kustomization').resources.length
    expect(objects).toHaveLength(listed + 1)
    const [api, worker] = objects.filter(({ kind }) => kind === 'Deployment')
    const { labels } = api.spec.template.metadata
    expect(labels.role).toBe('api')
    expect(worker.spec.template.metadata.labels).toEqual({ ...labels, role: 'worker' })
    for (const selector of [
      { ...worker.spec.selector.matchLabels, role: 'api' },
      of('Service').spec.selector,
      of('Deployment').spec.selector.matchLabels,
      of('PodDisruptionBudget').spec.selector.matchLabels,
      api.spec.template.spec.topologySpreadConstraints[0].labelSelector.matchLabels
    ])
      expect(selector).toEqual(labels)
    expect(labels).toMatchObject(of('NetworkPolicy').spec.podSelector.matchLabels)
    expect(of('Ingress').spec.rules[0].http.paths[0].backend.service.name).toBe(of('Service').metadata.name)
  })

  it('runs as an unprivileged user on a read-only file system, and drains before it is killed', () => {
    const deployments = objects.filter(({ kind }) => kind === 'Deployment')
    expect(deployments).toHaveLength(2)
    for (const { metadata, spec: deployment } of deployments) {
      const { spec } = deployment.template
      const [container] = spec.containers
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true }
      })
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] }
      })
      expect(container.readinessProbe.httpGet.path).toBe('/readyz?for=http')
      const value = (wanted: string): string =>
        container.env.find(({ name }: { name: string }) => name === wanted).value
      expect(value('ROLE')).toBe(metadata.labels.role)
      // A migration of a large database takes minutes, and is rolled back where the start is ended.
      const { periodSeconds, failureThreshold } = container.startupProbe
      expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(3600)
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(value('DRAIN_SECONDS')) + 10)
    }
  })
})

describe('ayaz.service', () => {
  it('lets the service drain before it is killed', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read('ayaz.service')) ?? []
    expect(Number(seconds)).toBeGreaterThan(readConfiguration({}).drainSeconds + 10)
  })

  it.skipIf(!hasSystemd)('is understood by systemd, and exposes little', () => {
    const unit = join(folder, 'ayaz.service')
    // The program need not be installed where the unit is checked.
    writeFileSync(unit, read('ayaz.service').replace('/usr/local/bin/ayaz', process.execPath))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit])
    expect([status, String(stderr)]).toEqual([0, ''])
    const judged = String(execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]))
    expect(Number(/exposure level for \S+ (\d+\.\d)/.exec(judged)?.[1])).toBeLessThan(2)
  })
})
