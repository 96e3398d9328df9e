/** An assistant: the official client, and what it was answered. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export interface ToolResult {
  readonly isError: boolean
  /** The first text: source and age, or the problem's sentence. */
  readonly sentence: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface Assistant {
  readonly client: Client
  readonly call: (name: string, given: Readonly<Record<string, unknown>>) => Promise<ToolResult>
  readonly close: () => Promise<void>
}

/** With the transport of a test, or over HTTP to an app. */
export async function openAssistant(
  to: Parameters<Client['connect']>[0] | string,
  headers: Readonly<Record<string, string>> = {}
): Promise<Assistant> {
  const client = new Client({ name: 'a-test', version: '1.0.0' })
  const transport =
    typeof to === 'string'
      ? new StreamableHTTPClientTransport(new URL(`${to}/mcp`), { requestInit: { headers } })
      : to
  await client.connect(transport)
  return {
    client,
    async call(name, given) {
      const result = await client.callTool({ name, arguments: given })
      const [first, second] = result.content as readonly { readonly text: string }[]
      const body = result.structuredContent as ToolResult['body']
      // Clients that read no structured content get the same as text.
      if (second?.text !== JSON.stringify(body)) throw new Error(`${name} says two things`)
      return { isError: result.isError === true, sentence: first?.text ?? '', body }
    },
    close: () => client.close()
  }
}
