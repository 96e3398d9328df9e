/** What is wrong with a request in one text: many a program shows the detail and nothing else. */

const mostShown = 5

/** Each fault after the name of its parameter or member; how many more there are is said at the end. */
export function faultSentences(
  faults: readonly { readonly name: string; readonly detail: string }[]
): string {
  const shown = faults
    .slice(0, mostShown)
    .map(({ name, detail }) => (name === '' ? detail : `${name}: ${detail}`))
  const more = faults.length - shown.length
  return shown.join(' ') + (more > 0 ? ` ${more} more in "errors".` : '')
}
