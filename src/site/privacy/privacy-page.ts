/** What is stored of people and for how long, who runs the service, and how they are reached. */
import { daySeconds } from '../../common/time.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { fileAnswer } from '../answers.ts'
import { html, type Markup } from '../html.ts'
import { logoPath, pageAnswer, type SiteFrame } from '../layout.ts'
import { inEveryLanguage, pagesInEach, privacyPath } from '../paths.ts'
import { visitorOf } from '../visitor.ts'

/** The tables with data of people, by what the privacy page says about them; their days are in docs/operation.md. */
export const personalData = {
  subscription: ['subscriptions', 'curves', 'stops'],
  nights: ['episodes', 'steps', 'runs', 'nights'],
  messages: ['messages'],
  thermometers: [
    'sensors',
    'observations',
    'readings',
    'intakes',
    'intake_channels',
    'intake_refusals',
    'evening_states',
    'evening_laws'
  ],
  points: [
    'kept_forecasts',
    'record_points',
    'issued_nights',
    'analysed_nights',
    'night_chains',
    'evening_nights',
    'leases'
  ],
  requests: ['allowances', 'idempotency'],
  keys: ['api_keys']
} as const

export type PersonalSubject = keyof typeof personalData

export function privacyPages(frame: SiteFrame): readonly Page[] {
  const { logo } = frame.operator
  const picture: Page = {
    method: 'GET',
    path: logoPath,
    render: async () => fileAnswer('image/png', logo ?? new Uint8Array(), daySeconds)
  }
  return [
    ...pagesInEach(privacyPath, async (request, lang) => page(frame, request, lang)),
    ...(logo === null ? [] : [picture])
  ]
}

function page(frame: SiteFrame, request: PageRequest, lang: Language) {
  const words = wordsIn(lang).privacy
  const subjects = Object.keys(personalData) as PersonalSubject[]
  return pageAnswer(frame, {
    visitor: visitorOf(request, lang),
    title: `${words.title} – Ayaz`,
    description: words.description,
    main: html`<div class="stack privacy"><h1>${words.title}</h1>${words.intro.map((one) => html`<p>${one}</p>`)}
<h2>${words.stored}</h2>${subjects.map((subject) => stored(subject, lang))}
<h2>${words.others}</h2>${words.passedOn.map((one) => html`<p>${one}</p>`)}
<h2>${words.rights}</h2>${words.yourRights.map((one) => html`<p>${one}</p>`)}
${imprint(frame, lang)}</div>`,
    alternates: inEveryLanguage(privacyPath),
    maxAgeSeconds: daySeconds
  })
}

function stored(subject: PersonalSubject, lang: Language): Markup {
  const words = wordsIn(lang).privacy
  const { what, until } = words.subjects[subject]
  const tables = personalData[subject].map((table) => html` <code>${table}</code>`)
  return html`<h3>${what}</h3><p>${until} <span class="quiet small">${words.tables}${tables}</span></p>`
}

function imprint({ operator, siteUrl }: SiteFrame, lang: Language): Markup {
  const { privacy: words, frame } = wordsIn(lang)
  const { name, address, contact } = operator
  const shown = contact?.replace(/^mailto:/, '') ?? null
  return html`<h2 id="imprint">${frame.imprint}</h2>
    <p>${name === null ? words.unnamed : html`${frame.operator} <b>${name}</b>`}
    <br>${siteUrl}${address === null ? null : html`<br>${address}`}</p>
<h2 id="contact">${frame.contact}</h2><p>${
    contact === null
      ? words.noContact
      : html`<a class="alone" href="${contact}">${shown}
  </a>`
  }</p>`
}
