import { createHash } from 'node:crypto'
import { hourSeconds } from '../common/time.ts'
import type { PageAnswer } from '../http/page.ts'

/** A style or script in the page itself, with the hash that lets it pass the policy. */
export interface Inlined {
  readonly text: string
  /** `'sha256-…'` */
  readonly source: string
}

/** Text between `<style>` or `<script>` and its end, exactly as it is here. */
export function inlined(text: string): Inlined {
  return { text, source: `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'` }
}

interface PolicyDeps {
  readonly styles: readonly Inlined[]
  /** Scripts inside the page; this site's own files are allowed with `files`. */
  readonly scripts?: readonly Inlined[]
  readonly files?: boolean
  readonly forms?: boolean
  /** The page can be installed. */
  readonly manifest?: boolean
  readonly frames?: boolean
}

/** A policy without `unsafe-inline`: nothing but what the page itself brings or this site serves. */
export function contentSecurityPolicy(deps: PolicyDeps): string {
  const scripts = [...(deps.files ? ["'self'"] : []), ...(deps.scripts ?? []).map((one) => one.source)]
  const rules = [
    "default-src 'none'",
    `style-src ${deps.styles.map((one) => one.source).join(' ')}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    `form-action ${deps.forms ? "'self'" : "'none'"}`
  ]
  if (scripts.length > 0) rules.push(`script-src ${scripts.join(' ')}`, "connect-src 'self'")
  if (deps.manifest) rules.push("manifest-src 'self'")
  if (deps.files) rules.push("worker-src 'self'")
  if (deps.frames) rules.push("frame-src 'self'")
  return rules.join('; ')
}

const closedPolicy = "default-src 'none'"

/** A redirect; `permanent` only where the old address will never mean anything else. */
export function redirect(location: string, permanent: boolean): PageAnswer {
  return {
    status: permanent ? 301 : 302,
    contentType: 'text/plain; charset=utf-8',
    body: `${location}\n`,
    headers: { Location: location },
    maxAgeSeconds: permanent ? hourSeconds : null,
    contentSecurityPolicy: closedPolicy
  }
}

export function fileAnswer(
  contentType: string,
  body: string | Uint8Array,
  maxAgeSeconds: number | null,
  headers: Readonly<Record<string, string>> = {}
): PageAnswer {
  return { status: 200, contentType, body, maxAgeSeconds, headers, contentSecurityPolicy: closedPolicy }
}
