/** `deploy/nginx.conf` and `deploy/Caddyfile` in their own programs: TLS for the site, and the API below a path of another one. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** How a program is started on the deployed file, with only its ports, its certificate and the service's address changed. */
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
      .replace('127.0.0.1:8080', service)
      .replaceAll(/\/etc\/letsencrypt\/live\/[^/]+\/fullchain.pem/g, certificate)
      .replaceAll(/\/etc\/letsencrypt\/live\/[^/]+\/privkey.pem/g, key)
    return `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${site} }`
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
    return `{\n\tadmin off\n\tauto_https disable_redirects\n\thttps_port ${port}\n\tskip_install_trust\n}\n${sites}`
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

describe.each(proxies)('$name', (proxy) => {
  it.skipIf(proxy.isMissing)(
    'gives TLS to the site, to its streams, and to the API below a path',
    async () => {
      const port = await freePort()
      const at = { folder, port, service: new URL(app.origin).host }
      const key = certificate.certFile.replace('cert.pem', 'key.pem')
      writeFileSync(
        join(folder, proxy.file),
        proxy.configured({ ...at, certificate: certificate.certFile, key })
      )
      const child = spawn(proxy.name, proxy.argumentsFor(folder), {
        stdio: 'ignore',
        env: { ...process.env, HOME: folder }
      })
      try {
        const site = { port, host: 'weather.example.org' }
        await expect
          .poll(() => get({ ...site, path: '/en' }).catch(() => []))
          .toEqual([200, expect.stringContaining('https://weather.example.org')])
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
          await expect.poll(() => firstPart({ ...site, path })).toMatch(/^(retry|id|event|data|:)/)
        }
      } finally {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
    }
  )
})
