/** What messages say to people, read back from each channel's own form, beside the variable each shows. */
import { mailOf } from '../../../src/channels/email/message.ts'
import { renderAtom } from '../../../src/channels/feed/channel.ts'
import { ntfyMessage } from '../../../src/channels/ntfy/channel.ts'
import { telegramHtml } from '../../../src/channels/telegram/message.ts'
import { pushPayload } from '../../../src/channels/webpush/config.ts'
import { distinctMessage } from './distinct-message.ts'
import type { DistinctReport } from './distinct-report.ts'
import { members, type PageManner, type PageMember } from './page-members.ts'

type Shown = readonly (string | undefined)[]
type Variables = readonly (readonly [string, PageManner])[]

const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' } as const
const unescaped = (text: string): string =>
  Object.entries(entities).reduce((plain, [entity, sign]) => plain.replaceAll(entity, sign), text)
/** The lines of a piece of HTML as they are read. */
const plainOf = (html: string): string =>
  unescaped(html.replaceAll(/<\/(p|h1|h2|div)>\n?/g, '\n').replaceAll(/<[^>]*>/g, ''))
const inside = (xml: string, pattern: RegExp): string => pattern.exec(xml)?.[1] ?? ''
const groups = (text: string, pattern: RegExp): Shown => pattern.exec(text)?.slice(1) ?? []

const sender = {
  ...{ address: 'ayaz@ayaz.example', folded: 'ayaz@ayaz.example' },
  ...{ mailbox: 'ayaz@ayaz.example', domain: 'ayaz.example' }
}

const mail = (report: DistinctReport) =>
  mailOf(distinctMessage(report), report.subscription.messageId, { name: 'Ayaz', address: sender })
const ntfy = (report: DistinctReport) =>
  ntfyMessage(distinctMessage(report), 'topic', report.subscription.messageId)
const push = (report: DistinctReport): { readonly title: string; readonly body: string } =>
  JSON.parse(pushPayload(distinctMessage(report), report.subscription.messageId))

function atomEntry(report: DistinctReport): string {
  const message = distinctMessage(report)
  const { id, messageId, threshold, createdAt } = report.subscription
  const feed = renderAtom({
    ...{ subscriptionId: id, feedUrl: '', placeUrl: '', placeName: '', language: 'en' },
    ...{ threshold, crop: 'generic', stage: null, createdAt, entries: [{ messageId, message }] }
  })
  return inside(feed, /<entry>(.*?)<\/entry>/s)
}

function atomMembers(report: DistinctReport): readonly PageMember[] {
  const entry = atomEntry(report)
  const content = unescaped(inside(entry, /<content type="html">(.*?)<\/content>/s))
  const shown = [inside(entry, /<id>urn:ayaz:message:(.*?)</), inside(entry, /<updated>(.*?)</)]
  return [
    ...members(shown, 'subscription.', [
      ['messageId', 'same'],
      ['createdAt', 'utc instant']
    ]),
    ...titleMembers(unescaped(inside(entry, /<title type="text">(.*?)<\/title>/s))),
    ...shortMembers(unescaped(inside(entry, /<summary type="text">(.*?)<\/summary>/s))),
    ...leadMembers(plainOf(content)),
    ...factMembers(plainOf(content))
  ]
}

/** The members of the texts of each channel. */
export const textMembers = {
  mail: (report: DistinctReport) => {
    const { subject, text } = mail(report)
    return [...titleMembers(String(subject)), ...mailMembers(String(text))]
  },
  'mail in HTML': (report: DistinctReport) => {
    const text = plainOf(inside(String(mail(report).html), /<body.*?>(.*)<\/body>/s))
    const [minimum, title = ''] = text.trim().split('\n')
    const ofNumber = members([minimum], 'nights.0.', [['plantTemperatureMinC', 'degrees']])
    return [...ofNumber, ...titleMembers(title), ...mailMembers(text)]
  },
  telegram: (report: DistinctReport) => {
    const html = telegramHtml(distinctMessage(report))
    const text = plainOf(html)
    const foot = inside(html, /<i>(.*?)<\/i>/)
    return [...titleMembers(text.split('\n')[0] ?? ''), ...leadMembers(text), ...factMembers(text, foot)]
  },
  ntfy: (report: DistinctReport) => [
    ...titleMembers(String(ntfy(report)['title'])),
    ...shortMembers(String(ntfy(report)['message'])),
    ...leadMembers(String(ntfy(report)['message'])),
    ...factMembers(String(ntfy(report)['message']))
  ],
  push: (report: DistinctReport) => [
    ...titleMembers(push(report).title),
    ...shortMembers(push(report).body),
    ...members([push(report).body.split('\n')[1]], 'subscription.', [['label', 'same']])
  ],
  feed: atomMembers
} as const

/**
 * `Tonight plants −3.1 °C, until 08:00, ready by 05:41: A label, Malatya apricot`: the hours of the distinct report
 * have begun.
 */
function titleMembers(title: string): readonly PageMember[] {
  const pattern = /^Tonight plants (.*?), until (\S+), ready by (\S+): (.*), (.*) (\S+)$/
  const [minimum, to, ready, label, place, crop] = groups(title, pattern)
  return [
    ...members([minimum, to], 'nights.0.', [
      ['plantTemperatureMinC', 'degrees'],
      ['frostHours.lastHour', 'clock of its end']
    ]),
    ...members([ready], ...preparation),
    ...members([label], 'subscription.', [['label', 'same']]),
    ...members([place], 'place.', [['name', 'same']]),
    ...members([crop], 'profile.', [['crop', 'crop in title']])
  ]
}

