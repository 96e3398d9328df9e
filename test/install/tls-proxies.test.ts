/**
 * `deploy/nginx.conf` and `deploy/Caddyfile` in their own programs: TLS for the site, and the API below a path of
 * another one.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../app.ts'
import { freePort } from '../free-port.ts'
import { type Certificate, makeCertificate } from '../receivers/certificate.ts'

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8')

/**
 * How a program is started on the deployed file, with only its ports, its certificate and the service's address
 * changed.
 */
interface Proxy {
  readonly name: string
  readonly versionArgument: string
  readonly argumentsFor: (folder: string) => readonly string[]
  readonly file: string
  readonly configured: (at: At) => string
}

interface At {
  readonly folder: string
  readonly port: number
  /** Host and port of the service. */
  readonly service: string
  readonly certificate: string
  readonly key: string
}

const nginx: Proxy = {
  name: 'nginx',
  versionArgument: '-v',
  argumentsFor: (folder) => ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')],
  file: 'nginx.conf',
  configured: ({ folder, port, service, certificate, key }) => {
    const site = read('nginx.conf')
      .replaceAll('443 ssl', `127.0.0.1:${port} ssl`)
      .replaceAll('127.0.0.1:8080', service)
      .replaceAll(/\/etc\/letsencrypt\/live\/[^/]+\/fullchain.pem/g, certificate)
      .replaceAll(/\/etc\/letsencrypt\/live\/[^/]+\/privkey.pem/g, key)
      .replaceAll('/var/log/nginx/', `${folder}/`)
    const logs = `error_log ${folder}/main-error.log; events {} http { access_log ${folder}/access.log;`
    return `daemon off; pid ${folder}/pid; ${logs} ${site} }`
  }
}

const caddy: Proxy = {
  name: 'caddy',
  versionArgument: 'version',
  argumentsFor: (folder) => ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
  file: 'Caddyfile',
  configured: ({ port, service, certificate, key }) => {
    const sites = read('Caddyfile')
      .replaceAll('127.0.0.1:8080', service)
      .replaceAll(/^\S+\.example\.org \{$/gm, `$&\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`)
    const options = `{\n\tadmin off\n\tauto_https disable_redirects\n\thttps_port ${port}\n\tskip_install_trust\n`
    return sites.replace(/^\{\n/m, options)
  }
}

const proxies = [nginx, caddy].map((proxy) => ({
  ...proxy,
  isMissing: spawnSync(proxy.name, [proxy.versionArgument]).error !== undefined
}))
const missing = proxies.filter(({ isMissing }) => isMissing).map(({ name }) => name)
if (process.env['CI'] === 'true' && missing.length > 0)
  throw new Error(`CI=true, but missing: ${missing.join(', ')}`)

let app: TestApp
let certificate: Certificate
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ayaz-proxies-'))
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
  rmSync(folder, { recursive: true, force: true })
})

interface Asked {
  readonly port: number
  readonly host: string
  readonly path: string
}

function open({ port, host, path }: Asked): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const trusted = { ca: certificate.cert, checkServerIdentity: () => undefined }
    request({ port, host: '127.0.0.1', servername: host, path, headers: { host }, ...trusted })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })
}

/** What comes first of a stream, whose reader then leaves; null where it is refused. */
async function firstPart(asked: Asked): Promise<string | null> {
  const answer = await open(asked)
  const [first] = answer.statusCode === 200 ? await once(answer, 'data') : [null]
  answer.destroy()
  return first === null ? null : String(first)
}

async function get(asked: Asked): Promise<readonly [status: number | undefined, body: string]> {
  const answer = await open(asked)
  return [answer.statusCode, await text(answer)]
}

/** Runs the proxy before a service while `work` is done; answers everything that it wrote. */
async function behind(proxy: Proxy, service: string, work: (port: number) => Promise<void>): Promise<string> {
  const place = mkdtempSync(join(folder, proxy.name))
  const port = await freePort()
  const key = certificate.certFile.replace('cert.pem', 'key.pem')
  const at = { folder: place, port, service, certificate: certificate.certFile, key }
  writeFileSync(join(place, proxy.file), proxy.configured(at))
  const child = spawn(proxy.name, proxy.argumentsFor(place), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: place }
  })
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  try {
    await expect.poll(() => open({ port, host: site, path: '/' }).catch(() => null)).not.toBeNull()
    await work(port)
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  const logs = readdirSync(place).filter((name) => name.endsWith('.log'))
  return [...(await said), ...logs.map((name) => readFileSync(join(place, name), 'utf8'))].join('')
}

const site = 'weather.example.org'

describe.each(proxies)('$name', (proxy) => {
  it.skipIf(proxy.isMissing)('writes the address of no request, nor of one that fails', async () => {
    const path = '/tr/tarla/38.355,38.310?label=marked-label'
    const answering = await behind(proxy, new URL(app.origin).host, async (port) => {
      expect((await get({ port, host: site, path }))[0]).toBe(200)
    })
    const away = await behind(proxy, `127.0.0.1:${await freePort()}`, async (port) => {
      expect((await get({ port, host: site, path }))[0]).toBe(502)
    })
    expect(answering + away).not.toMatch(/38\.355|marked-label/)
  })

  it.skipIf(proxy.isMissing)(
    'gives TLS to the site, to its streams, and to the API below a path',
    async () => {
      await behind(proxy, new URL(app.origin).host, async (port) => {
        expect(await get({ port, host: site, path: '/en' })).toEqual([
          200,
          expect.stringContaining('https://weather.example.org')
        ])
        const risk = '/weather/v1/weather/frost-risk?location=malatya'
        const [status, body] = await get({ port, host: 'www.example.org', path: risk })
        expect(status).toBe(200)
        expect(body).toContain('https://weather.example.org/')
        // An event stream is passed on while it is still open.
        const form = new URLSearchParams({ location: 'malatya', channel: 'sse', threshold: '1' })
        const page = await (await fetch(`${app.origin}/en/subscribe`, { method: 'POST', body: form })).text()
        const path = /\/streams?\/[\w-]+/.exec(page)?.[0] ?? ''
        // One more than may be open at a time: a reader that has left makes room.
        for (let reader = 0; reader < 4; reader += 1) {
          await expect.poll(() => firstPart({ port, host: site, path })).toMatch(/^(retry|id|event|data|:)/)
        }
      })
    }
  )
})
