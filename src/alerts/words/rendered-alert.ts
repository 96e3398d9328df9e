/**
 * An alert in words: what every channel sets in its own type. Plain text throughout; whoever makes markup escapes it.
 */

/**
 * One line of a message.
 * - `lead` the sentence that must be read; `night` the heading of a night; `fact` a label with its value
 * - `note` something to know; `about` a label with its value, of the alert itself
 * - `link` a label with an address; `foot` small print
 */
export interface AlertLine {
  readonly role: 'lead' | 'night' | 'fact' | 'note' | 'about' | 'link' | 'foot'
  /** Stands before the text; null where the text stands alone. */
  readonly label: string | null
  /** For `link`: the absolute URL. */
  readonly text: string
  /** Of a raised night besides the one that the message is about. */
  readonly isBesides?: true
}

export interface RenderedAlert {
  /** Subject or heading, without a line break, ≤ 120 characters for any place of the table. */
  readonly title: string
  /**
   * The whole of it in a few sentences, for a lock screen: what matters most comes first, since the end may be cut off
   * there.
   */
  readonly short: string
  readonly lines: readonly AlertLine[]
  /** The plant minimum of the night that the message is about; null where it is about none, or that is not known. */
  readonly minimum: string | null
  /** The other raised nights in one clause: `Also: tomorrow night plants −4.8 °C (high frost risk).`; empty: none. */
  readonly besides: readonly string[]
  /** All lines as plain text, paragraphs set apart by an empty line. */
  readonly text: string
}

/** Whether an empty line sets a line apart from the one before it. */
export function startsParagraph({ role }: AlertLine, before: AlertLine | undefined): boolean {
  if (before === undefined) return false
  return role === 'night' || (role !== before.role && before.role !== 'night')
}

/** Lines as plain text, paragraphs set apart by an empty line. */
export function textOf(lines: readonly AlertLine[]): string {
  return lines
    .map((one, index) => {
      const start = startsParagraph(one, lines[index - 1]) ? '\n' : ''
      return `${start}${one.label === null ? '' : `${one.label}: `}${one.text}\n`
    })
    .join('')
}

export function fact(label: string, text: string): AlertLine {
  return { role: 'fact', label, text }
}

export function line(role: AlertLine['role'], text: string): AlertLine {
  return { role, label: null, text }
}
