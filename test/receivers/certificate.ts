/** An untrusted certificate for 127.0.0.1, made by openssl for one test. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const openssl = '/usr/bin/openssl'

/**
 * Why certificates cannot be made here, or null. @throws {Error} on CI, where a skipped test would go
 * unnoticed
 */
export function opensslMissing(): string | null {
  if (existsSync(openssl)) return null
  if (process.env['CI'] === 'true') throw new Error(`CI=true, but there is no ${openssl}`)
  return `no ${openssl} (apt-get install -y openssl)`
}

export interface Certificate {
  readonly key: string
  readonly cert: string
  /** Where `cert` lies, for NODE_EXTRA_CA_CERTS. */
  readonly certFile: string
  readonly remove: () => void
}

/** Makes one that is its own authority and holds for a day. */
export function makeCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'ayaz-certificate-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    openssl,
    [
      ...['req', '-x509', '-nodes', '-days', '1', '-subj', '/CN=127.0.0.1'],
      ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', keyFile, '-out', certFile]
    ],
    { stdio: 'ignore' }
  )
  return {
    key: readFileSync(keyFile, 'utf8'),
    cert: readFileSync(certFile, 'utf8'),
    certFile,
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}
