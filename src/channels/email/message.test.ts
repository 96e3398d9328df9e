import { expect, test } from 'vitest'
import { frostMessage, frostNight } from '../../../test/contracts/channels/message.ts'
import type { MessageKind } from '../../alerts/message-ports.ts'
import { languages } from '../../language/language.ts'
import { mailOf } from './message.ts'

const withNights = ['raised', 'updated', 'cleared', 'dusk', 'escalated', 'blind', 'sighted', 'test'] as const
const withoutNights = ['verify', 'confirm', 'still_watching'] as const
type Listed = (typeof withNights)[number] | (typeof withoutNights)[number]
/** A further kind must be listed. */
const kinds: readonly (Listed & ([Exclude<MessageKind, Listed>] extends [never] ? unknown : never))[] = [
  ...withNights,
  ...withoutNights
]

test('every kind of mail names the operator at its foot, in both forms, with the logo in the mail itself', () => {
  const logo = Uint8Array.of(0x89, 0x50, 0x4e, 0x47)
  const operator = { name: 'Koop <Malatya>', contact: null, address: null, logo }
  const address = { address: 'frost@koop.example', domain: 'koop.example' }
  for (const kind of kinds) {
    for (const language of languages) {
      const nights = withoutNights.some((one) => one === kind) ? [] : [frostNight()]
      const message = frostMessage({ kind, language, nights })
      const { text, html, attachments } = mailOf(message, 'msg_1', {
        name: 'Koop',
        address,
        operator
      } as never)
      expect(String(text).endsWith('\n\nKoop <Malatya>'), kind).toBe(true)
      expect(String(html), kind).toMatch(
        /<img src="cid:operator-logo"[^>]*> Koop &lt;Malatya&gt;<\/small><\/p>\n<\/body>/
      )
      expect(String(html), kind).not.toMatch(/src="(?!cid:)/)
      expect(attachments?.map(({ content }) => content)).toEqual([Buffer.from(logo)])
    }
  }
})

test('a mail leads with a degree only where a night is to be feared; an all-clear leads with its words', () => {
  const from = { name: 'Koop', address: { address: 'a@koop.example', domain: 'koop.example' } } as never
  for (const kind of withNights)
    for (const language of languages)
      for (const level of ['none', 'moderate'] as const)
        for (const standing of ['raised', 'cleared', 'seen'] as const) {
          const nights = [frostNight({ standing, level })]
          const { html } = mailOf(frostMessage({ kind, language, nights }), 'msg_1', from)
          const [, first = ''] = /<body[^>]*>\n<(\w+)/.exec(String(html)) ?? []
          expect(first, `${kind} ${standing}`).toBe(standing === 'raised' && kind !== 'cleared' ? 'p' : 'h1')
        }
  const cleared = frostMessage({
    kind: 'cleared',
    nights: [frostNight({ standing: 'cleared', level: 'none' })]
  })
  expect(String(mailOf(cleared, 'msg_1', from).html)).toMatch(/<body[^>]*>\n<h1[^>]*>All clear: Malatya/)
})
