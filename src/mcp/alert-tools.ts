/** What an assistant can do with alerts that are there: by the manage token of one, or the API key that made them. */
import { choose } from '../http/chosen-members.ts'
import type { Operation } from '../http/operation.ts'
import type { Problem } from '../http/problem.ts'
import { type Arguments, type Asked, questionTool, refused, type Tool } from './tool.ts'

export function alertTools(byId: ReadonlyMap<string, Operation>): readonly Tool[] {
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
  const parameters = operation.parameters.map(({ name }) => name)
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

function readStop({ id = null, confirm, ...others }: Arguments): Asked | Problem {
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
