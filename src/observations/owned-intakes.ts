import { createHash, randomInt } from 'node:crypto'
import type { Intake, IntakeStore } from './intake-ports.ts'

/** The secret of an intake, typed on a console: short, of lower-case letters and digits that look like no other. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

export const secretLength = 16

/** A new secret of 80 bits. */
export function newSecret(): string {
  return Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** An API key, or the subscription that a token manages. */
export interface IntakeHolder {
  readonly id: string
  readonly isOperator: boolean
  readonly isSubscription: boolean
}

export const maxIntakes = 200
/** A grower's field has few consoles, and a subscription costs nothing. */
const maxOfSubscription = 5

export function maxIntakesOf({ isSubscription }: Pick<IntakeHolder, 'isSubscription'>): number {
  return isSubscription ? maxOfSubscription : maxIntakes
}

/** An intake of another owner is not known to this one. */
export function isHeldBy(holder: IntakeHolder, { owner }: Pick<Intake, 'owner'>): boolean {
  return holder.isOperator || owner === holder.id
}

/** Makes an intake; its secret is shown once. Null where the holder already has as many as are allowed. */
export async function makeIntake(
  store: Pick<IntakeStore, 'intakes' | 'addIntake'>,
  holder: IntakeHolder,
  { label, unit, now }: Pick<Intake, 'label' | 'unit'> & { now: number }
): Promise<{ readonly intake: Intake; readonly secret: string } | null> {
  const own = await store.intakes(holder.id, maxIntakes)
  const taking = own.filter(({ revokedAt }) => revokedAt === null)
  if (taking.length >= maxIntakesOf(holder) || own.length >= maxIntakes) return null
  const secret = newSecret()
  const made = { owner: holder.id, isOperators: holder.isOperator, label: label.trim(), unit }
  return { intake: await store.addIntake({ ...made, secretHash: hashOfSecret(secret) }, now), secret }
}

/** Replaces the secret; the previous one is refused from now on. */
export async function rotateIntake(
  store: Pick<IntakeStore, 'changeIntake'>,
  { seq }: Pick<Intake, 'seq'>
): Promise<string> {
  const secret = newSecret()
  await store.changeIntake(seq, { secretHash: hashOfSecret(secret) })
  return secret
}

/** Revokes an intake; the readings that it has sent stay. */
export async function revokeIntake(
  store: Pick<IntakeStore, 'changeIntake'>,
  intake: Intake,
  now: number
): Promise<Intake> {
  const revokedAt = intake.revokedAt ?? now
  await store.changeIntake(intake.seq, { revokedAt })
  return { ...intake, revokedAt }
}
