import { parseAtomFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import { frostMessage, frostNight, messageNow } from '../../../test/contracts/channels/message.ts'
import { escapeXml, renderAtom } from './channel.ts'

const feed: Parameters<typeof renderAtom>[0] = {
  subscriptionId: 'sub_1',
  feedUrl: 'https://ayaz.example/feeds/secret?a=1&b=2',
  placeUrl: 'https://ayaz.example/tr/yer/malatya',
  placeName: 'Malatya',
  language: 'en',
  threshold: 60,
  crop: 'generic',
  stage: null,
  createdAt: messageNow - 1_000,
  entries: []
}

test('another library reads the feed and every entry of it', () => {
  const later = frostMessage({
    kind: 'cleared',
    createdAt: messageNow + 60_000,
    nights: [frostNight({ standing: 'cleared' })]
  })
  const parsed = parseAtomFeed(
    renderAtom({
      ...feed,
      entries: [
        { messageId: 'msg_2', message: later },
        { messageId: 'msg_1', message: frostMessage() }
      ]
    })
  )
  expect(parsed).toMatchObject({ id: 'urn:ayaz:subscription:sub_1', updated: '2026-04-11T19:01:00Z' })
  expect(JSON.stringify(parsed.title)).toContain('Malatya: frost alerts (threshold 60)')
  expect(parsed.links).toContainEqual(expect.objectContaining({ rel: 'self', href: feed.feedUrl }))
  expect(parsed.entries?.map(({ id }) => id)).toEqual(['urn:ayaz:message:msg_2', 'urn:ayaz:message:msg_1'])
  expect(JSON.stringify(parsed.entries?.[1]?.title)).toContain('01–08: Malatya apricot')
  expect(parsed.entries?.[1]?.updated).toBe('2026-04-11T19:00:00Z')
})

test('a feed without a message is a feed', () => {
  const parsed = parseAtomFeed(renderAtom({ ...feed, language: 'tr', threshold: 55.5 }))
  expect(parsed.updated).toBe('2026-04-11T18:59:59Z')
  expect(JSON.stringify(parsed.title)).toContain('Malatya: don uyarıları (eşik 55,5)')
})

test('nothing that somebody wrote ends an element, begins one or breaks the document', () => {
  const hostile = `]]></content><script>x</script>&lt;\u0000\u0008\uFFFE\uD800 "'`
  const xml = renderAtom({
    ...feed,
    placeName: hostile,
    entries: [{ messageId: hostile, message: frostMessage({ label: hostile }) }]
  })
  expect(xml).not.toContain('<script')
  const parsed = parseAtomFeed(xml)
  const content = parsed.entries?.[0]?.content
  const html = typeof content === 'string' ? content : (content?.value ?? '')
  expect(html).toContain('&lt;script&gt;x&lt;/script&gt;&amp;lt;')
  expect(html).not.toContain('<script')
  expect(parsed.entries).toHaveLength(1)
})

test('characters that XML cannot hold are replaced, and all others kept', () => {
  expect(escapeXml('a\u0000b\u001fc\uFFFFd\uD800e')).toBe('a\uFFFDb\uFFFDc\uFFFDd\uFFFDe')
  expect(escapeXml('çğıöşü İ −3,2 °C 🥶\t\n')).toBe('çğıöşü İ −3,2 °C 🥶\t\n')
})