const preparation = ['tonightProtection.', [['lastPreparationAt', 'clock']]] as const

const sentence =
  /^Tonight: (.*?) \((\d.*?)\/100\)\. Plant minimum (.*?) \(range (.*?) … (.*?)\), around (.*?)\. Last hour to prepare (.*?)\. Hours of harmful cold until (.*?)\. Also: (.*?) plants (\S+\s°C) \((.*?)\)\./m

function shortMembers(text: string): readonly PageMember[] {
  const shown = groups(text, sentence)
  return [
    ...members(shown.slice(0, 6), 'nights.0.', [
      ['level', 'lower risk'],
      ['score', 'score'],
      ['plantTemperatureMinC', 'degrees'],
      ['plantTemperatureP10C', 'bare degrees'],
      ['plantTemperatureP90C', 'degrees'],
      ['coldestHour', 'clock of hour']
    ]),
    ...members([shown[6]], ...preparation),
    ...members([shown[7]], 'nights.0.frostHours.', [['lastHour', 'clock of its end']]),
    ...members(shown.slice(8), 'nights.1.', [
      ['window.date', 'name of night'],
      ['plantTemperatureMinC', 'degrees'],
      ['level', 'lower risk']
    ])
  ]
}

/** `Malatya (A region): high damage risk, tonight.` */
function leadMembers(text: string): readonly PageMember[] {
  const [place, region, level] = groups(text, /^(\S+) \((.*?)\): (.*?), tonight\.$/m)
  return [
    ...members([place], 'place.', [['name', 'same']]),
    ...members([region], 'subscription.', [['region', 'same']]),
    ...members([level], 'nights.0.', [['level', 'lower risk']])
  ]
}

/** A mail is about one night; the other one is a clause: `Also: night of … plants … °C (…).` */
function mailMembers(text: string): readonly PageMember[] {
  const also = groups(text, /^Also: (.*?) plants (.*?) \((.*?)\)\.$/m)
  return [
    ...leadMembers(text),
    ...members(also, 'nights.1.', [
      ['window.date', 'name of night'],
      ['plantTemperatureMinC', 'degrees'],
      ['level', 'lower risk']
    ]),
    ...factMembers(text, undefined, [0])
  ]
}

/** One fact of each night; the first group of the first match belongs to the first night. */
const eachNight: readonly (readonly [RegExp, Variables])[] = [
  [/^(?:Tonight \()?(night of [^)\n]*)\)?$/gim, [['window.date', 'name of night']]],
  [
    /^Score: (.*?) \/ 100 \((.*?)\)$/gm,
    [
      ['score', 'score'],
      ['level', 'level']
    ]
  ],
  [
    /^Plant minimum: (.*?) \(range (.*?) … (.*?)\), around (.*?)$/gm,
    [
      ['plantTemperatureMinC', 'degrees'],
      ['plantTemperatureP10C', 'bare degrees'],
      ['plantTemperatureP90C', 'degrees'],
      ['coldestHour', 'clock of hour']
    ]
  ],
  [/^Hours of harmful cold: until (.*?)$/gm, [['frostHours.lastHour', 'clock of its end']]]
]

/** Facts of the night that the message is about. */
const chiefNight: typeof eachNight = [
  [/^Air minimum \(2 m\): (.*?)$/gm, [['airTemperatureMinC', 'degrees']]],
  [
    /^Sunset and sunrise: (.*?), (.*?)$/gm,
    [
      ['window.sunsetAt', 'clock'],
      ['window.sunriseAt', 'clock']
    ]
  ],
  [
    /^Kind: (.*?) \(.*?\)\. (.*?)$/gm,
    [
      ['frostType', 'kind'],
      ['appearance', 'look']
    ]
  ],
  [/^Expected damage: about (.*?) of/gm, [['expectedDamagePercent', 'percent']]],
  [
    /^Tonight’s measurement: (.*?), (.*?) km away, (.*?)$/gm,
    [
      ['updatedBy.station', 'same'],
      ['updatedBy.distanceKm', 'tenth'],
      ['updatedBy.measuredAt', 'clock']
    ]
  ]
]

/** @param foot The small print; by default the last line */
function factMembers(
  text: string,
  foot = text.trim().split('\n').at(-1),
  shownNights: readonly number[] = [0, 1]
): readonly PageMember[] {
  const factsOf = (facts: typeof eachNight, indices: readonly number[]) =>
    facts.flatMap(([pattern, variables]) => {
      const found = [...text.matchAll(pattern)]
      return indices.flatMap((index) => members(found[index]?.slice(1) ?? [], `nights.${index}.`, variables))
    })
  const nights = [...factsOf(eachNight, shownNights), ...factsOf(chiefNight, [0])]
  const [crop, stage] = groups(text, /^Crop: (.*?), (.*?)$/m)
  return [
    ...nights.map((one) =>
      one.variable.endsWith('window.date') ? { ...one, shown: lowerFirst(one.shown) } : one
    ),
    ...members(
      [...groups(text, /^Your name for it: (.*)$/m), ...groups(text, /^Your threshold: (.*?) \/ 100$/m)],
      'subscription.',
      [
        ['label', 'same'],
        ['threshold', 'same']
      ]
    ),
    ...members([...groups(text, /^Last hour to prepare: (.*)$/m)], ...preparation),
    ...members([crop, stage], 'profile.', [
      ['crop', 'crop name'],
      ['stage', 'stage name']
    ]),
    ...members([...groups(text, /^Forecast from: (.*)$/m), foot], 'data.', [
      ['issuedAt', 'date and time'],
      ['source.attribution', 'same']
    ])
  ]
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
