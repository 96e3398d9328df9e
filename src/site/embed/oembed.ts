/** oEmbed (https://oembed.com): a page's address in, the frame that shows it out. */
import { daySeconds, hourSeconds } from '../../common/time.ts'
import { exposures, type ProfileRequest } from '../../frost/scoring-profile.ts'
import type { Page, PageAnswer, PageProblem, PageRequest } from '../../http/page.ts'
import { languages } from '../../language/language.ts'
import { fileAnswer } from '../answers.ts'
import { findSubject, isFieldKey, labelOf } from '../field-key.ts'
import { fieldPath, placePath, widgetPath } from '../paths.ts'
import type { PlaceLookup, SiteOptions } from '../ports.ts'
import { estimatedQuestion, profileQuestion, type QuestionFault, understood } from '../profile-question.ts'
import { questionFaultText } from '../profile-words.ts'
import { type EmbedOptions, frameCode, frameTitle, widgetUrl } from './embed-code.ts'

const usualWidth = 360
const usualHeight = 210

/** `/oembed?url=…`, as specified: 501 for another format than JSON, 404 for no place, 400 for an unreadable address. */
export function oembedPage(options: SiteOptions): Page {
  return { method: 'GET', path: '/oembed', render: (request) => answer(options, request) }
}

async function answer(options: SiteOptions, request: PageRequest): Promise<PageAnswer | PageProblem> {
  const format = request.query.get('format') ?? 'json'
  if (format !== 'json')
    return refusal({
      code: 'format_not_offered',
      detail: 'Only format=json is offered; ask with it, or without format.'
    })
  const written = request.query.get('url') ?? ''
  if (URL.parse(written) === null) return refusal(invalidUrl(written))
  const sizeFault = wrongSize(request.query)
  if (sizeFault !== null) return refusal(sizeFault)
  const subject = subjectOf(options.siteUrl, written)
  if (subject === null) {
    const detail = `"url" is not the address of a place or a widget of this site: ${examples(options.siteUrl)}.`
    return refusal({ code: 'location_not_found', detail, extensions: { suggestions: [] } })
  }
  const { shown, query } = subject
  const asked = askedOf(query)
  if ('kind' in asked) return refusal(unknownQuestion(asked))
  const named = options.widgets.find((widget) => widget.slug === shown.slug)
  const lookup = await findSubject(options.data, named?.location ?? shown.slug, shown.label)
  if (lookup.kind === 'unknown') return unknownPlace(lookup)
  const embed = {
    ...shown,
    siteUrl: options.siteUrl,
    slug: named?.slug ?? lookup.place.slug,
    name: named?.title ?? lookup.place.name,
    asked,
    width: Math.min(usualWidth, Number(request.query.get('maxwidth') ?? usualWidth)),
    height: Math.min(usualHeight, Number(request.query.get('maxheight') ?? usualHeight))
  } as const
  return fileAnswer('application/json; charset=utf-8', JSON.stringify(richBody(embed)), hourSeconds, {
    'Access-Control-Allow-Origin': '*'
  })
}

function unknownPlace(lookup: PlaceLookup & { readonly kind: 'unknown' }): PageProblem {
  const suggestions = lookup.suggestions.map(({ slug, name }) => ({ slug, name }))
  const detail = 'There is no place or widget with the name in "url".'
  return refusal({ code: 'location_not_found', detail, extensions: { suggestions } })
}

function richBody(embed: EmbedOptions): object {
  return {
    version: '1.0',
    type: 'rich',
    title: frameTitle(embed.lang, embed.name),
    provider_name: 'Ayaz',
    provider_url: embed.siteUrl,
    cache_age: daySeconds,
    html: frameCode(embed),
    width: embed.width,
    height: embed.height,
    widget_url: widgetUrl(embed)
  }
}

type Shown = Pick<Required<EmbedOptions>, 'lang' | 'slug' | 'theme' | 'units' | 'compact' | 'label'>

function subjectOf(
  siteUrl: string,
  written: string
): { readonly shown: Shown; readonly query: URLSearchParams } | null {
  const url = URL.parse(written)
  if (url === null || url.origin !== new URL(siteUrl).origin) return null
  const path = url.pathname.slice(new URL(siteUrl).pathname.replace(/\/$/, '').length)
  for (const lang of languages) {
    for (const start of [widgetPath(lang, ''), placePath(lang, ''), fieldPath(lang, '')]) {
      if (!path.startsWith(start)) continue
      const query = understood(url.searchParams)
      const theme = query.get('theme')
      const slug = decoded(path.slice(start.length))
      const label = isFieldKey(slug) ? labelOf(query.get('label')) : null
      const units = query.get('units') === 'imperial' ? 'imperial' : 'metric'
      const compact = query.get('compact') === '1'
      const shownTheme = theme === 'light' || theme === 'dark' ? theme : 'auto'
      return { shown: { lang, slug, label, theme: shownTheme, units, compact }, query }
    }
  }
  return null
}

/** A crop without its stage is embedded with the estimate, where there is a model of its stages. */
function askedOf(query: URLSearchParams): ProfileRequest | QuestionFault {
  const question = profileQuestion(query)
  if (question.kind === 'question') return question.asked
  const estimated = question.kind === 'stage_missing' ? estimatedQuestion(question) : null
  return estimated?.asked ?? question
}

function unknownQuestion(fault: QuestionFault): PageProblem['problem'] {
  const detail = questionFaultText(fault, { lang: 'en' })
  const allowed = fault.kind === 'unknown_exposure' ? exposures.join(', ') : 'what GET /crops lists'
  return invalid({ parameter: 'url', code: 'invalid_format', detail, allowed })
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function wrongSize(query: URLSearchParams): PageProblem['problem'] | null {
  const wrong = ['maxwidth', 'maxheight'].find((name) => !/^[1-9]\d{0,4}$/.test(query.get(name) ?? '1'))
  if (wrong === undefined) return null
  const detail = `"${wrong}" is not a whole number of pixels from 1 to 99999; leave it out for the usual size.`
  return invalid({ parameter: wrong, code: 'invalid_format', detail, allowed: 'integer 1…99999' })
}

function invalidUrl(written: string): PageProblem['problem'] {
  const isMissing = written === ''
  const allowed = 'the whole address of a place or a widget of this site'
  const detail = isMissing ? '"url" is required.' : '"url" is not a complete address; percent-encode it.'
  const code = isMissing ? 'missing_parameter' : 'invalid_format'
  return invalid({ parameter: 'url', code, detail, allowed })
}

function invalid(fault: {
  readonly parameter: string
  readonly code: 'missing_parameter' | 'invalid_format'
  readonly detail: string
  readonly allowed: string
}): PageProblem['problem'] {
  const detail = `${fault.parameter}: ${fault.detail}`
  return { code: 'invalid_parameter', detail, extensions: { errors: [fault] } }
}

function examples(siteUrl: string): string {
  return languages.map((lang) => `${siteUrl}${widgetPath(lang, 'malatya')}`).join(' or ')
}

function refusal(problem: PageProblem['problem']): PageProblem {
  return { problem, headers: { 'Access-Control-Allow-Origin': '*' } }
}
