/** `ayaz mcp`: the tools of an assistant on this machine, over standard input and output; logs go to standard error. */
import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { openAlerts } from '../app/alerts.ts'
import { openClimate } from '../app/climate.ts'
import { type Configuration, readConfiguration } from '../app/configuration.ts'
import { openRecordOver } from '../app/observations.ts'
import { appOperations } from '../app/registry.ts'
import { version } from '../app/version.ts'
import { openWeather } from '../app/weather.ts'
import type { Report } from '../forecasts/ports.ts'
import type { Operation } from '../http/operation.ts'
import { internalError } from '../http/problem.ts'
import { createResponseCache } from '../http/response-cache.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { bareRequest } from '../mcp/mcp-route.ts'
import { assistantServer } from '../mcp/server.ts'
import { toolsOf } from '../mcp/tools.ts'
import { reportFailure } from './command.ts'
import { refuse } from './refuse.ts'

/* The operations of the API without a listener, on the database of a service that may run alongside them. */

interface LocalOperations extends AsyncDisposable {
  readonly operations: readonly Operation[]
  readonly siteUrl: string
}

const answersBytes = 1_000_000

/** No round runs: the service watches and delivers. @throws {StoreError} where there is no database */
async function openLocalOperations(configuration: Configuration, report: Report): Promise<LocalOperations> {
  const means = { configuration, clock: Date.now, random: Math.random, report }
  await using opened = new AsyncDisposableStack()
  const weather = await openWeather(configuration, { ...means, database: 'existing' })
  opened.defer(weather.close)
  const record = await openRecordOver(weather, configuration, means)
  opened.defer(record.settled)
  const alerts = await openAlerts({ ...means, weather })
  opened.defer(alerts.stop)
  const { operations } = appOperations({
    weather,
    alerts,
    record,
    climate: openClimate(weather, means),
    answers: createResponseCache(answersBytes),
    tiers: configuration.tiers
  })
  const ends = opened.move()
  return {
    operations,
    siteUrl: weather.siteUrl,
    [Symbol.asyncDispose]: () => ends.disposeAsync()
  }
}

/** Whom points and subscriptions are counted for. */
const client = 'mcp'

export async function mcpCommand(argv: readonly string[], lang: Language): Promise<number> {
  if (argv.length > 0) return refuse(wordsIn(lang).cli.commands.mcp.usage)
  try {
    const report = (event: string, members: object) => console.error(JSON.stringify({ event, ...members }))
    await using local = await openLocalOperations(readConfiguration(process.env), report)
    const tools = toolsOf(local.operations).filter(({ needs }) => needs === undefined)
    const running = new Set<Promise<unknown>>()
    const handler = serveStdio(() =>
      assistantServer({
        tools,
        version,
        siteUrl: local.siteUrl,
        clock: Date.now,
        handle: ({ operation }, { query, body }) => {
          const asked = { ...bareRequest, query, body, client, apiKey: null, nowAt: Date.now() }
          const answer = operation.handle(asked)
          running.add(answer)
          return answer.finally(() => running.delete(answer))
        },
        problemOf: (error) => {
          report('fault', { message: String(error) })
          return internalError('stdio')
        }
      })
    )
    // What is not a pipe ends and is not closed.
    await Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')])
    await handler.close()
    // The protocol gives up what is still asked for; the database is needed until it has ended.
    await Promise.allSettled(running)
    return 0
  } catch (error) {
    return reportFailure(error, lang)
  }
}
