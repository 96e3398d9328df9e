/** `ayaz mcp`: the tools of an assistant on this machine, over standard input and output; logs go to standard error. */
import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { readConfiguration } from '../app/configuration.ts'
import { openLocalOperations } from '../app/local-operations.ts'
import { version } from '../app/version.ts'
import { internalError } from '../http/problem.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { bareRequest } from '../mcp/mcp-route.ts'
import { assistantServer } from '../mcp/server.ts'
import { toolsOf } from '../mcp/tools.ts'
import { type Command, reportFailure } from './command.ts'

export const mcpCommand: Command = { name: 'mcp', run: serve }

/** Whom points and subscriptions are counted for. */
const client = 'mcp'

async function serve(argv: readonly string[], lang: Language): Promise<number> {
  if (argv.length > 0) {
    console.error(wordsIn(lang).cli.commands.mcp.usage)
    return 64
  }
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
    // What is no pipe ends and is not closed.
    await Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')])
    await handler.close()
    // The protocol gives up what is still asked for; the database is needed until it has ended.
    await Promise.allSettled(running)
    return 0
  } catch (error) {
    return reportFailure(error, lang)
  }
}
