/** Sends generated requests over a few connections that stay open, and keeps book of what came back. */
import type { CheckedClient } from '../client.ts'
import type { ClosedContract } from '../closed-contract.ts'
import type { GeneratedRequest } from './requests.ts'

export interface Book {
  /** `operation status` of everything that was seen, by the operation that answered, with how often. */
  readonly seen: ReadonlyMap<string, number>
  /** The `code` of every problem document that was seen. */
  readonly codes: ReadonlySet<string>
  readonly total: number
  readonly successes: number
  /** The first answers that the contract does not have. */
  readonly faults: readonly string[]
}

const maxFaults = 20

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
      const answer = `${operationOf(client.contract, one)} ${status}`
      seen.set(answer, (seen.get(answer) ?? 0) + 1)
      if (status >= 200 && status < 300) successes++
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return { seen, codes, total: requests.length, successes, faults }
}

/** The operation to which a request leads, however it came about; `none` where there is none. */
function operationOf({ at }: ClosedContract, { method, path }: GeneratedRequest): string {
  return at(path.split('?')[0] ?? '').find((one) => one.method === method)?.id ?? 'none'
}

/** What this client does not make: rows of a file, another destination and its code; examples are granted. */
const grantedElsewhere = [
  'importSubscriptions',
  'addContact',
  'confirmContact',
  'moveContact',
  'endContact',
  'noteSeen',
  'sendAgain'
]

/** The operations that nothing but refusals was seen of. */
export function neverGranted(
  { operations }: ClosedContract,
  books: readonly Pick<Book, 'seen'>[]
): readonly string[] {
  const granted = new Set(
    books.flatMap(({ seen }) =>
      [...seen.keys()].filter((key) => / 2\d\d$/.test(key)).map((key) => key.split(' ')[0])
    )
  )
  return operations.map(({ id }) => id).filter((id) => !granted.has(id) && !grantedElsewhere.includes(id))
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
    if (faults.length < maxFaults)
      faults.push(error instanceof Error ? `${path}: ${error.message}` : String(error))
    return { status: 0, code: null }
  }
}

/** The statuses seen, over all operations. */
export function statusesOf(books: readonly Book[]): readonly number[] {
  const statuses = books.flatMap(({ seen }) => [...seen.keys()].map((key) => Number(key.split(' ')[1])))
  return [...new Set(statuses)].sort((one, other) => one - other)
}
