/** The files of `deploy/`: each tool reads its own, every variable exists, and nothing runs with more rights than it needs. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { allVariables } from '../../src/config/configuration.ts'
import { namesOf } from '../../src/config/environment.ts'
import { startApp, type TestApp } from '../app.ts'
import { freePort } from '../free-port.ts'
import { type Certificate, makeCertificate } from '../receivers/certificate.ts'
import { haproxyIsInstalled } from '../receivers/haproxy.ts'

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url))
const read = (name: string): string => readFileSync(join(deploy, name), 'utf8')
const names = readdirSync(deploy, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))

const has = (command: string): boolean => spawnSync(command, ['-v']).error === undefined
const hasNginx = has('nginx')
if (process.env['CI'] === 'true' && !(hasNginx && haproxyIsInstalled))
  throw new Error('CI=true, but nginx or haproxy is missing')

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ayaz-deploy-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('every variable that they set is one of the service', () => {
  const own = new Set(allVariables.flatMap(namesOf))
  const ofOthers = new Set([
    'NODE_ENV',
    'NODE_COMPILE_CACHE',
    'POSTGRES_DB',
    'POSTGRES_USER',
    'POSTGRES_PASSWORD_FILE'
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
  const { services, secrets } = parse(read('compose.yaml'), { merge: true })

  it('runs two that answer and one that works, without rights, with secrets from files', () => {
    const processes = Object.keys(services).filter((name) => services[name].image === 'ayaz')
    expect(processes.map((name) => [name, services[name].environment.ROLE])).toEqual([
      ['ayaz-1', 'api'],
      ['ayaz-2', 'api'],
      ['worker', 'worker']
    ])
    for (const name of processes) {
      const { REDIS_URL, DATABASE_URL_FILE } = services[name].environment
      expect([new URL(REDIS_URL).hostname, DATABASE_URL_FILE]).toEqual([
        'valkey',
        '/run/secrets/database_url'
      ])
      expect(services[name]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true']
      })
      for (const secret of services[name].secrets) expect(secrets).toHaveProperty(secret)
      expect(Object.keys(services[name].environment)).not.toContain('DATABASE_URL')
    }
    expect(JSON.stringify(services)).not.toContain('PASSWORD:')
  })

  it.skipIf(!haproxyIsInstalled)(
    'has a balancer that haproxy understands and that names its processes',
    () => {
      const checked = spawnSync('haproxy', ['-c', '-f', join(deploy, 'haproxy.cfg')])
      expect([checked.status, String(checked.stderr)]).toEqual([0, expect.not.stringContaining('ALERT')])
      const servers = [...read('haproxy.cfg').matchAll(/^ +server (\S+) (\S+)$/gm)].map(
        ([, , address]) => address
      )
      expect(servers).toEqual(['ayaz-1:8080', 'ayaz-2:8080'])
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
      of('PodDisruptionBudget').spec.selector.matchLabels
    ])
      expect(selector).toEqual(labels)
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
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(value('DRAIN_SECONDS')) + 10)
    }
  })
})

describe('ayaz.service', () => {
  const hasSystemd = has('systemd-analyze')

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

describe.skipIf(!hasNginx)('nginx.conf', () => {
  let app: TestApp
  let certificate: Certificate
  beforeAll(async () => {
    certificate = makeCertificate()
    const addresses = {
      SITE_URL: 'https://weather.example.org',
      BASE_URL: 'https://www.example.org/weather/v1'
    }
    app = await startApp({ environment: { SOURCES: 'demo', TRUST_PROXY: 'loopback', ...addresses } })
  })
  afterAll(async () => {
    await app.close()
    certificate.remove()
  })

  function get(
    port: number,
    host: string,
    path: string
  ): Promise<readonly [status: number | undefined, body: string]> {
    return new Promise((resolve, reject) => {
      const asked = request({
        port,
        host: '127.0.0.1',
        servername: host,
        path,
        headers: { host },
        ca: certificate.cert,
        checkServerIdentity: () => undefined
      })
      asked
        .on('response', async (answer) => resolve([answer.statusCode, await text(answer)]))
        .on('error', reject)
        .end()
    })
  }

  it('gives TLS to the site, and to the API below a path', async () => {
    const port = await freePort()
    const site = read('nginx.conf')
      .replaceAll('443 ssl', `127.0.0.1:${port} ssl`)
      .replace('127.0.0.1:8080', new URL(app.origin).host)
      .replaceAll(/\/etc\/letsencrypt\/live\/[^/]+\/fullchain.pem/g, certificate.certFile)
      .replaceAll(
        /\/etc\/letsencrypt\/live\/[^/]+\/privkey.pem/g,
        certificate.certFile.replace('cert.pem', 'key.pem')
      )
    const main = `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${site} }`
    writeFileSync(join(folder, 'nginx.conf'), main)
    const nginx = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {
      stdio: 'ignore'
    })
    try {
      await expect
        .poll(() => get(port, 'weather.example.org', '/en').catch(() => []))
        .toEqual([200, expect.stringContaining('https://weather.example.org')])
      const [status, body] = await get(
        port,
        'www.example.org',
        '/weather/v1/weather/frost-risk?location=malatya'
      )
      expect(status).toBe(200)
      expect(body).toContain('https://weather.example.org/')
    } finally {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    }
  })
})
