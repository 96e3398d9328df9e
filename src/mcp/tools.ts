/** What an assistant can ask for: operations of the API, each as a tool; alerts by manage token or API key. */
import { subscribeRequest } from '../alerts/subscription-schema.ts'
import { hourMs, minuteMs } from '../common/time.ts'
import { choose, cut } from '../http/chosen-members.ts'
import type { Operation, OperationAnswer } from '../http/operation.ts'
import type { Problem } from '../http/problem.ts'
import {
  type Arguments,
  questionTool,
  refused,
  type Tool,
  type ToolDefinition,
  type ToolRequest
} from './tool.ts'

interface ToolAnswer {
  /** How old the data are and whose; for a problem its sentence. */
  readonly sentence: string
  readonly body: object
}

const where = ['location', 'lat', 'lon', 'elevation']
const wording = ['units', 'lang']
const blocks = ['location', 'units', 'meta']

const questions: readonly ToolDefinition[] = [
  {
    name: 'find_place',
    title: 'Find a place',
    description:
      'Named places for what a person wrote, best first. Use the `slug` of one as `location` of the other ' +
      'tools; where several fit, or a word is in `unknown_words`, ask the person which is meant.',
    operation: 'searchLocations',
    parameters: ['q', 'limit']
  },
  {
    name: 'tonight',
    title: 'Frost tonight',
    description:
      'The frost of tonight, or of the night that ends on the morning of `date`: score 0 to 100, level, minima ' +
      'of air and plants with their range, and what can be done for a crop in its stage. Give `location` (a ' +
      'slug) or `lat` and `lon`. A null is unknown and never 0.',
    operation: 'getNight',
    parameters: [...where, 'date', 'crop', 'stage', 'exposure', ...wording],
    members: [...blocks, 'date', 'night', 'unknown_because', 'profile', 'protection']
  },
  {
    name: 'forecast',
    title: 'Forecast by day',
    description:
      'The weather of the coming days, with the frost score of the night that ends each morning. Give ' +
      '`location` (a slug) or `lat` and `lon`.',
    operation: 'getForecast',
    parameters: [...where, 'days', ...wording]
  },
  {
    name: 'verification',
    title: 'How good the forecasts were',
    description:
      'How the forecasts of the minimum compared with what came at a place, by lead. “Not enough nights yet” is ' +
      'an answer.',
    operation: 'getVerification',
    parameters: [...where, 'kind', 'exposure', ...wording]
  }
]

export function toolsOf(operations: readonly Operation[]): readonly Tool[] {
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const subscribe = byId.get('subscribe')
  return [
    ...questions.flatMap((definition) => {
      const operation = byId.get(definition.operation)
      return operation === undefined ? [] : [questionTool(definition, operation)]
    }),
    ...(subscribe === undefined ? [] : [subscribeTool(subscribe)]),
    ...alertTools(byId)
  ]
}

function subscribeTool(operation: Operation): Tool {
  const { properties } = subscribeRequest
  return {
    name: 'subscribe',
    title: 'Subscribe to frost alerts',
    description:
      'Makes an alert for a place or a point: a message when a night reaches the threshold. Ask the person ' +
      'first, then call it with `confirm: true`; who gets the messages confirms it too. Its answer has ' +
      'secrets for the person alone. Give `location` or `lat` and `lon`, a `channel`, `threshold` (a score) or ' +
      '`threshold_temperature` (°C).',
    isReadOnly: false,
    operation,
    input: {
      type: 'object',
      properties: {
        ...properties,
        confirm: { type: 'boolean', description: 'True once the person has said that this alert is meant.' }
      },
      required: ['channel', 'confirm'],
      additionalProperties: false
    },
    read: ({ confirm, ...body }) => (confirm === true ? { query: '', body } : unconfirmed),
    shown: null
  }
}

const unconfirmed = refused(
  'confirm: Nothing was subscribed. Ask the person whether this alert is meant, then call again with `confirm: true`.'
)

/** Calls a tool; `handle` counts the request and has the operation answer it. */
export async function callTool(
  tool: Tool,
  given: Arguments,
  { handle, now }: { handle: (tool: Tool, asked: ToolRequest) => Promise<OperationAnswer>; now: number }
): Promise<ToolAnswer | Problem> {
  const asked = tool.read(given)
  if ('code' in asked) return asked
  const answer = await handle(tool, asked)
  if (answer.kind === 'problem') return answer.problem
  const body = cut(bodyOf(answer), tool.shown) as object
  return { sentence: sourceAndAge(body, now), body }
}

function bodyOf(answer: Exclude<OperationAnswer, { kind: 'problem' }>): object {
  if (answer.kind === 'fresh') return answer.body
  if (answer.kind === 'kept') return JSON.parse(Buffer.from(answer.answer.body, 'latin1').toString())
  return answer.kind === 'text' ? JSON.parse(answer.body) : {}
}

