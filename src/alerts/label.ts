/** The subscriber's own name for an alert: what is allowed, and whose words it counts as. */
import { mixedWord, type NameFault, nameFault, plainName } from '../common/plain-name.ts'

export const longestLabel = 80

const reasons: Readonly<Record<NameFault, string>> = {
  control: 'control characters and line ends are not allowed in it',
  invisible: 'characters that are not seen are not allowed in it',
  marks: 'a letter may have at most two marks',
  link:
    'no link, web address, host name, mailbox or @name is allowed in it, and a full stop within it has a space ' +
    'after it',
  formula: 'it may not begin as the formula of a spreadsheet does',
  scripts: 'a word may not mix letters of two alphabets'
}

/** Why a text is not a label, and which one was probably meant; null where it is one. */
export function labelDetail(label: string): string | null {
  const fault = nameFault(label)
  if (fault === null) return null
  const mixed = fault === 'scripts' ? `, as "${mixedWord(label)}" does` : ''
  const meant = meantLabel(label)
  const hint = meant === null ? '' : ` Did you mean "${meant}"?`
  return `A label is a plain name such as "Lower orchard" or "St. Ivo": ${reasons[fault]}${mixed}.${hint}`
}

/** Detail of a value that the schema refuses: another type, too long, or characters that no label has. */
export function unreadLabelDetail(given: unknown, allowed: string): string {
  const isShort = typeof given === 'string' && [...given].length <= longestLabel
  return (isShort ? labelDetail(given) : null) ?? `This must be ${allowed} without control characters.`
}

/** What was probably meant; null for a plain name, or where there is no guess. */
export function meantLabel(label: string): string | null {
  const plain = plainName(label)
  return plain === null || nameFault(label) === null || nameFault(plain) !== null ? null : plain
}

interface ShownLabel {
  /** The label without links and hidden characters, also where an earlier version stored it. */
  readonly label: string | null
  /** Not known to be the reader's own: never in a title, and marked as the words of the person who asked. */
  readonly labelIsOthers: boolean
}

const unlabelled: ShownLabel = { label: null, labelIsOthers: false }

export function shownLabel(label: string | null, isOwn: boolean): ShownLabel {
  if (label === null) return unlabelled
  return { label: plainName(label), labelIsOthers: !isOwn || nameFault(label) !== null }
}

/** For a heading; null where it is not the reader's own. */
export function ownLabel(label: string | null, isOwn: boolean): string | null {
  const shown = shownLabel(label, isOwn)
  return shown.labelIsOthers ? null : shown.label
}
