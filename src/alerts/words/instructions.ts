/** What a person has to do after subscribing. */
import { type Language, wordsIn } from '../../language/language.ts'

/** The sentence behind a word of `Setup.instructions`, or null where the word has none. */
export function instructionSentence(word: string, lang: Language): string | null {
  const { instructions } = wordsIn(lang).alerts
  return Object.hasOwn(instructions, word) ? (instructions[word] ?? null) : null
}
