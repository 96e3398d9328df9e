import { expect, it } from 'vitest'
import { webpushNotes } from './config.ts'

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
