/** Messages of all kinds as a gateway would send them, judged by a separate count of letters. */
import type { AlertMessage, MessageNight } from '../src/alerts/message-ports.ts'
import { openGateway } from '../src/channels/gateway/channel.ts'
import type { ReadGateway } from '../src/channels/gateway/schema.ts'
import { crops } from '../src/frost/crops.ts'
import { frostMessage, frostNight, messageNow } from './contracts/channels/message.ts'
import { openTestDeps } from './contracts/channels/parts.ts'

const hour = 3_600_000
const cropIds = ['generic', ...crops.map(({ id }) => id)]

/** 3GPP TS 23.038: the default alphabet as far as it is used here, and what the Turkish tables add. */
const single = new Set(
  ' \n!"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyzÄÖÜäöüÇ'
)
const double = new Set('^{}\\[~]|')
const ofTurkish = new Set('çğışĞİŞ')

/** How many letters of a part a text takes; null where one of its letters is in no table. */
function countOf(text: string, table: 'none' | 'locking' | 'single'): number | null {
  let count = 0
  for (const letter of text) {
    if (table === 'none' && /[^\x20-\x7e\n]/.test(letter)) return null
    if (single.has(letter)) count += 1
    else if (double.has(letter)) count += 2
    else if (ofTurkish.has(letter) && table !== 'none') count += table === 'locking' ? 1 : 2
    else return null
  }
  return count
}

const gateway: ReadGateway = {
  id: 'sms',
  kind: 'sms',
  name: { en: 'SMS' },
  request: { url: 'https://sms.example/', json: { to: '{{to}}', text: '{{text}}' } },
  accepted: { status: [200] },
  example: { answer: { status: 200, body: 'ok' } },
  per_second: 1,
  monthly: 1000,
  values: {}
}

const tables = {
  none: { letters: 155 },
  locking: { letters: 155, letters_turkish: 150, shift: 'locking' },
  single: { letters: 155, letters_turkish: 150, shift: 'single' }
} as const

const words = [
  'Aşağı',
  'bahçe',
  'Büyükçayır',
  'dere',
  'kenarı',
  '[2]',
  'ÇAĞLAYANLAR',
  'yukarıdaki',
  '🍎',
  'بستان',
  "Ali'nin",
  'Ğ',
  'kooperatifinin',
  'No:12'
]
const places = [
  'Malatya',
  'Şereflikoçhisar',
  'Kahramanmaraş',
  'Ağrı',
  'Mustafakemalpaşa',
  "Ho Chi Minh City's north"
]
const kinds = ['raised', 'updated', 'cleared', 'dusk', 'blind', 'sighted', 'still_watching', 'test'] as const

type Random = () => number
const choice = <One>(random: Random, list: readonly One[]): One => {
  const one = list[Math.floor(random() * list.length)]
  if (one === undefined) throw new RangeError('nothing to choose from')
  return one
}

function labelOf(random: Random): string | null {
  if (random() < 0.3) return null
  if (random() < 0.05) return 'ş'.repeat(80)
  const count = 1 + Math.floor(random() * 8)
  return Array.from({ length: count }, () => choice(random, words))
    .join(' ')
    .slice(0, 80)
}

function nightOf(random: Random, isCleared: boolean): MessageNight {
  const from = messageNow + Math.floor(random() * 12 - 3) * hour
  const hours = random() < 0.15 ? null : { from, to: from + Math.ceil(random() * 9) * hour }
  const minimum = Math.round(random() * 160 - 130) / 10
  return frostNight({
    standing: isCleared ? 'cleared' : 'raised',
    plantTemperatureMinC: minimum,
    frostFromAt: hours?.from ?? null,
    frostToAt: hours?.to ?? null,
    lastPreparationAt: random() < 0.5 ? messageNow + 2 * hour : null,
    ...(random() < 0.2 && { isColdBefore: true as const }),
    before: random() < 0.3 ? { ...frostNight(), plantTemperatureMinC: minimum + 2 } : null
  })
}

function messageOf(random: Random): AlertMessage {
  const kind = choice(random, kinds)
  const isField = random() < 0.5
  const label = labelOf(random)
  const language = choice(random, ['en', 'tr'] as const)
  const coordinates = language === 'tr' ? 'Tarlanız (38.355, 38.310)' : 'Your field (38.355, 38.310)'
  const name = isField ? (label ?? coordinates) : choice(random, places)
  const crop = choice(random, cropIds)
  return frostMessage({
    kind,
    language,
    label,
    links: { ...frostMessage().links, seenUrl: 'https://don.example.org/a/abcdefghijkl' },
    place: {
      slug: isField ? null : 'malatya',
      name,
      sharedName: 'A field near Malatya',
      region: null,
      country: 'TR',
      timezone: 'Europe/Istanbul'
    },
    crop: { crop, stage: null, exposure: null, stageIsOld: false },
    nights: kind === 'still_watching' ? [] : [nightOf(random, kind === 'cleared')]
  })
}

/** What is lacking in a text; null where nothing is. */
function faultIn(text: string, message: AlertMessage, table: keyof typeof tables): string | null {
  const count = countOf(text, table)
  const most = countOf(text, 'none') === null ? 150 : 155
  if (count === null) return 'a letter of no table'
  if (count > most) return `${count} letters`
  const [night] = message.nights
  const digits = night?.plantTemperatureMinC?.toFixed(1).replace('-0.0', '0.0')
  const shown = message.language === 'tr' ? digits?.replace('.', ',') : digits
  if (night !== undefined && message.kind !== 'blind' && shown !== undefined && !text.includes(shown))
    return 'no degrees'
  const plainText = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i')
  const plainOf = (name: string) => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i')
  const known = plainOf(message.place.name)
    .split(' ')
    .map((word) => word.replaceAll(/[^\x20-\x7e]/g, ''))
    .find((word) => word !== '')
  const isNamed = message.place.slug === null ? (known ?? 'field') : plainOf(message.place.name)
  const isVeryLong = isNamed.length > 60
  return plainText.includes(isVeryLong ? isNamed.slice(0, 20) : isNamed) ? null : `no ${isNamed}`
}

/** Makes so many messages for each table, and returns those with a fault. */
export async function phoneTextFaults(random: Random, count: number): Promise<readonly string[]> {
  const { deps, close } = openTestDeps()
  const faults: string[] = []
  try {
    for (const table of ['none', 'locking', 'single'] as const) {
      const answers = [{ reply_to: '0850 123 45 67' }, { link: true }]
      const open = async (answer: NonNullable<ReadGateway['answer']>) =>
        (await openGateway({ ...gateway, ...tables[table], answer }, '90', deps)).channel
      const opened = await Promise.all(answers.map(open))
      for (let index = 0; index < count; index += 1) {
        const channel = choice(random, opened)
        const message = messageOf(random)
        const context = { messageId: 'msg_1', now: messageNow, signingKey: new Uint8Array(32) }
        const { text } = channel.preview(message, null, context)
        const fault = faultIn(text, message, table)
        if (fault !== null) faults.push(`${table} ${message.kind} ${message.language}: ${fault}: ${text}`)
      }
    }
  } finally {
    await close()
  }
  return faults
}
