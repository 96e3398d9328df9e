/** What a page knows of its visitor: from path and query alone, so that the answer can be cached for all. */

import type { PageRequest } from '../http/page.ts'
import { isLanguage, type Language, languageOf } from '../language/language.ts'
import type { UnitSystem } from '../weather/units.ts'
import { profileQuestion } from './profile-question.ts'

type Theme = 'auto' | 'light' | 'dark'

export interface Visitor {
  readonly lang: Language
  readonly theme: Theme
  readonly units: UnitSystem
  /** Only those that differ from the default; crop, stage and exposure among them. */
  readonly carried: Readonly<Record<string, string | null>>
}

/** The visitor of a page whose path gives the language. What is not understood is ignored. */
export function visitorOf(request: PageRequest, lang: Language): Visitor {
  const theme = themeOf(request.query.get('theme'))
  const question = profileQuestion(request.query)
  const units = request.query.get('units') === 'imperial' ? 'imperial' : 'metric'
  return {
    lang,
    theme,
    units,
    carried: {
      theme: theme === 'auto' ? null : theme,
      units: units === 'metric' ? null : units,
      ...question.asked
    }
  }
}

/** The visitor of a page that has one path for all languages: `?lang=`, else what the browser prefers. */
export function negotiatedVisitor(request: PageRequest): Visitor {
  const asked = request.query.get('lang')
  const lang = asked !== null && isLanguage(asked) ? asked : languageOf(request.acceptLanguage)
  const visitor = visitorOf(request, lang)
  return { ...visitor, carried: { ...visitor.carried, lang } }
}

function themeOf(written: string | null): Theme {
  return written === 'light' || written === 'dark' ? written : 'auto'
}
