/** The tools as a server of the Model Context Protocol, over HTTP and over standard input alike. */
import {
  fromJsonSchema,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  McpServer
} from '@modelcontextprotocol/server'
import type { OperationAnswer } from '../http/operation.ts'
import { type Problem, problemBody } from '../http/problem.ts'
import type { Arguments, Tool, ToolRequest } from './tool.ts'
import { callTool } from './tools.ts'

interface AssistantDeps {
  readonly tools: readonly Tool[]
  readonly version: string
  readonly siteUrl: string
  readonly clock: () => number
  readonly handle: (tool: Tool, asked: ToolRequest) => Promise<OperationAnswer>
  readonly problemOf: (error: unknown) => Problem
}

const instructions =
  'Frost risk and weather for growers. Find the place first, then ask about it. Say how old the data are and ' +
  'whose, as each answer does. A null is unknown, never 0 and never safe. No answer replaces an alert: nothing ' +
  'here wakes anyone but a subscription.'

/** Arguments are checked by the operations, whose problems say what is allowed and what was probably meant. */
const unchecked: jsonSchemaValidator = {
  getValidator: <T>(): JsonSchemaValidator<T> => {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined })
  }
}

export function assistantServer(deps: AssistantDeps): McpServer {
  const { tools, version } = deps
  const server = new McpServer({ name: 'ayaz', title: 'Ayaz', version }, { instructions })
  for (const tool of tools) {
    const { name, title, description, isReadOnly, input } = tool
    const described = {
      title,
      description,
      inputSchema: fromJsonSchema<Arguments>(input, unchecked),
      annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: true }
    }
    server.registerTool(name, described, (given) => answered(deps, tool, given ?? {}))
  }
  return server
}

async function answered(deps: AssistantDeps, tool: Tool, given: Arguments) {
  const { handle, clock, siteUrl, problemOf } = deps
  const result = await callTool(tool, given, { handle, now: clock() }).catch(problemOf)
  const isProblem = 'code' in result
  const body = isProblem ? problemBody(result, siteUrl) : result.body
  const texts = [isProblem ? result.detail : result.sentence, JSON.stringify(body)]
  return {
    content: texts.map((text) => ({ type: 'text' as const, text })),
    structuredContent: body as Record<string, unknown>,
    ...(isProblem && { isError: true })
  }
}
