import { wordsIn } from '../../language/language.ts'
import { dateOrders } from '../../observations/series/wall-clock.ts'
import { html, type Markup } from '../html.ts'
import { fold, option } from '../pieces.ts'
import type { Visitor } from '../visitor.ts'
import { badRow, formNotes, type LoggerVoice, nightNotes, questionIn } from './logger-words.ts'
import type { FileLook } from './thermometer-acts.ts'
import { fileForm, sensorFields } from './thermometer-forms.ts'
import type { Visit } from './thermometer-ports.ts'

const ground = html`<path d="M4 58H92"/>`
const screen = html`<path d="M40 20h16v14H40zM40 25h16M40 30h16"/>`

/** At 1.5 m; in the shade; where cold air gathers; at the height of buds. */
const drawings: readonly Markup[] = [
  html`${ground}${screen}<path d="M48 34V58M70 27V58M66 27h8M66 58h8"/>`,
  html`${ground}<circle cx="16" cy="12" r="6"/><path d="M28 20 60 8l8 6M40 20h16v14H40zM48 34V58"/>
    <path d="M24 46h8M64 46h8" stroke-dasharray="2 3"/>`,
  html`<path d="M4 22C30 24 34 56 58 57S84 44 92 40"/><path d="M54 34h10v9H54zM59 43V57"/>
    <path d="M18 30 34 46M30 46h5v-6" stroke-dasharray="3 2"/>`,
  html`${ground}<path d="M30 58V30M30 40 18 26M30 36 44 22M44 22c4-6 10-6 12-2-2 5-8 6-12 2"/>
    <circle cx="52" cy="32" r="3"/><path d="M52 35V58" stroke-dasharray="2 3"/>`
]

export function placementSection({ lang }: Visitor): Markup {
  const words = wordsIn(lang).thermometers
  const items = words.placements.map(
    (text, index) =>
      html`<li>
        <svg viewBox="0 0 112 64" width="112" height="64" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6">
        ${drawings[index]}</svg><span>${text}</span></li>`
  )
  return fold('placement', words.placement, html`<ul class="placements">${items}</ul>`)
}

/** Asks for a file. @param place What the owner's alert watches, as it may be typed. */
export function fileSection(visit: Visit, place: string | null, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).thermometers
  const fields = html`<label>${words.file.file}<input type="file" name="file" required></label>
    ${sensorFields({ where: 'air_2m', place, station: '' }, visitor)}<button>${words.file.look}</button>`
  return html`<section class="panel"><h2>${words.file.title}</h2><p>${words.file.intro}</p>
  ${fileForm({ visit, act: 'file' }, fields, visitor)}</section>`
}

export function fileMain(look: FileLook, visit: Visit, visitor: Visitor): Markup {
  const { file } = wordsIn(visitor.lang).thermometers
  const { read, stored, form } = look
  const voice = voiceOf(visitor)
  if (stored !== null) return html`${storedWords(look, visitor)}${understood(look, voice)}`
  const question =
    read?.kind === 'question'
      ? html`<h2>${file.question}</h2><p role="status">${questionIn(read.question, voice)}</p>
      <p>${file.nothingStored}</p>`
      : null
  const fields = html`<input type="hidden" name="packed" value="${look.packed}">
    ${sensorFields(
      { where: form.get('where') ?? '', place: form.get('place'), station: form.get('station') ?? '' },
      visitor
    )}
    ${question === null ? fold('reading', file.options, readingFields(form, visitor)) : readingFields(form, visitor)}
    <button class="plain">${file.again}</button>${storeButton(look, visitor)}`
  return html`${question}${understood(look, voice)}${fileForm({ visit, act: 'file' }, fields, visitor)}`
}

