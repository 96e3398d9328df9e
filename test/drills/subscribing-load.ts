/** Subscriptions, one after the other, each from an address of its own, and what became of each. */
import { setTimeout } from 'node:timers/promises'
import { Pool } from 'undici'

export interface SubscribingLoad {
  /**
   * How many were answered with each status, with their words where it is not 201, and how many were not, by their
   * error's code.
   */
  readonly outcomes: () => Readonly<Record<string, number>>
  /** How many were answered with 201, and the topics that these got. */
  readonly made: () => number
  readonly topics: () => readonly string[]
  /** Begins no more; resolves when the last one has ended. */
  readonly stop: () => Promise<void>
}

const pauseMs = 50
const body = JSON.stringify({ location: 'malatya', channel: 'ntfy', threshold: 10 })

/** Over two connections, to topics of their own. */
export function startSubscribing(origin: string): SubscribingLoad {
  const pool = new Pool(origin, { connections: 2, pipelining: 1 })
  const outcomes: Record<string, number> = {}
  const topics: string[] = []
  let count = 0
  let goesOn = true
  const subscribe = async (): Promise<string> => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address(count++) }
    try {
      const path = '/api/v1/alerts/subscribe'
      const answer = await pool.request({ method: 'POST', path, headers, body })
      const text = await answer.body.text()
      if (answer.statusCode !== 201) return `${answer.statusCode} ${text.slice(0, 100)}`
      topics.push(new URL(JSON.parse(text).channel_url).pathname.slice(1))
      return '201'
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? String(error)
    }
  }
  const work = async (): Promise<void> => {
    while (goesOn) {
      const outcome = await subscribe()
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      await setTimeout(pauseMs)
    }
  }
  const works = Promise.all([work(), work()])
  return {
    outcomes: () => outcomes,
    made: () => topics.length,
    topics: () => topics,
    async stop() {
      goesOn = false
      await works
      await pool.close()
    }
  }
}

/** Of many networks: a client may have a few subscriptions, and a network some more. */
function address(index: number): string {
  return `${20 + (index % 150)}.${(index * 7) % 256}.${(index * 13) % 256}.${1 + (index % 250)}`
}
