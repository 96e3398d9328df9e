/** Escapes text for HTML and XML alike: as text, and in attributes in double or single quotes. */
export function escapeMarkup(text: string): string {
  return escapeBrackets(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}

export function escapeBrackets(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
