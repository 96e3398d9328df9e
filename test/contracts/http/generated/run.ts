/** Sends generated requests over a few connections that stay open, and keeps book of what came back. */

import { createHash } from 'node:crypto'
import { openStore } from '../../../../src/store/open.ts'
import type { CheckedClient } from '../client.ts'
import { type GeneratedRequest, plainKey, spentKey } from './requests.ts'

export interface Book {
  /** `operation status` of everything that was seen, with how often. */
  readonly seen: ReadonlyMap<string, number>
  /** The `code` of every problem document that was seen. */
  readonly codes: ReadonlySet<string>
  readonly total: number
  readonly successes: number
  /** The first answers that the contract does not have. */
  readonly faults: readonly string[]
}

const mostFaults = 20

/** Sends every request; never throws for an answer, however wrong. */
export async function sendAll(client: CheckedClient, requests: readonly GeneratedRequest[]): Promise<Book> {
  const seen = new Map<string, number>()
  const codes = new Set<string>()
  const faults: string[] = []
  let [next, successes] = [0, 0]
  const worker = async (): Promise<void> => {
    for (let one = requests[next++]; one !== undefined; one = requests[next++]) {
      const { status, code } = await send(client, one, faults)
      if (code !== null) codes.add(code)
      seen.set(`${one.operation} ${status}`, (seen.get(`${one.operation} ${status}`) ?? 0) + 1)
      if (status >= 200 && status < 300) successes++
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return { seen, codes, total: requests.length, successes, faults }
}

interface Outcome {
  readonly status: number
  readonly code: string | null
}

async function send(client: CheckedClient, one: GeneratedRequest, faults: string[]): Promise<Outcome> {
  const { method, headers, body, path } = one
  try {
    const answer = await client.ask(path, { method, headers, ...(body === null ? {} : { body }) })
    const isProblem = answer.status >= 400 && answer.json !== null
    return { status: answer.status, code: isProblem ? (answer.json as { code: string }).code : null }
  } catch (error) {
    if (faults.length < mostFaults)
      faults.push(error instanceof Error ? `${path}: ${error.message}` : String(error))
    return { status: 0, code: null }
  }
}

/** The statuses seen, over all operations. */
export function statusesOf(books: readonly Book[]): readonly number[] {
  const statuses = books.flatMap(({ seen }) => [...seen.keys()].map((key) => Number(key.split(' ')[1])))
  return [...new Set(statuses)].sort((one, other) => one - other)
}

/** Adds a key whose tier allows three requests a minute, and one of the free tier. */
export async function addKeys(dataDir: string, now: number): Promise<void> {
  const store = await openStore({ url: null, dataDir, now })
  const keys = [
    { id: 'spent', key: spentKey, tier: 'tiny' },
    { id: 'plain', key: plainKey, tier: 'free' }
  ]
  for (const { id, key, tier } of keys) {
    const hash = createHash('sha256').update(key).digest('hex')
    await store.apiKeys.add({ id, hash, tier, label: 'test', operator: false, createdAt: now })
  }
  await store.close()
}
