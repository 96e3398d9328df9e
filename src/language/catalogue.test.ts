import { expect, test } from 'vitest'
import { languages, wordsIn } from './language.ts'

/** Each language has its own further names of a crop; English takes the API's own sentences for faults of options. */
const ofOneLanguage = ['cropAliases', 'stageAliases', 'optionFaults', 'optionValues']

/** The members of a catalogue by path, each with what it is; null stands for a text that a language does without. */
function shapeOf(texts: object, path = ''): readonly string[] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]) => {
    const here = `${path}/${name}`
    if (ofOneLanguage.includes(name)) return []
    if (typeof text === 'object' && text !== null) return shapeOf(text, here)
    return [`${here} ${typeof text === 'function' ? 'function' : 'text'}`]
  })
}

test.each(languages)('the catalogue %s has every text of the default language, and no other', (lang) => {
  // English has few refusals and no faults of the store of its own: the problem's detail is English.
  const [{ refusals: _, storeFaults: _english, ...first }, { refusals: __, storeFaults, ...other }] = [
    wordsIn('en'),
    wordsIn(lang)
  ]
  expect(shapeOf(other).toSorted()).toEqual(shapeOf(first).toSorted())
  expect(storeFaults === null).toBe(lang === 'en')
})

test.each(languages)('no text of the catalogue %s is empty or has blanks around it', (lang) => {
  const faulty = (texts: object): readonly string[] =>
    Object.entries(texts).flatMap(([name, text]: [string, unknown]) => {
      if (typeof text === 'object' && text !== null) return faulty(text)
      return typeof text === 'string' && (text === '' || text !== text.trim()) ? [name] : []
    })
  expect(faulty(wordsIn(lang))).toEqual([])
})

/** Read in a terminal, or as a short message whose letters are counted. */
const plain = ['cli', 'commands', 'doctor', 'settings', 'alerts']

test.each(languages)('no number is parted from its unit by the end of a line in the catalogue %s', (lang) => {
  const parted = (texts: object): readonly string[] =>
    Object.entries(texts).flatMap(([name, text]: [string, unknown]) => {
      if (plain.includes(name)) return []
      if (typeof text === 'object' && text !== null) return parted(text)
      return /\d (?:k?m|°[CF]|[kM]B|m\/s|km\/h)(?![\p{L}/])/u.test(String(text)) ? [name] : []
    })
  expect(parted(wordsIn(lang))).toEqual([])
})
