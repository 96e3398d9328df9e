import { type Chosen, choose } from '../http/chosen-members.ts'
import type { Operation } from '../http/operation.ts'
import type { Problem } from '../http/problem.ts'
import { invalidParameters, type Parameter, readQuery } from '../http/query.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** Query and body of a request to an operation. */
export interface ToolRequest {
  readonly query: string
  readonly body: object | null
  /** The subscription that it is about; absent: that of the request's token. */
  readonly id?: string
}

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Nothing is changed by it. */
  readonly isReadOnly: boolean
  readonly input: Readonly<Record<string, unknown>>
  readonly operation: Operation
  readonly read: (given: Arguments) => ToolRequest | Problem
  /** The members of the answer that are shown; null: all. */
  readonly shown: Chosen | null
  /** Offered only to clients that send one of these; absent: to all. */
  readonly needs?: readonly ('token' | 'key')[]
}

export interface ToolDefinition extends Pick<Tool, 'name' | 'title' | 'description' | 'needs'> {
  readonly operation: string
  readonly parameters: readonly string[]
  readonly members?: readonly string[]
}

export function questionTool(
  { parameters: names, members, ...named }: ToolDefinition,
  operation: Operation
): Tool {
  const parameters = (operation.parameters ?? []).filter(({ name }) => names.includes(name))
  const schema = operation.answers[200]?.schema
  const shown = members === undefined || schema == null ? null : choose(schema, members)
  if (typeof shown === 'string') throw new Error(shown)
  const properties = parameters.map(({ name, description, schema: of }) => [name, { ...of, description }])
  const required = parameters.filter((one) => one.required).map(({ name }) => name)
  return {
    ...named,
    isReadOnly: true,
    operation,
    input: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required,
      additionalProperties: false
    },
    read: (given) => readQuestion(parameters, given),
    shown
  }
}

/** Null counts as not given: assistants fill in members that they do not know. */
function readQuestion(parameters: readonly Parameter[], given: Arguments): ToolRequest | Problem {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) {
    if (value === null) continue
    if (typeof value === 'object') return notSimple(name)
    query.append(name, String(value))
  }
  const { errors } = readQuery(query.toString(), parameters)
  return errors.length > 0 ? invalidParameters(errors) : { query: query.toString(), body: null }
}

function notSimple(name: string): Problem {
  const parameter = JSON.stringify(name.slice(0, 60))
  return {
    code: 'invalid_parameter',
    detail: `${parameter} must be a text, a number or a word; it is a list or an object.`
  }
}

export function refused(detail: string): Problem {
  return { code: 'validation_failed', about: 'body', detail }
}
