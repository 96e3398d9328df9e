import type { BrokerTopics } from '../stations/upload.ts'
import type { SensorOfRow } from './row-parts.ts'

/** One secret, by which a station or an application sends what its sensors read. */
export interface Intake {
  readonly seq: number
  /** The id of an API key or of a subscription, or `operator`. */
  readonly owner: string
  readonly isOperators: boolean
  /** A name of the owner's; the empty text without one. */
  readonly label: string
  /** The unit of its temperatures, whatever their names say; null: the unit of their names. */
  readonly unit: 'C' | 'F' | null
  /** The topics of the operator's broker that it reads; null: none. */
  readonly mqtt: BrokerTopics | null
  /** [ms since epoch] */
  readonly createdAt: number
  /** Since when its uploads are refused [ms since epoch]; null where it is not revoked. */
  readonly revokedAt: number | null
  /** Last upload [ms since epoch]; null before the first. */
  readonly contactAt: number | null
}

type NewIntake = Pick<Intake, 'owner' | 'isOperators' | 'label' | 'unit'> & {
  readonly secretHash: string
}

interface IntakeChannelName {
  readonly device: string
  readonly field: string
}

export interface IntakeChannel extends IntakeChannelName {
  /** The last value as it was sent, shortened. */
  readonly lastValue: string
  readonly unit: 'C' | 'F' | null
  readonly isIndoors: boolean
  readonly firstAt: number
  readonly lastAt: number
  /** How far the clock of a station is ahead [ms], and in how many uploads running. */
  readonly clock: {
    readonly ms: number
    readonly uploads: number
  } | null
  /** The sensor whose readings they are; null: none, and nothing of it is stored. */
  readonly sensor: SensorOfRow | null
}

export interface Refusal {
  readonly reason: string
  /** Why the newest upload was refused, as a sentence. */
  readonly detail: string
}

export interface CountedRefusal extends Refusal {
  readonly count: number
  readonly lastAt: number
}

export interface IntakeStore {
  readonly addIntake: (intake: NewIntake, now: number) => Promise<Intake>
  /** An intake that is not revoked, of a living key or subscription. */
  readonly intakeOf: (secretHash: string) => Promise<Intake | null>
  readonly intakeOwners: () => Promise<readonly string[]>
  /** Intakes that read topics, of owners that are not revoked. */
  readonly brokerIntakes: () => Promise<readonly Intake[]>
  readonly intake: (seq: number) => Promise<Intake | null>
  /** One owner's, or all for null; by number. */
  readonly intakes: (owner: string | null, limit: number) => Promise<readonly Intake[]>
  readonly changeIntake: (
    seq: number,
    change: Partial<Pick<Intake, 'label' | 'unit' | 'mqtt' | 'revokedAt'> & Pick<NewIntake, 'secretHash'>>
  ) => Promise<void>
  readonly channels: (seq: number) => Promise<readonly IntakeChannel[]>
  /** Mapped channels of stations that are not revoked, last heard between two instants, with name and owner. */
  readonly mappedChannels: (
    from: number,
    until: number
  ) => Promise<readonly (IntakeChannel & Pick<Intake, 'label' | 'owner'>)[]>
  /** False for a channel that was never heard. */
  readonly mapChannel: (seq: number, name: IntakeChannelName, sensor: SensorOfRow | null) => Promise<boolean>
  readonly refusals: (seq: number) => Promise<readonly CountedRefusal[]>
  readonly noteUpload: (seq: number, upload: NotedUpload, now: number) => Promise<void>
}

export interface NotedUpload {
  readonly channels: readonly Omit<IntakeChannel, 'firstAt' | 'lastAt' | 'sensor'>[]
  readonly refusals: readonly Refusal[]
}
