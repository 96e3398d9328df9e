import Type from 'typebox'
import { thresholdLimits } from '../../alerts/subscription-schema.ts'
import { decimalDegrees, decimalHint } from '../../common/decimal.ts'
import { crops, underCover } from '../../frost/crops.ts'
import type { Exposure } from '../../frost/frost-night.ts'
import { exposures } from '../../frost/scoring-profile.ts'
import { findCrop, isCover, longestName, meantCrop } from '../../language/crop-names.ts'
import { type Language, languages } from '../../language/language.ts'
import { maximumSlugLength } from '../../places/folding.ts'
import { elevationLimits } from '../../places/point.ts'
import type { UnitSystem } from '../../weather/units.ts'
import { type CsvForm, csvForms } from '../csv.ts'
import {
  dateParameter,
  decimalParameter,
  textParameter,
  wholeNumberParameter,
  withDefault,
  wordParameter
} from '../parameter.ts'
import { type Parameter, quoted } from '../query.ts'

export const latParameter = degrees({ name: 'lat', limit: 90, direction: 'north', example: 38.355 })
export const lonParameter = degrees({ name: 'lon', limit: 180, direction: 'east', example: 38.31 })

function degrees({
  name,
  limit,
  direction,
  example
}: {
  name: 'lat' | 'lon'
  limit: number
  direction: string
  example: number
}): Parameter<number> {
  return decimalParameter({
    name,
    description:
      `Degrees ${direction}, with any number of digits; rounded once to 3 decimals (110 m). Required unless ` +
      '`location` is given.',
    allowed: `decimal degrees ${direction}, −${limit}…${limit}, with a point`,
    minimum: -limit,
    maximum: limit,
    of: 'degrees',
    example,
    hint: (text) => decimalHint(text) || (/°|['"′″NSEWKGDB]/i.test(text) ? decimalDegrees : '')
  })
}

/** The height of a point; the same limits hold in bodies. */
export const elevationParameter: Parameter<number> = decimalParameter({
  name: 'elevation',
  description:
    'Height of the point in metres above mean sea level, with `lat` and `lon`: rounded to whole metres, and ' +
    'the forecast is made for it. Without it the source’s own terrain is taken.',
  allowed:
    `metres above mean sea level, ${elevationLimits.minimum}…${elevationLimits.maximum}, with lat and lon`.replace(
      '-',
      '−'
    ),
  ...elevationLimits,
  of: 'metres',
  example: 980
})

export const locationParameter = textParameter({
  name: 'location',
  description:
    'Slug of a named place; required unless `lat` and `lon` are given. A place’s own spelling (`İzmir`, ' +
    '`Şanlıurfa`) is folded to its slug.',
  schema: Type.String({ maxLength: maximumSlugLength, examples: ['malatya'] }),
  allowed: `a slug such as "malatya": a–z, 0–9 and single hyphens, at most ${maximumSlugLength} characters`
})

export const daysParameter = withDefault(
  wholeNumberParameter({ name: 'days', description: 'How many days, from today.', minimum: 1, maximum: 16 }),
  7
)
export const slotsParameter = withDefault(
  wholeNumberParameter({
    name: 'slots',
    description: 'How many 3-hour slots, from the one that holds now.',
    minimum: 1,
    maximum: 128
  }),
  8
)

/** All nights that are not over, so that one of them can be chosen. */
export const maxNights = 16

/** Whether the forecast has the night is seen in the forecast. */
export const nightParameter = dateParameter(
  'date',
  'The morning that ends the night, in the place’s zone; default: tonight.',
  'a date such as 2026-04-12, one of the nights that /weather/frost-risk lists'
)

export const unitsParameter = withDefault<UnitSystem>(
  wordParameter({ name: 'units', description: 'Units of the answer.', words: ['metric', 'imperial'] }),
  'metric'
)
export const langParameter = withDefault<Language>(
  wordParameter({
    name: 'lang',
    description: 'Language of labels and sentences; it changes nothing else.',
    words: languages
  }),
  'en'
)
const manyPlaces = '…/places of each operation below /weather'
const frostRisk = '/weather/frost-risk of one place'
export const formsElsewhere = { geojson: manyPlaces, ics: frostRisk } as const

export type WeatherForm = 'json' | CsvForm | 'ics'

export const formatParameter = withDefault<'json' | CsvForm>(
  wordParameter({
    name: 'format',
    description:
      'Form of the answer: `csv` for programs (RFC 4180: commas, decimal points), `csv-excel` for Excel where ' +
      'the decimal mark is a comma (semicolons, local times).',
    words: ['json', ...csvForms],
    elsewhere: formsElsewhere
  }),
  'json'
)
export const frostFormatParameter = withDefault<WeatherForm>(
  wordParameter({
    name: 'format',
    description:
      `${formatParameter.description} \`ics\`: the nights from a \`threshold\` on for a calendar program (RFC ` +
      '5545).',
    words: ['json', ...csvForms, 'ics'],
    elsewhere: formsElsewhere
  }),
  'json'
)
export const thresholdParameter = withDefault(
  decimalParameter({
    name: 'threshold',
    description:
      'With `format=ics`: the score from which on a night is in the calendar. A risk day below it (score from ' +
      '10 on) is there as cancelled.',
    allowed: `a score, ${thresholdLimits.minimum}…${thresholdLimits.maximum}, with format=ics`,
    ...thresholdLimits,
    of: 'points',
    example: 60
  }),
  60
)
export const exposureParameter = wordParameter<Exposure>({
  name: 'exposure',
  description: 'How exposed the plant is to the sky; default: the crop’s own, `ground` without a crop.',
  words: exposures
})

export const pointParameters: readonly Parameter[] = [
  latParameter,
  lonParameter,
  elevationParameter,
  locationParameter
]
export const labelParameters: readonly Parameter[] = [unitsParameter, langParameter]
export const formParameters: readonly Parameter[] = [...labelParameters, formatParameter]

const cropIds = crops.map((crop) => crop.id)

/** A crop's id, or `generic`, which names none; aliases in Turkish and English resolve to it. */
export const cropParameter = crop({
  required: false,
  ids: ['generic', ...cropIds],
  description:
    'A crop of `/crops`; Turkish and English names resolve to its slug (`kayısı`, `apricot`). Needs `stage`. ' +
    '`generic` is as without a crop.'
})

export const requiredCropParameter = crop({
  required: true,
  ids: cropIds,
  description: 'A crop of `/crops`; Turkish and English names resolve to its slug (`kayısı`, `apricot`).'
})

function crop({
  ids,
  ...described
}: {
  readonly required: boolean
  readonly ids: readonly string[]
  readonly description: string
}): Parameter<string> {
  const text = textParameter({
    ...described,
    name: 'crop',
    schema: Type.String({ maxLength: longestName, examples: ['apricot'] }),
    allowed: ids.join(', ')
  })
  return {
    ...text,
    parse(written) {
      const read = text.parse(written)
      if ('error' in read) return read
      const id = findCrop(written)?.id ?? ids.find((one) => one === written)
      if (id !== undefined) return { value: id }
      const detail = isCover(written)
        ? underCover
        : `No crop is called ${quoted(written)}.${meantCrop(written)}`
      return { error: { code: 'not_allowed', detail, allowed: text.allowed } }
    }
  }
}

/** The stage's text; the stages depend on the crop (profile-parameters.ts). */
export const stageParameter = textParameter({
  name: 'stage',
  description:
    'The crop’s stage of growth, one of those `/crops` lists for it (`full-bloom`, `tam çiçek`); `auto` ' +
    'estimates it from the season’s temperatures, for apple, apricot and the nectarine ‘Big Top’ only.',
  schema: Type.String({ maxLength: longestName, examples: ['full-bloom'] }),
  allowed: 'a stage of the crop, as /crops lists them, or auto'
})
