/**
 * Small letters without marks: `İ`, `I`, `ı` and `i` all become `i`, `Ş` becomes `s`, `â` becomes `a`. A locale's own
 * lower case would keep the four apart, and `'İ'.toLowerCase()` is two code points.
 */
export function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replaceAll('ı', 'i')
}
