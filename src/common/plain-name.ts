/** What in people's names could be a link, hides something, or would be computed by a spreadsheet. Linear time. */

/** What is wrong with a name, the gravest first. */
const nameFaults = ['control', 'invisible', 'marks', 'link', 'formula', 'scripts'] as const
export type NameFault = (typeof nameFaults)[number]

/** Line ends and other characters that move a cursor, unassigned code points, and lone surrogates. */
const control = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u
/** What is not drawn: joiners, fillers, directions, tags, blank braille. */
const invisible = /[\p{DI}\p{Cf}\u2800]/u
/** Asks for an emoji in colour, as telephones write it: `❄️`. */
const emojiStyle = /([\p{Extended_Pictographic}\d#*])\ufe0f/gu
const marks = /\p{M}{3}/u

/** Every sign that a browser takes for the dot of a host name (UTS 46). */
const dots = /[．。｡․]/g
/** `evil.example`, `163.com`; not `St. Ivo`, `No.3`, `1.5 da`, `3.A`. */
const host = /[^\s.]\.\p{L}\p{M}*[\p{L}\p{N}-]/u
/** An address such as 192.0.2.1; a date has two dots. */
const dottedNumbers = /\d\.\d{1,3}\.\d{1,3}\.\d/
/** What telephones and chats begin something with; a name has a space after its colon. */
const scheme =
  /(?<![\p{L}\p{M}\p{N}])(tel|sms|callto|facetime|whatsapp|skype|tg|intent|magnet|geo|data|javascript):(?=\S)/iu
const links = [
  host,
  scheme,
  dottedNumbers,
  /:\s?[/\\]{2}/,
  /www\.\S/i,
  // Mail programs and chats make links of mailboxes, names of users and commands.
  /@[\p{L}\p{N}_]/u,
  /(?:^|\s)\/[A-Za-z]/
] as const

/** Beginnings of a cell that spreadsheets take for a formula. */
const formulas = [
  /^\s*[=＝]/,
  /^\s*[-+−@＋－＠]\s*[\p{L}(]/u,
  /^\s*[-+−]\d+[-+*/^&|(!]/,
  /=\s*[\p{L}\p{M}]+\s*\(/u
] as const

/** What is wrong with a name; null where nothing is. */
export function nameFault(name: string): NameFault | null {
  const text = name.replaceAll(emojiStyle, '$1')
  const read = text.normalize('NFKC').replaceAll(dots, '.')
  const found: Readonly<Record<NameFault, boolean>> = {
    control: control.test(text),
    invisible: invisible.test(text),
    marks: marks.test(text),
    link: links.some((link) => link.test(text) || link.test(read)),
    formula: formulas.some((formula) => formula.test(text) || formula.test(read)),
    scripts: wordsOf(text).some(mixesScripts)
  }
  return nameFaults.find((fault) => found[fault]) ?? null
}

/** The first word with letters of two alphabets; null where there is none. */
export function mixedWord(name: string): string | null {
  return wordsOf(name).find(mixesScripts) ?? null
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{M}\p{N}_]+/u)
}

const latin = /\p{sc=Latin}/u
const cyrillic = /\p{sc=Cyrillic}/u
const greek = /\p{sc=Greek}/u
/** Written with Latin letters without being taken for them, or part of no alphabet. */
const harmless =
  /[\p{sc=Latin}\p{sc=Zyyy}\p{sc=Zinh}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}]/gu

/** Latin and any other alphabet, as in `pаypal` with a Cyrillic а; or Cyrillic and Greek. */
function mixesScripts(word: string): boolean {
  if (latin.test(word)) return word.replaceAll(harmless, '') !== ''
  return cyrillic.test(word) && greek.test(word)
}

/** Letters that look alike, Latin ones after Cyrillic and Greek ones. */
const alikePairs =
  'аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw ӏl' +
  ' АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS ' +
  'αa οo ρp νv υu ιi κk ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX'
const alike = new Map(alikePairs.split(' ').map((pair) => [pair[0] ?? '', pair[1] ?? '']))

/** A name without hidden characters, links and formulas; words of two non-Latin alphabets stay. Null: nothing left. */
export function plainName(name: string): string | null {
  if (nameFault(name) === null) return name.trim() || null
  const drawn = name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\p{C}\p{DI}\u2800]/gu, '')
    .normalize('NFKC')
    .replaceAll(dots, '.')
    .replaceAll(/[/\\]{2,}/g, ' ')
    .replaceAll(/(\p{M}\p{M})\p{M}+/gu, '$1')
  const oneAlphabet = drawn
    .split(/([^\p{L}\p{M}\p{N}_]+)/u)
    .map((word) => (mixesScripts(word) ? latinised(word) : word))
    .join('')
  return (
    withoutLinks(withoutFormula(oneAlphabet.normalize('NFKC')))
      .replaceAll(/\s+/g, ' ')
      .trim() || null
  )
}

function withoutLinks(text: string): string {
  const apart = text
    .split(scheme)
    .map((part, index) => (index % 2 === 1 ? `${part}: ` : part))
    .join('')
    .replaceAll(/(www)\.(?=\S)/gi, '$1. ')
    .replaceAll(/([^\s.])\.(?=\p{L})/gu, '$1. ')
    .replaceAll(/@(?=[\p{L}\p{N}_])/gu, '@ ')
    .replaceAll(/(^|\s)\/(?=[A-Za-z])/g, '$1/ ')
  return dottedNumbers.test(apart) ? apart.replaceAll(/\.(?=\d)/g, '. ') : apart
}

function withoutFormula(text: string): string {
  if (!formulas.some((formula) => formula.test(text))) return text
  return text.replaceAll('=', ' ').replace(/^[-+−@\s]+/, '')
}

function latinised(word: string): string {
  return [...word].map((letter) => alike.get(letter) ?? letter).join('')
}
