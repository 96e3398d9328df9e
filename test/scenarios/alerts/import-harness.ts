/** Imports of files into the app of the scenarios. */
import { type Imported, importMembers } from '../../../src/alerts/members/import-members.ts'
import type { ImportRequest } from '../../../src/alerts/members/import-plan.ts'
import { listMembers } from '../../../src/alerts/members/list-members.ts'
import type { AlertProblem } from '../../../src/alerts/problems.ts'
import { readRows } from '../../../src/http/alerts/import-rows.ts'
import { RowsBody } from '../../../src/http/bodies.ts'
import type { AlertsHarness } from './alerts-harness.ts'

export const cooperative = 'key coop'

export async function importFile(
  { alerts }: Pick<AlertsHarness, 'alerts'>,
  text: string,
  more: Partial<ImportRequest> = {}
): Promise<Imported | AlertProblem> {
  const read = readRows(new RowsBody('ndjson', text), alerts.channels.values())
  if ('detail' in read) throw new Error(read.detail)
  return importMembers(alerts, {
    client: cooperative,
    tier: 'free',
    isOperator: true,
    isDryRun: false,
    language: 'en',
    rows: read.rows,
    newPoints: async () => null,
    ...more
  })
}

/** What became of each line: its result, and the members that are wrong. */
export function outcomes(imported: Imported | AlertProblem): readonly string[] {
  if (!imported.ok) throw new Error(imported.detail)
  return imported.results.map(({ line, result, errors }) =>
    [line, result, ...errors.map(({ pointer }) => pointer)].join(' ')
  )
}

export function countOf(imported: Imported | AlertProblem, result: string): number {
  if (!imported.ok) throw new Error(imported.detail)
  return imported.results.filter((one) => one.result === result).length
}

/** The ids of the cooperative's rows as they are stored, oldest first. */
export async function storedRows({ alerts }: Pick<AlertsHarness, 'alerts'>): Promise<readonly string[]> {
  const filter = { label: null, location: null, state: null, tag: null, tonight: null }
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page = await listMembers(alerts, cooperative, { filter, limit: 200, cursor })
    for (const { subscription } of page?.members ?? []) ids.push(subscription.externalId ?? '')
    cursor = page?.next ?? null
  } while (cursor !== null)
  return ids.toReversed()
}

/** Its process is killed before the portion with this number is stored, from 1. */
export function killedAt(
  { alerts }: Pick<AlertsHarness, 'alerts'>,
  portion: number
): Pick<AlertsHarness, 'alerts'> {
  let begun = 0
  const { members } = alerts
  const add: typeof members.add = async (rows) => {
    begun += 1
    if (begun === portion) throw new Error('killed')
    return members.add(rows)
  }
  return { alerts: { ...alerts, members: { ...members, add } } }
}