/** Whose the data of an answer are, and how old: the first sentence of every answer to an assistant. */
interface Known {
  readonly meta?: {
    readonly synthetic: boolean
    readonly attribution: string
    readonly freshness: { readonly status: string; readonly confirmed_at: string }
  }
  readonly verification?: { readonly against: string; readonly last_date: string | null }
  readonly evaluation?: object
  readonly locations?: object
}

function sourceAndAge(body: object, now: number): string {
  const { meta, verification, evaluation, locations } = body as Known
  if (meta !== undefined) return ofWeather(meta, now)
  if (verification !== undefined) {
    const { against, last_date } = verification
    return `Source: the record of this installation, compared with ${against}. Age: ${
      last_date === null ? 'no night could be compared yet' : `the last night compared is ${last_date}`
    }.`
  }
  if (evaluation !== undefined)
    return 'Source: the forecast that is stored here. Age: the tool `tonight` says when its source last confirmed it.'
  if (locations === undefined) return 'Source: the alerts of this installation. Age: as they are now.'
  return 'Source: GeoNames (CC BY 4.0), as of this version. Age: it holds no weather.'
}

function ofWeather({ synthetic, attribution, freshness }: NonNullable<Known['meta']>, now: number): string {
  const { status, confirmed_at } = freshness
  const ageMs = Math.max(0, now - Date.parse(confirmed_at))
  const [hours, minutes] = [Math.floor(ageMs / hourMs), Math.floor((ageMs % hourMs) / minuteMs)]
  const age = [hours > 0 ? `${hours} h` : '', minutes > 0 || hours === 0 ? `${minutes} min` : '']
    .filter((part) => part !== '')
    .join(' ')
  const made = synthetic ? 'DEMO: this weather is made up, decide nothing by it. ' : ''
  return (
    `${made}Source: ${attribution.replace(/\.$/, '')}. Age: ${age}, confirmed by it at ${confirmed_at} ` +
    `(${status}).`
  )
}

function alertTools(byId: ReadonlyMap<string, Operation>): readonly Tool[] {
  const [one, all, end] = [
    byId.get('getSubscription'),
    byId.get('listSubscriptions'),
    byId.get('endSubscription')
  ]
  return [
    ...(one === undefined ? [] : [ownAlertTool(one)]),
    ...(all === undefined ? [] : [listTool(all)]),
    ...(end === undefined ? [] : [stopTool(end)])
  ]
}

function ownAlertTool(operation: Operation): Tool {
  const description =
    'The alert whose manage token you send: its place or point, crop, stage, threshold and state. For its night call ' +
    '`tonight` with its `location`, or `lat` and `lon`, and its `crop`, `stage` and `exposure`.'
  return questionTool(
    {
      name: 'my_alert',
      title: 'My alert',
      description,
      needs: ['token'],
      operation: operation.id,
      parameters: [],
      members: ['subscription']
    },
    operation
  )
}

function listTool(operation: Operation): Tool {
  const description =
    'The alerts that your API key made, newest first, each with what became of tonight’s warning: raised, reported, ' +
    'seen. `tonight: unanswered` lists those whose people have not said that they saw it.'
  const parameters = (operation.parameters ?? []).map(({ name }) => name)
  return questionTool(
    {
      name: 'my_alerts',
      title: 'My alerts',
      description,
      needs: ['key'],
      operation: operation.id,
      parameters
    },
    operation
  )
}

function stopTool(operation: Operation): Tool {
  const shown = choose(operation.answers[200]?.schema ?? {}, ['subscription'])
  if (typeof shown === 'string') throw new Error(shown)
  return {
    name: 'stop_alert',
    title: 'Stop an alert',
    description:
      'Ends an alert: it warns no more. Ask the person first, then call it with `confirm: true`. Without `id` it is ' +
      'the one whose manage token you send. `resumable_until` says until when the person can take it back.',
    isReadOnly: false,
    needs: ['token', 'key'],
    operation,
    input: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Of the alert, as `my_alerts` lists it.' },
        confirm: { type: 'boolean', description: 'True once the person has said that this alert is to end.' }
      },
      required: ['confirm'],
      additionalProperties: false
    },
    read: readStop,
    shown
  }
}

function readStop({ id = null, confirm, ...others }: Arguments): ToolRequest | Problem {
  const [stray] = Object.keys(others)
  if (stray !== undefined)
    return refused(`This tool takes id and confirm, not ${JSON.stringify(stray.slice(0, 60))}.`)
  if (id !== null && typeof id !== 'string') return refused('"id" must be the id of an alert, a text.')
  if (confirm !== true)
    return refused(
      'Nothing was ended. Ask the person whether this alert is to end, then call with `confirm: true`.'
    )
  return { query: '', body: null, ...(id !== null && { id }) }
}
