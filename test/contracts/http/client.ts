/** A client that keeps its connections and lets no answer pass that the contract does not have. */
import { gunzipSync } from 'node:zlib'
import { Pool } from 'undici'
import { type ClosedContract, readContract } from './closed-contract.ts'
import type { ReceivedAnswer } from './received-answer.ts'

export interface CheckedAnswer extends ReceivedAnswer {
  /** The parsed body; null without one, and where it is no JSON. */
  readonly json: unknown
  /** True where the body travelled compressed. */
  readonly wasCompressed: boolean
}

export interface AskOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface CheckedClient {
  readonly contract: ClosedContract
  /** Asks for a path under the base: `/weather?lat=…`. @throws {Error} where the answer breaks the contract */
  readonly ask: (path: string, options?: AskOptions) => Promise<CheckedAnswer>
  readonly close: () => Promise<void>
}

/** A client of the app at `origin`. */
export async function openClient(origin: string, connections = 8): Promise<CheckedClient> {
  return clientWith(await readContract(`${origin}/api/v1`), origin, connections)
}

/** A client whose contract was read before, for an app that must not be asked for it. */
export function clientWith(contract: ClosedContract, origin: string, connections = 8): CheckedClient {
  const pool = new Pool(origin, { connections })
  return {
    contract,
    ask: (path, options = {}) => ask({ pool, contract }, `${contract.basePath}${path}`, options),
    close: () => pool.destroy()
  }
}

async function ask(
  { pool, contract }: { pool: Pool; contract: ClosedContract },
  target: string,
  { method = 'GET', headers = {}, body }: AskOptions
): Promise<CheckedAnswer> {
  const response = await pool.request({ path: target, method, headers, body: body ?? null })
  const bytes = Buffer.from(await response.body.arrayBuffer())
  const received = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? '')
    ])
  )
  const wasCompressed = received['content-encoding'] === 'gzip'
  const answer = {
    status: response.statusCode,
    headers: received,
    body: wasCompressed && bytes.length > 0 ? gunzipSync(bytes) : bytes
  }
  contract.checkAnswer({ method, target }, answer)
  return {
    ...answer,
    wasCompressed,
    json: isJson(answer) && answer.body.length > 0 ? JSON.parse(answer.body.toString('utf8')) : null
  }
}

function isJson({ headers }: ReceivedAnswer): boolean {
  return (headers['content-type'] ?? '').includes('json')
}