function understood({ read, timezone }: FileLook, voice: LoggerVoice): Markup | null {
  if (read?.kind !== 'nights') return null
  const { lang } = voice
  const { file } = wordsIn(lang).thermometers
  const [counted = '', ...nights] = nightNotes(read.nights, timezone, lang)
  const notes = [...formNotes(read, timezone, voice), counted]
  return html`<section class="panel"><h2>${file.understood}</h2><ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>
${badRows(
  read.bad.map((one) => badRow(one, lang)),
  voice
)}</section>
${
  nights.length === 0
    ? null
    : fold(
        'nights',
        file.nights,
        html`<ul>${nights.map((night) => html`<li>${night}</li>`)}
  </ul>`
      )
}`
}

const maxBad = 20

function badRows(
  rows: readonly { readonly line: number; readonly reason: string }[],
  { lang }: Pick<LoggerVoice, 'lang'>
): Markup | null {
  const { observe, thermometers } = wordsIn(lang)
  if (rows.length === 0) return null
  const items = rows
    .slice(0, maxBad)
    .map(({ line, reason }) => html`<li>${observe.badLine(line, reason)}</li>`)
  const more = rows.length - maxBad
  return html`<h3>${thermometers.file.notRead}</h3><ul>${items}</ul>${
    more > 0
      ? html`<p>
    ${thermometers.file.more(more)}</p>`
      : null
  }`
}

function storedWords({ stored }: FileLook, { lang }: Visitor): Markup | null {
  if (stored === null) return null
  const { observe, thermometers } = wordsIn(lang)
  const { sums, refused, readings } = stored
  const rows = sums.stored + sums.replaced + sums.unchanged + refused.length
  const said = observe.summary(rows, sums.stored, sums.replaced, sums.unchanged, refused.length)
  const bad = refused.map(({ line, fault }) => ({ line, reason: observe.rowFault(fault) }))
  return html`<p class="lede" role="status">${said}${readings === 0 ? '' : ` ${thermometers.file.stored(readings)}`}</p>
    ${badRows(bad, { lang })}`
}

function storeButton({ read }: FileLook, { lang }: Visitor): Markup | null {
  const { file } = wordsIn(lang).thermometers
  if (read?.kind !== 'nights') return null
  const { rows, readings } = read
  if (rows.length + readings.length === 0) return html`<p>${file.nothingNew}</p>`
  return html`<p>${file.nothingStored}</p>
    <button name="sure" value="yes">${file.store(rows.length, readings.length)}</button>`
}

function readingFields(form: URLSearchParams, visitor: Visitor): Markup {
  const { series, thermometers } = wordsIn(visitor.lang)
  const { says, asTheFile, zonePlaceholder, columnPlaceholder } = thermometers.file
  const list = (name: 'units' | 'dates', choices: readonly (readonly [string, string])[]): Markup => {
    const chosen = form.get(name) ?? ''
    const options = [['', asTheFile] as const, ...choices].map(([value, text]) => option(value, text, chosen))
    return html`<label>${says[name]}<select name="${name}">${options}</select></label>`
  }
  const text = (name: 'zone' | 'time' | 'temperature', placeholder: string): Markup =>
    html`<label>${says[name]}<input name="${name}" value="${form.get(name)}" maxlength="200"
      placeholder="${placeholder}">
    </label>`
  return html`${list('units', [
    ['C', '°C'],
    ['F', '°F']
  ])}${list(
    'dates',
    dateOrders.map((order) => [order, series.orders[order]] as const)
  )}${text('zone', zonePlaceholder)}${text('time', columnPlaceholder)}${text('temperature', columnPlaceholder)}`
}

/** Questions name the fields below them. */
function voiceOf({ lang }: Visitor): LoggerVoice {
  const { series, thermometers } = wordsIn(lang)
  const shown: Readonly<Record<string, string>> = { ...series.orders, C: '°C', F: '°F' }
  return {
    lang,
    say: (name, value) => {
      const label = thermometers.file.says[name]
      return value === undefined ? `“${label}”` : `“${label}: ${(shown[value] ?? value).replaceAll('"', '')}”`
    }
  }
}
