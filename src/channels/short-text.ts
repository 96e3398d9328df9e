/** Text for little space: whole lines are left out from the end, so that no word or character is cut. */
import { type RenderedAlert, startsParagraph } from '../alerts/words/rendered-alert.ts'

/** A single line that is too long is cut. */
export function fitLines(lines: readonly string[], limit: { readonly bytes: number }): string {
  const stored: string[] = []
  let bytes = 0
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1
    if (bytes - 1 > limit.bytes) break
    stored.push(line)
  }
  if (stored.length > 0 || lines[0] === undefined) return stored.join('\n').trimEnd()
  return firstCharacters(lines[0], limit.bytes)
}

function firstCharacters(text: string, bytes: number): string {
  let fitting = ''
  let length = Buffer.byteLength('…')
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += Buffer.byteLength(segment)
    if (length > bytes) break
    fitting += segment
  }
  return `${fitting}…`
}

/** Lines below title and short text: everything but links and the content of the short text. */
export function detailLines(rendered: RenderedAlert): readonly string[] {
  const shown = rendered.lines.filter(
    ({ role, text }) => role !== 'link' && !(role === 'lead' && rendered.short.includes(text))
  )
  return shown.flatMap((line, index) => {
    const words = line.label === null ? line.text : `${line.label}: ${line.text}`
    return startsParagraph(line, shown[index - 1]) ? ['', words] : [words]
  })
}

/** Links in order: details, manage, stop; or confirm. */
export function links(rendered: RenderedAlert): readonly { readonly label: string; readonly url: string }[] {
  return rendered.lines
    .filter(({ role }) => role === 'link')
    .map(({ label, text }) => ({ label: label ?? text, url: text }))
}
