/** Requests one after the other over several connections, for as long as wanted, and what became of each. */
import { Pool } from 'undici'

export interface SteadyLoad {
  /**
   * How many were answered with each status, with their words where it is neither 200 nor 201, and how many were not,
   * by their error's code.
   */
  readonly outcomes: () => Readonly<Record<string, number>>
  /** Begins no more; resolves when the last one has ended. */
  readonly stop: () => Promise<void>
}

interface Load {
  readonly connections?: number
  /** Between two requests of one connection. */
  readonly pauseMs?: number
  /** Every so many requests one is a subscription, of a client of its own; else all are reads. */
  readonly writesOneIn?: number
}

/** Begins at once. */
export function startLoad(
  origin: string,
  { connections = 8, pauseMs = 20, writesOneIn = Number.POSITIVE_INFINITY }: Load = {}
): SteadyLoad {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const outcomes: Record<string, number> = {}
  let count = 0
  let goesOn = true
  const ask = async (): Promise<string> => {
    count += 1
    const read = `/api/v1/weather/current?lat=${35 + (count % 50) / 10}&lon=38.3`
    const asked = count % writesOneIn === 0 ? subscription(count) : ({ method: 'GET', path: read } as const)
    try {
      const { statusCode, body } = await pool.request(asked)
      const text = await body.text()
      return statusCode === 200 || statusCode === 201
        ? String(statusCode)
        : `${asked.method} ${statusCode} ${text.slice(0, 100)}`
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? String(error)
    }
  }
  const work = async (): Promise<void> => {
    while (goesOn) {
      const outcome = await ask()
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  const works = Promise.all(Array.from({ length: connections }, work))
  return {
    outcomes: () => outcomes,
    stop: async () => {
      goesOn = false
      await works
      await pool.close()
    }
  }
}

/** What the client of this number subscribes to. */
function subscription(client: number) {
  return {
    method: 'POST',
    path: '/api/v1/alerts/subscribe',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': [203, client >> 16, client >> 8, client].map((byte) => byte & 255).join('.')
    },
    body: JSON.stringify({ location: 'malatya', channel: 'feed', threshold: 10 })
  } as const
}
