/** Intakes as they are answered. */
import type { Static } from 'typebox'
import { secondMs } from '../../common/time.ts'
import type { CountedRefusal, Intake, IntakeChannel } from '../../observations/intake-ports.ts'
import type { SensorOfRow } from '../../observations/row-parts.ts'
import type { IntakeDetail, intakeRow, intakeSecretAnswer } from './intakes.schema.ts'

export function presentIntake(intake: Intake): Static<typeof intakeRow> {
  return {
    id: String(intake.seq),
    owner: intake.owner,
    label: intake.label || null,
    unit: intake.unit,
    mqtt: intake.mqtt,
    created_at: instantOf(intake.createdAt),
    revoked_at: instantOrNull(intake.revokedAt),
    last_contact_at: instantOrNull(intake.contactAt)
  }
}

export function presentDetail(
  intake: Intake,
  channels: readonly IntakeChannel[],
  refusals: readonly CountedRefusal[]
): IntakeDetail {
  return {
    ...presentIntake(intake),
    channels: channels.map((channel) => ({
      device: channel.device,
      field: channel.field,
      last_value: channel.lastValue,
      unit: channel.unit,
      is_indoors: channel.isIndoors,
      first_at: instantOf(channel.firstAt),
      last_at: instantOf(channel.lastAt),
      clock_seconds: channel.clock === null ? null : Math.round(channel.clock.ms / secondMs),
      sensor: channel.sensor === null ? null : presentSensor(channel.sensor)
    })),
    refusals: refusals.map(({ reason, detail, count, lastAt }) => {
      return { reason, detail, count, last_at: instantOf(lastAt) }
    })
  }
}

function presentSensor({ place, kind, exposure, station }: SensorOfRow) {
  const where =
    'location' in place
      ? { location: place.location, lat: null, lon: null, elevation: null }
      : { location: null, ...place }
  return { ...where, kind, exposure, station: station || null }
}

export function presentAddresses(
  siteUrl: string,
  secret: string
): Static<typeof intakeSecretAnswer>['addresses'] {
  const at = (path: string) => `${siteUrl}/ingest/${path}/${secret}`
  return { ecowitt: at('ecowitt'), wu: at('wu'), lorawan: at('lorawan') }
}

function instantOf(at: number): string {
  return new Date(at).toISOString()
}

function instantOrNull(at: number | null): string | null {
  return at === null ? null : instantOf(at)
}
