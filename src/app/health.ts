/** Whether the work of alerts is running: the outcome of each round, and whether the database is intact. */
import { minuteMs } from '../common/time.ts'
import type { Report } from '../forecasts/ports.ts'
import type { DatabaseEvents } from '../store/database.ts'
import { isUnavailable } from '../store/store-error.ts'

/** What readiness depends on; `lease` is this process's on watching, `worker` the life of the one that watches. */
type CheckName = 'watch' | 'evaluate' | 'deliver' | 'lease' | 'worker' | 'database'

interface Check {
  readonly name: CheckName
  readonly isFailing: boolean
  /** When it last started or ceased to fail [ms since epoch]. */
  readonly since: number
}

export interface Health {
  /** Call it at the end of every run of a round, with its error, or null. */
  readonly ended: (round: string, failure: unknown) => void
  /** An empty list clears earlier findings, unless a statement found damage just now. */
  readonly checked: (findings: readonly string[]) => void
  readonly checks: () => readonly Check[]
  /** Whether no check is failing: only then are alerts reliable. */
  readonly isWorking: () => boolean
  readonly failuresInRow: () => ReadonlyMap<string, number>
  readonly connectionsLost: () => number
  readonly isCorrupt: () => boolean
  readonly databaseEvents: DatabaseEvents
  readonly onCorrupt: (listener: () => void) => void
}

/** Three failures in a row over ten seconds: more than a database's restart. Damage is reported for ten minutes. */
const failing = { inRow: 3, overMs: 10_000, damageMs: 10 * minuteMs } as const
const checksOfRounds: Readonly<Record<string, CheckName>> = {
  watch: 'watch',
  evaluate: 'evaluate',
  deliver: 'deliver',
  'lease alerts': 'lease',
  workers: 'worker'
}
/** Rounds that query the database every few seconds, so they show whether it can be reached. */
const databaseRounds: readonly string[] = ['deliver', 'workers']
/** Checks of a process that watches and delivers, and of one with the role `api`. */
const checksOfWork: readonly CheckName[] = ['watch', 'evaluate', 'deliver', 'lease', 'database']
const checksOfApi: readonly CheckName[] = ['evaluate', 'worker', 'database']

interface HealthDeps {
  readonly clock: () => number
  readonly report: Report
  /** False: another process does the work of alerts; default: true. */
  readonly works?: boolean
}

export function openHealth(deps: HealthDeps): Health {
  const { clock, report } = deps
  const tallies = new Map<string, { failures: number; firstAt: number }>()
  const checks = openChecks(deps)
  const listeners = new Set<() => void>()
  let lost = 0
  let damage: string | null = null
  /** When a statement last found damage [ms since epoch]. */
  let foundAt: number | null = null

  const tally = (name: string, failure: unknown): boolean => {
    const { failures, firstAt } = tallies.get(name) ?? { failures: 0, firstAt: 0 }
    const now = clock()
    // After the clock was set back, the time counts from now.
    const began = failures === 0 || firstAt > now ? now : firstAt
    tallies.set(
      name,
      failure === null ? { failures: 0, firstAt: 0 } : { failures: failures + 1, firstAt: began }
    )
    return failure !== null && failures + 1 >= failing.inRow && now - began >= failing.overMs
  }
  const corrupt = (message: string): void => {
    if (damage === null) report('database_corrupt', { message })
    damage = message
    checks.set('database', message)
  }
  return {
    ended(round, failure) {
      const check = checksOfRounds[round]
      const isFailing = tally(round, failure)
      if (check !== undefined) checks.set(check, isFailing ? messageOf(failure) : null)
      if (!databaseRounds.includes(round)) return
      const isAway = tally('database', failure !== null && isUnavailable(failure) ? failure : null)
      checks.set('database', damage ?? (isAway ? messageOf(failure) : null))
    },
    checked(findings) {
      const [first = null] = findings
      if (first !== null) return corrupt(findings.join('; '))
      // A check without findings does not outweigh statements that still fail.
      const sinceMs = foundAt === null ? Number.POSITIVE_INFINITY : clock() - foundAt
      if (sinceMs >= 0 && sinceMs < failing.damageMs) return
      damage = null
      checks.set('database', null)
    },
    checks: checks.all,
    isWorking: () => checks.all().every(({ isFailing }) => !isFailing),
    failuresInRow: () => new Map([...tallies].map(([name, { failures }]) => [name, failures])),
    connectionsLost: () => lost,
    isCorrupt: () => damage !== null,
    databaseEvents: {
      connectionLost: () => {
        lost += 1
      },
      corrupt: (error) => {
        const isNew = damage === null
        foundAt = clock()
        corrupt(messageOf(error))
        // Once: the check reads the whole file, and statements may continue to fail each second.
        if (isNew) for (const listener of listeners) listener()
      }
    },
    onCorrupt: (listener) => void listeners.add(listener)
  }
}

function openChecks({ clock, report, works = true }: HealthDeps): {
  readonly set: (name: CheckName, failure: string | null) => void
  readonly all: () => readonly Check[]
} {
  const names = works ? checksOfWork : checksOfApi
  const openedAt = clock()
  const all = new Map(
    names.map((name): [CheckName, Check] => [name, { name, isFailing: false, since: openedAt }])
  )
  return {
    all: () => [...all.values()],
    set(name, failure) {
      const isFailing = failure !== null
      if (all.get(name)?.isFailing === isFailing) return
      all.set(name, { name, isFailing, since: clock() })
      if (isFailing) report('check_failing', { check: name, message: failure })
      else report('check_recovered', { check: name })
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
