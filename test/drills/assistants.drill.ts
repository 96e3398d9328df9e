/** 5,000 tool calls of the official client: none has an answer that the API would not give. */
import { expect, it } from 'vitest'
import { startApp } from '../app.ts'
import { openClient } from '../contracts/http/client.ts'
import { openAssistant } from '../contracts/mcp/assistant.ts'
import { checkCalls, drawnCalls } from '../contracts/mcp/generated-calls.ts'
import { printFigures } from './figures.ts'

it('generated tool calls are answered as the API answers', async () => {
  const environment = { SOURCES: 'demo', TIERS: 'free=600000/60' }
  let now = Date.parse('2026-04-11T17:30:00Z')
  // Calls count as requests for pages, too, of which there are 600 a minute.
  function* inTime<Call>(calls: Iterable<Call>): Generator<Call> {
    for (const call of calls) {
      now += 250
      yield call
    }
  }
  const app = await startApp({ environment, clock: () => now })
  const client = await openClient(app.origin)
  const assistant = await openAssistant(app.origin)
  try {
    const { wrong, ...counts } = await checkCalls({ assistant, client }, inTime(drawnCalls(5000, 41)))
    printFigures('assistants', { ...counts, wrong: wrong.length })
    expect(wrong.slice(0, 10)).toEqual([])
  } finally {
    await assistant.close()
    await client.close()
    await app.close()
  }
})
