/** A reader of server-sent events that keeps what comes. */
import { expect, vi } from 'vitest'

export interface StreamEvent {
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface OpenStream {
  /** Resolves once so many have come since it was opened. */
  readonly events: (count: number) => Promise<readonly StreamEvent[]>
  /** What has come since it was opened. */
  readonly soFar: () => readonly StreamEvent[]
  readonly hasEnded: () => boolean
  readonly close: () => void
}

/** Opens a stream, after an id where one is given. @throws {Error} where it is refused */
export async function openStream(url: string, lastEventId?: string): Promise<OpenStream> {
  const ending = new AbortController()
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const answer = await fetch(url, { headers, signal: ending.signal })
  const { body } = answer
  if (answer.status !== 200 || body === null) throw new Error(`answered ${answer.status}`)
  let text = ''
  let ended = false
  const reading = (async () => {
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) text += chunk
    ended = true
  })().catch(() => undefined)
  const parsed = (): readonly StreamEvent[] =>
    [...text.matchAll(/^id: (.*)\ndata: (.*)\n\n/gm)].map(([, id = '', data = '{}']) => ({
      id,
      data: JSON.parse(data)
    }))
  return {
    events: (count) =>
      vi.waitFor(() => {
        expect(parsed().length).toBeGreaterThanOrEqual(count)
        return parsed()
      }, 60_000),
    soFar: parsed,
    hasEnded: () => ended,
    close: () => {
      ending.abort()
      void reading
    }
  }
}
