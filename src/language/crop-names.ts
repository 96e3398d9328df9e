import { nearestName, plainLetters } from '../common/near-name.ts'
import { type Crop, type CropStage, cropById, crops } from '../frost/crops.ts'
import { askableStages, autoStage } from '../frost/scoring-profile.ts'
import { type Language, languages, wordsIn } from './language.ts'

/** The longest name that is looked up, in characters. */
export const longestName = 64

type Names<One> = Readonly<Record<string, One>>

export function cropName(crop: string, lang: Language): string {
  const { generic, names } = wordsIn(lang).crops
  return crop === 'generic' ? generic : (own(names, crop) ?? asWords(crop))
}

/** The stage's name in lower case; without a name the id as words. */
export function stageName(crop: string, stage: string, lang: Language): string {
  const { stages, estimated } = wordsIn(lang).crops
  if (stage === autoStage) return estimated
  return own(stages, `${crop}/${stage}`) ?? own(stages, stage) ?? asWords(stage)
}

/** `Malatya apricot`, the first letter in lower case; empty without a crop. */
export function cropInTitle(crop: string, lang: Language): string {
  if (crop === 'generic') return ''
  const name = cropName(crop, lang)
  return ` ${name.charAt(0).toLocaleLowerCase(lang)}${name.slice(1)}`
}

/** `Apricot, full bloom`. */
export function cropAndStageLabel(crop: string, stage: string | null, lang: Language): string {
  return stage === null ? cropName(crop, lang) : `${cropName(crop, lang)}, ${stageName(crop, stage, lang)}`
}

/** The crop of an id, or of a name in any language and case, with or without marks on the letters. */
export function findCrop(text: string): Crop | null {
  return findNamed(crops, text, ({ id }) => ({
    names: languages.map((lang) => cropName(id, lang)),
    aliases: languages.flatMap((lang) => own(wordsIn(lang).crops.cropAliases, id) ?? [])
  }))
}

/** ` Did you mean "apricot"?` for `kayısıı`, by the names in any language; empty where no name is near. */
export function meantCrop(text: string): string {
  return meantOf(text, [{ id: 'generic' }, ...crops], ({ id }) => [
    ...languages.map((lang) => cropName(id, lang)),
    ...languages.flatMap((lang) => own(wordsIn(lang).crops.cropAliases, id) ?? [])
  ])
}

/** The hint of `meantCrop`, for the stages that can be asked for with a crop. */
export function meantStage(crop: Crop, text: string): string {
  return meantOf(
    text,
    askableStages(crop).map((id) => ({ id })),
    ({ id }) => [
      ...languages.map((lang) => stageName(crop.id, id, lang)),
      ...languages.flatMap((lang) => own(wordsIn(lang).crops.stageAliases, id) ?? [])
    ]
  )
}

function meantOf<One extends { readonly id: string }>(
  text: string,
  all: readonly One[],
  namesOf: (one: One) => readonly string[]
): string {
  const ids = new Map(all.flatMap((one) => namesOf(one).map((name) => [foldName(name), one.id] as const)))
  for (const { id } of all) ids.set(id, id)
  const near = nearestName(foldName(text), [...ids.keys()])
  return near === null ? '' : ` Did you mean "${ids.get(near)}"?`
}

/** Whether a text names a cover over plants, such as a greenhouse or a tunnel, and no crop. */
export function isCover(text: string): boolean {
  const wanted = foldName(text.slice(0, longestName))
  return languages.some((lang) =>
    own(wordsIn(lang).crops.cropAliases, 'cover')?.some((name) => foldName(name) === wanted)
  )
}

/** The stage of an id or name; null: the crop has no such stage. */
export function findStage(crop: Crop, text: string): CropStage | null {
  return findNamed(crop.stages, text, ({ id }) => ({
    names: languages.map((lang) => stageName(crop.id, id, lang)),
    aliases: languages.flatMap((lang) => own(wordsIn(lang).crops.stageAliases, id) ?? [])
  }))
}

/** Written by id or by name; `generic` is not a crop. A text that names none stays, to be refused. */
export function namedIds(
  cropText: string | null,
  stageText: string | null
): { readonly crop: string | null; readonly stage: string | null } {
  const isShort = stageText !== null && stageText.length <= longestName
  const found = cropText === null || cropText.length > longestName ? null : findCrop(cropText)
  const crop = found !== null && isShort ? cropOfStage(found, cropText, stageText) : found
  const stage = crop !== null && isShort ? findStage(crop, stageText) : null
  return { crop: crop?.id ?? (cropText === 'generic' ? null : cropText), stage: stage?.id ?? stageText }
}

/** A vine without its variety is vinifera, or Concord with a stage of Concord alone; so is a mandarin's green fruit. */
function cropOfStage(found: Crop, cropText: string | null, stageText: string): Crop {
  const isNamed = !['grape-vinifera', 'mandarin'].includes(found.id) || /vinifera/i.test(cropText ?? '')
  if (isNamed || found.nearest === null || findStage(found, stageText) !== null) return found
  const related = cropById(found.nearest)
  return related !== null && findStage(related, stageText) !== null ? related : found
}

/** Finds by id, then name, then alias, so that an alias never hides the name of another. */
function findNamed<One extends { readonly id: string }>(
  all: readonly One[],
  text: string,
  namesOf: (one: One) => { readonly names: readonly string[]; readonly aliases: readonly string[] }
): One | null {
  const wanted = foldName(text)
  const isWanted = (name: string) => foldName(name) === wanted
  return (
    all.find(({ id }) => id === wanted) ??
    all.find((one) => namesOf(one).names.some(isWanted)) ??
    all.find((one) => namesOf(one).aliases.some(isWanted)) ??
    null
  )
}

/** The name without marks; all but letters and digits become one hyphen: `Tam çiçek` → `tam-cicek`. */
export function foldName(text: string): string {
  return plainLetters(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function own<One>(names: Names<One>, id: string): One | undefined {
  return Object.hasOwn(names, id) ? names[id] : undefined
}

function asWords(id: string): string {
  return id.replaceAll('-', ' ')
}
