/** The parameters of the weather operations: what is allowed, and the message where it is not. */

import { crops } from '../../frost/crops.ts'
import type { Exposure } from '../../frost/frost-night.ts'
import { exposures } from '../../frost/scoring-profile.ts'
import { findCrop } from '../../language/crop-names.ts'
import { type Language, languages } from '../../language/language.ts'
import type { UnitSystem } from '../../weather/units.ts'
import { nearestName, type Parameter, type Parsed, quoted } from '../query.ts'

const degreesPattern = /^-?\d{1,3}(\.\d{1,12})?$/

export const latParameter = degrees('lat', 90, 'north')
export const lonParameter = degrees('lon', 180, 'east')

function degrees(name: 'lat' | 'lon', most: number, direction: string): Parameter<number> {
  const allowed = `decimal degrees ${direction}, −${most}…${most}, with a point and at most 12 decimals`
  return {
    name,
    required: false,
    description: `Degrees ${direction}; rounded once to 3 decimals (110 m). Required unless \`location\` is given.`,
    schema: {
      type: 'string',
      pattern: degreesPattern.source,
      examples: [name === 'lat' ? '38.355' : '38.31']
    },
    allowed,
    parse(text) {
      if (!degreesPattern.test(text)) {
        return {
          error: {
            code: 'invalid_format',
            detail: `${quoted(text)} is not a number of degrees.${degreesHint(text)}`,
            allowed
          }
        }
      }
      const value = Number(text)
      if (Math.abs(value) > most) {
        return {
          error: { code: 'out_of_range', detail: `${quoted(text)} lies outside −${most}…${most}.`, allowed }
        }
      }
      return { value }
    }
  }
}

function degreesHint(text: string): string {
  if (/^-?\d{1,3},\d+$/.test(text)) return ` Write it with a point: ${text.replace(',', '.')}.`
  if (/^\s|\s$/.test(text)) return ' Leave the blanks out.'
  if (/^\+/.test(text)) return ' Leave the plus sign out.'
  if (/[eE]/.test(text)) return ' Write it without an exponent.'
  if (/°|['"′″NSEWnsew]/.test(text)) return ' Write decimal degrees, south and west with a minus sign.'
  return ''
}

/** Describes the text of `location`; the locator interprets it. */
export const locationParameter: Parameter<string> = {
  name: 'location',
  required: false,
  description:
    'Slug of a named place, instead of `lat` and `lon`. A place’s own spelling (`İzmir`, `Şanlıurfa`) is folded to its slug.',
  schema: { type: 'string', maxLength: 64, examples: ['malatya'] },
  allowed: 'a slug such as "malatya": a–z, 0–9 and single hyphens, at most 64 characters',
  parse: (text) => ({ value: text })
}

export const requiredLocationParameter: Parameter<string> = {
  ...locationParameter,
  required: true,
  description: 'Slug of a named place. A place’s own spelling (`İzmir`, `Şanlıurfa`) is folded to its slug.'
}

export const daysParameter = wholeNumber('days', 'How many days, from today.', 1, 16, 7)
export const slotsParameter = wholeNumber(
  'slots',
  'How many 3-hour slots, from the one that holds now.',
  1,
  40,
  8
)

function wholeNumber(
  name: string,
  description: string,
  least: number,
  most: number,
  standard: number
): Parameter<number> {
  const allowed = `integer ${least}…${most}`
  return {
    name,
    required: false,
    description,
    schema: { type: 'integer', minimum: least, maximum: most, default: standard },
    allowed,
    parse(text) {
      if (!/^-?\d{1,9}$/.test(text)) {
        return {
          error: { code: 'invalid_format', detail: `${quoted(text)} is not a whole number.`, allowed }
        }
      }
      const value = Number(text)
      if (value < least || value > most) {
        return { error: { code: 'out_of_range', detail: `${value} lies outside ${least}…${most}.`, allowed } }
      }
      return { value }
    }
  }
}

export const unitsParameter = word<UnitSystem>(
  'units',
  'Units of the answer.',
  ['metric', 'imperial'],
  'metric'
)
export const langParameter = word<Language>(
  'lang',
  'Language of labels and sentences; it changes nothing else.',
  languages,
  'en'
)
export const exposureParameter = word<Exposure>(
  'exposure',
  'How openly the plant lies to the sky; default: the crop’s own, `ground` without a crop.',
  exposures,
  null
)

function word<Word extends string>(
  name: string,
  description: string,
  words: readonly Word[],
  standard: Word | null
): Parameter<Word> {
  const allowed = words.join(', ')
  return {
    name,
    required: false,
    description,
    schema: { type: 'string', enum: words, ...(standard === null ? {} : { default: standard }) },
    allowed,
    parse(text) {
      const found = words.find((one) => one === text)
      if (found !== undefined) return { value: found }
      const near = nearestName(text, words)
      const hint = near === null ? '' : ` Did you mean "${near}"?`
      return { error: { code: 'not_allowed', detail: `${quoted(text)} is not one of them.${hint}`, allowed } }
    }
  }
}

const cropIds = crops.map((crop) => crop.id)

/** The crop's id; aliases in Turkish and English resolve to it. */
export const cropParameter: Parameter<string> = {
  name: 'crop',
  required: false,
  description:
    'A crop of `/crops`; Turkish and English names resolve to its slug (`kayısı`, `apricot`). Needs `stage`.',
  schema: { type: 'string', maxLength: 64, examples: ['apricot'] },
  allowed: cropIds.join(', '),
  parse(text): Parsed<string> {
    const crop = text.length <= 64 ? findCrop(text) : null
    if (crop !== null) return { value: crop.id }
    const near = nearestName(text, cropIds)
    const hint = near === null ? '' : ` Did you mean "${near}"?`
    return {
      error: {
        code: 'not_allowed',
        detail: `No crop is called ${quoted(text)}.${hint}`,
        allowed: cropIds.join(', ')
      }
    }
  }
}

/** The stage's text; the stages depend on the crop (profile-parameters.ts). */
export const stageParameter: Parameter<string> = {
  name: 'stage',
  required: false,
  description:
    'The crop’s stage of growth, one of those `/crops` lists for it (`full-bloom`, `tam çiçek`); `auto` estimates it from the season’s temperatures, for apple, apricot and the nectarine ‘Big Top’ only.',
  schema: { type: 'string', maxLength: 64, examples: ['full-bloom'] },
  allowed: 'a stage of the crop, as /crops lists them, or auto',
  parse: (text) => ({ value: text })
}
