/** A pseudo-language: the Turkish catalogue with a mark around every text, to find texts that do not come from it. */
import { channelKinds } from '../../../src/channels/registry.ts'
import { localized, wordsIn } from '../../../src/language/language.ts'
import { sourceIds, sourceRemedy } from '../../../src/sources/registry.ts'

/** What is no text for a person: the words of addresses, and the marks within numbers and clock times. */
const unmarked: readonly string[] = ['paths', 'clockMark', 'decimalMark', 'groupMark']

/** Marks every text of the Turkish catalogue in place, for as long as this test file runs. */
export function markTurkish(): void {
  // As a language does that no folder knows.
  for (const { kind, names } of channelKinds)
    Object.assign(wordsIn('tr').channels.names, { [kind]: localized(names, 'tr') })
  for (const id of sourceIds) {
    const remedy = sourceRemedy(id)
    if (remedy !== null) Object.assign(remedy, { tr: marked(localized(remedy, 'tr')) })
  }
  markAll(wordsIn('tr') as unknown as Record<string, unknown>)
}

function markAll(texts: Record<string, unknown>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (unmarked.includes(name)) continue
    if (typeof text === 'string') texts[name] = marked(text)
    else if (typeof text === 'function') texts[name] = (...parts: unknown[]) => marked(String(text(...parts)))
    else if (typeof text === 'object' && text !== null) markAll(text as Record<string, unknown>)
  }
}

function marked(text: string): string {
  return `⟦${text}⟧`
}

/** What is left of a text without its marked parts, which may stand inside one another. */
function unmarkedPart(text: string): string {
  let rest = text
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ')
  }
  return rest
}

/** The words of two letters and more that stand outside marks, apart from data. */
export function unmarkedWords(text: string, data: readonly string[]): readonly string[] {
  const rest = data
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, one) => left.replaceAll(one, ' '), unmarkedPart(text).replaceAll(/https?:\S+/g, ' '))
  return rest.match(/\p{L}{2,}/gu) ?? []
}

/** Attributes that are shown or read aloud, and those whose text a script shows. */
const shownAttributes =
  /\s(?:title|alt|aria-label|placeholder|content|label|data-(?:label|done|past|left[\w-]*|failed|forbidden|copy|copied|save|remove|full|offline))="([^"]*)"/g
/** Texts for a script, by name and as JSON. */
const scriptTexts = /\sdata-(?:texts|problems)="([^"]*)"/g

/** What a person reads on a page: its text and the attributes that are shown or read aloud, one a line. */
export function textsOf(page: string): string {
  const body = page
    .replaceAll(/<(style|script|textarea|code|pre)\b[^>]*>[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<meta (?:name="(?:viewport|robots)"|property="og:(?:url|image)")[^>]*>/g, '')
  const attributes = [...body.matchAll(shownAttributes)].map(([, text]) => text)
  const written = [...body.matchAll(scriptTexts)].flatMap(([, json = '']) => valuesOf(unescaped(json)))
  const text = body.replaceAll(/<[^>]*>/g, '\n')
  return [...attributes, ...written, text].join('\n').replaceAll(/&[a-z0-9#]+;/g, ' ')
}

/** The texts in a JSON text, without the names of members. */
function valuesOf(json: string): readonly string[] {
  const values = (one: unknown): readonly string[] =>
    typeof one === 'object' && one !== null ? Object.values(one).flatMap(values) : [String(one)]
  return values(JSON.parse(json))
}

function unescaped(text: string): string {
  return text
    .replaceAll(/&(?:quot|#34);/g, '"')
    .replaceAll(/&(?:apos|#39);/g, "'")
    .replaceAll('&amp;', '&')
}
