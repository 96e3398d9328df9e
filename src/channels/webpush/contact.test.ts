import { expect, it } from 'vitest'
import { openTestDeps } from '../../../test/contracts/channels/parts.ts'
import { webpushKind } from './channel.ts'
import { usualContact, webpushNotes } from './config.ts'

const nowhere = [
  'localhost',
  '127.0.0.1',
  'farm.local',
  'ayaz.invalid',
  'a.example',
  'x.test',
  'server',
  'nas.lan',
  'b.internal'
]
const somewhere = ['ayaz.example.org', 'frost.com.tr', 'xn--bahe-1oa.net', 'localhost.org']

it.for([
  ...nowhere.map((host) => [`mailto:ayaz@${host}`, null, 1] as const),
  ...nowhere.map((host) => [null, `http://${host}:8080`, 1] as const),
  ...nowhere.map((host) => [`https://${host}/contact`, 'https://ayaz.example.org', 1] as const),
  ...somewhere.map((host) => [`mailto:ayaz@${host}`, 'http://localhost:8080', 0] as const),
  ...somewhere.map((host) => [null, `https://${host}`, 0] as const),
  [null, null, 1] as const,
  [null, 'http://[::1]:8080', 1] as const
])('the contact %s of the site %s has %i notes', ([contact, siteUrl, count]) => {
  expect(webpushNotes({ contact }, siteUrl)).toHaveLength(count)
})

it.each([
  ['https://ayaz.example.org/don', 'https://ayaz.example.org/don'],
  ['http://ayaz.example.org:8080', 'mailto:ayaz@ayaz.example.org']
])('the site %s is reached at %s', (siteUrl, contact) => {
  expect(usualContact(siteUrl)).toBe(contact)
})

it.each([
  ['mailto:don@bahce.local', 'Apple refuses pushes from here'],
  ['mailto:don@x.invalid', 'Apple refuses pushes from here'],
  ['mailto:don@ornek.com.tr', undefined]
])('the channel with the contact %s warns: %s', async (contact, warning) => {
  const { deps, close } = openTestDeps()
  const opened = await webpushKind.configure({ WEBPUSH_CONTACT: contact }).open(deps)
  const { warning: said } = opened.channel
  expect(said?.slice(0, warning?.length)).toBe(warning)
  expect(said ?? '').not.toContain('don@')
  await opened.close()
  await close()
})
