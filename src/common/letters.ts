/**
 * Small letters without marks and without what is not seen, such as a soft hyphen: `İ`, `I`, `ı` and `i` all become
 * `i`, `Ş` becomes `s`, `â` becomes `a`. A locale's own lower case would keep the four apart, and
 * `'İ'.toLowerCase()` is two code points. What parts Arabic letters unseen (U+200C) stays.
 */
export function plainLetters(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u{AD}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}]+/gu, '')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replaceAll('ı', 'i')
}
