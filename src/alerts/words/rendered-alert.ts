/** An alert in words: what every channel sets in its own type. Plain text: markup has to escape it. */

/**
 * One line of a message.
 * - `lead` the sentence that must be read; `night` the heading of a night; `fact` a label with its value
 * - `note` something to know; `about` a label with its value, of the alert itself
 * - `link` a label with an address; `foot` small print
 */
export interface AlertLine {
  readonly role: 'lead' | 'night' | 'fact' | 'note' | 'about' | 'link' | 'foot'
  readonly label: string | null
  readonly text: string
  /** Another raised night than the chief one. */
  readonly isBesides?: true
}

export interface RenderedAlert {
  /** One line of at most 120 characters, for any place of the table. */
  readonly title: string
  /** For a lock screen: what matters most comes first, since the end may be cut off. */
  readonly short: string
  readonly lines: readonly AlertLine[]
  /** The plant minimum of the chief night; null: none, or not known. */
  readonly minimum: string | null
  /** Other raised nights: `Also: tomorrow night plants −4.8 °C (high frost risk).` */
  readonly besides: readonly string[]
  /** An empty line between paragraphs. */
  readonly text: string
}

export function startsParagraph({ role }: AlertLine, before: AlertLine | undefined): boolean {
  if (before === undefined) return false
  return role === 'night' || (role !== before.role && before.role !== 'night')
}

export function textOf(lines: readonly AlertLine[]): string {
  return lines
    .map((one, index) => {
      const start = startsParagraph(one, lines[index - 1]) ? '\n' : ''
      return `${start}${one.label === null ? '' : `${one.label}: `}${one.text}\n`
    })
    .join('')
}

export function line(role: AlertLine['role'], text: string): AlertLine {
  return { role, label: null, text }
}
