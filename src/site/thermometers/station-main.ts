import { dateTimeLabel } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import { formatNumber } from '../../language/numbers.ts'
import type { CountedRefusal, Intake, IntakeChannel } from '../../observations/intake-ports.ts'
import type { SensorView } from '../../observations/sensor-view.ts'
import { html, type Markup } from '../html.ts'
import { option } from '../pieces.ts'
import type { Visitor } from '../visitor.ts'
import { sensorSections } from './sensor-section.ts'
import { pageForm, sensorFields } from './thermometer-forms.ts'
import type { Visit } from './thermometer-ports.ts'
import { placeAsTyped } from './typed-place.ts'

interface StationShown {
  readonly visit: Visit
  readonly intake: Intake
  readonly channels: readonly IntakeChannel[]
  readonly silent: readonly IntakeChannel[]
  readonly refusals: readonly CountedRefusal[]
  readonly sensors: readonly SensorView[]
  readonly sensorCount: number
  readonly isRevoking: boolean
  readonly watched: string | null
  /** The zone of the clock that the page shows. */
  readonly timezone: string
}

export function stationMain(shown: StationShown, visitor: Visitor): Markup {
  const { intake, timezone, visit } = shown
  const words = wordsIn(visitor.lang).thermometers
  const when = (at: number): string => dateTimeLabel(at, timezone, visitor.lang)
  const contact = intake.contactAt === null ? words.never : when(intake.contactAt)
  const revoked =
    intake.revokedAt === null ? null : html`<p><b>${words.revokedSince(when(intake.revokedAt))}</b></p>`
  const isChanged = visit.only === null && intake.revokedAt === null
  return html`<dl class="facts"><div><dt>${words.lastContact}</dt><dd>${contact}</dd></div></dl>
    ${revoked}${silentLine(shown, visitor)}
${pageForm({ visit, intake: intake.seq }, html`<button class="plain">${words.lookAgain}</button>`, visitor)}
${sensorSections(shown.sensors, shown.sensorCount, visitor)}
${channelsSection(shown, visitor)}
${refusalsSection(shown, visitor)}
${isChanged ? settings(shown, visitor) : null}`
}

/** What is missed, and since when the first of it. */
function silentLine({ silent, timezone }: StationShown, { lang }: Visitor): Markup | null {
  const [first] = silent.toSorted((one, other) => one.lastAt - other.lastAt)
  if (first === undefined) return null
  const words = wordsIn(lang).thermometers
  const since = dateTimeLabel(first.lastAt, timezone, lang)
  return html`<p role="status"><strong>${words.silent(since)}</strong> ${words.silentRemedy}</p>`
}

function channelsSection(
  { channels, visit, intake, watched }: StationShown,
  visitor: Visitor
): Markup | null {
  const words = wordsIn(visitor.lang).thermometers
  if (channels.length === 0) return null
  const item = (channel: IntakeChannel): Markup => {
    const { device, field, lastValue, unit, isIndoors, sensor } = channel
    const value = `${asSent(lastValue, visitor)}${unit === null ? '' : ` °${unit}`}`
    const where = sensor === null ? words.notMapped : words.wheres[sensor.exposure ?? sensor.kind]
    // A secret travels unencrypted: it does not show where the field is.
    const state = sensor === null || visit.only !== null ? where : `${where}: ${placeAsTyped(sensor.place)}`
    const head = html`<h3><code>${field}</code>${
      device === ''
        ? null
        : html` <span class="quiet small">${device}
      </span>`
    }</h3><p>${value}${isIndoors ? ` · ${words.indoors}` : ''} · ${state}</p>`
    const isFixed = visit.only !== null || intake.revokedAt !== null
    return html`<li>${head}${isFixed ? null : mapForm({ visit, intake, watched, channel }, visitor)}</li>`
  }
  return html`<section><h2>${words.channels}</h2><p>${words.channelsText}</p>
    <ul class="stations">${channels.map(item)}</ul></section>`
}

/** A value with all the digits that were sent. */
function asSent(value: string, { lang }: Visitor): string {
  const plain = /^-?\d{1,6}(?:\.(\d{1,6}))?$/.exec(value)
  return plain === null ? value.replace('-', '−') : formatNumber(Number(value), plain[1]?.length ?? 0, lang)
}

interface Mapped extends Pick<StationShown, 'visit' | 'intake' | 'watched'> {
  readonly channel: IntakeChannel
}

function mapForm({ visit, intake, watched, channel }: Mapped, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).thermometers
  const { device, field, sensor } = channel
  const where = sensor === null ? 'none' : (sensor.exposure ?? sensor.kind)
  const place = sensor === null ? watched : placeAsTyped(sensor.place)
  const typed = { where, place, station: sensor?.station ?? '' }
  const fields = html`${sensorFields(typed, visitor, ['none'])}
    <button aria-label="${words.map}: ${field} ${device}">${words.map}</button>`
  return pageForm({ visit, act: 'map', intake: intake.seq, device, field }, fields, visitor)
}

function refusalsSection({ refusals, intake, timezone }: StationShown, visitor: Visitor): Markup | null {
  const words = wordsIn(visitor.lang).thermometers
  if (intake.contactAt === null) return null
  const sentences: Readonly<Record<string, string>> = words.reasons
  const item = ({ reason, detail, count, lastAt }: CountedRefusal): Markup => {
    const said = sentences[reason] ?? words.reasons.other
    const counted = words.refusal(
      formatNumber(count, 0, visitor.lang),
      dateTimeLabel(lastAt, timezone, visitor.lang)
    )
    // What is stored of the newest is in English.
    const more = visitor.lang === 'en' ? html` <span class="quiet small">${detail}</span>` : null
    return html`<li>${said} <span class="quiet">(${counted})</span>${more}</li>`
  }
  const list = refusals.length === 0 ? html`<p>${words.noRefusals}</p>` : html`<ul>${refusals.map(item)}</ul>`
  return html`<section><h2>${words.refusals}</h2>${list}</section>`
}

function settings({ visit, intake, isRevoking }: StationShown, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).thermometers
  const { seq, label } = intake
  const named = html`${nameFields(intake, visitor)}<button>${words.change}</button>`
  const sure = html`<button class="danger">${words.revokeSure}</button>`
  const revoke = isRevoking
    ? html`<p role="status">${words.revokeText}</p>${pageForm(
        { visit, intake: seq },
        html`<button class="plain">
      ${words.revokeNot}
      </button>`,
        visitor
      )}${pageForm({ visit, act: 'revoke', sure: 'yes', intake: seq }, sure, visitor)}`
    : pageForm(
        { visit, act: 'revoke', intake: seq },
        html`<button class="danger">${words.revoke}</button>`,
        visitor
      )
  return html`<section><h2>${label === '' ? words.unnamed : label}</h2>
    ${pageForm({ visit, act: 'change', intake: seq }, named, visitor)}
<p>${words.rotateText}</p>${pageForm(
    { visit, act: 'rotate', intake: seq },
    html`<button class="plain">${words.rotate}
  </button>`,
    visitor
  )}${revoke}</section>`
}

export function nameFields({ label, unit }: Pick<Intake, 'label' | 'unit'>, { lang }: Visitor): Markup {
  const words = wordsIn(lang).thermometers
  const options = ([null, 'C', 'F'] as const).map((one) =>
    option(one ?? '', words.units[one ?? 'names'], unit ?? '')
  )
  return html`<label>${words.name}
    <input name="label" value="${label}" maxlength="64" placeholder="${words.namePlaceholder}"></label>
    <label>${words.unit}<select name="unit">${options}</select></label>`
}
