/** Requests one after the other over several connections, for as long as wanted, and what became of each. */
import { Pool } from 'undici'

export interface SteadyLoad {
  /**
   * How many were answered with each status, with their words where it is not 200, and how many were not, by their
   * error's code.
   */
  readonly outcomes: () => Readonly<Record<string, number>>
  /** Begins no more; resolves when the last one has ended. */
  readonly stop: () => Promise<void>
}

/** @param pauseMs between two requests of one connection */
export function startLoad(
  origin: string,
  { connections = 8, pauseMs = 20 }: { readonly connections?: number; readonly pauseMs?: number } = {}
): SteadyLoad {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const outcomes: Record<string, number> = {}
  let count = 0
  let goesOn = true
  const ask = async (): Promise<string> => {
    const path = `/api/v1/weather/current?lat=${35 + (count++ % 50) / 10}&lon=38.3`
    try {
      const { statusCode, body } = await pool.request({ method: 'GET', path })
      const text = await body.text()
      return statusCode === 200 ? '200' : `${statusCode} ${text.slice(0, 100)}`
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
