/**
 * What a subscriber's own links open, on real weather: the manage page of several kinds of subscriptions, and a
 * confirmation.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type SmtpReceiver, startSmtpReceiver } from '../../receivers/smtp-receiver.ts'
import type { Subscribed } from '../http-alerts/client.ts'
import { evening, openRealApp, type RealApp } from '../http-alerts/real-app.ts'
import { markTurkish, textsOf, unmarkedWords } from './marked.ts'

/** Names that are the same in every language, and what the subscriber wrote. */
const data = ['Ayaz', 'English', 'Türkçe', 'Malatya', 'Bahçem', 'https']

let post: SmtpReceiver
let real: RealApp
beforeAll(async () => {
  markTurkish()
  post = await startSmtpReceiver()
  real = await openRealApp(evening, () => ({ SMTP_URL: post.url, SMTP_FROM: 'ayaz@example.org' }))
})
afterAll(async () => {
  await real.close()
  await post.close()
})

async function read(path: string, form?: Readonly<Record<string, string>>): Promise<string> {
  const { origin } = real.app
  const body = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }
  const answer = await fetch(origin + path, { ...body, headers: { 'accept-language': 'tr', origin } })
  const page = await answer.text()
  expect(page, path).toContain('⟦')
  return page
}

const managed = ({ manage: { token } }: Subscribed, more: Readonly<Record<string, string>> = {}) =>
  read('/alerts/manage?lang=tr', { token, ...more })

const unmarkedOn = (page: string) => unmarkedWords(textsOf(page), data)

const field = { location: undefined, lat: 38.355, lon: 38.31, label: 'Bahçem' }
const apricot = { crop: 'apricot', stage: 'full-bloom' }
const webhook = () => ({ channel: 'webhook', destination: { url: `${real.receiver.origin}/hook` } })
const byTemperature = { threshold: undefined, threshold_temperature: -2, threshold_of: 'plant' }

test.each([
  ['a feed of a place', () => ({ channel: 'feed' })],
  ['a webhook for a crop', () => ({ ...webhook(), ...apricot })],
  ['a stream for a field, by temperature', () => ({ channel: 'sse', ...field, ...byTemperature })],
  ['a mail that waits', () => ({ channel: 'email', destination: { address: 'ayse@example.org' } })]
] as const)('%s, and what is done with it', async (_name, body) => {
  const subscription = await real.subscribed({ ...body(), lang: 'tr' })
  for (const act of ['look', 'test', 'pause', 'resume', 'end', 'none-of-these']) {
    expect(unmarkedOn(await managed(subscription, { act })), act).toEqual([])
  }
  const threshold = { act: 'threshold', threshold: '0', threshold_temperature: '', threshold_of: '' }
  expect(unmarkedOn(await managed(subscription, threshold))).toEqual([])
  expect(unmarkedOn(await managed(subscription, { ...threshold, threshold: '70' }))).toEqual([])
  expect(unmarkedOn(await managed(subscription, { act: 'stage', stage: 'green-tip' }))).toEqual([])
  expect(unmarkedOn(await managed(subscription, { act: 'end', sure: 'yes' }))).toEqual([])
  expect(unmarkedOn(await managed(subscription))).toEqual([])
})

test('a webhook that has been sent something, which can be sent again', async () => {
  const subscription = await real.subscribed({ ...webhook(), location: 'elazig', lang: 'tr' })
  const page = await vi.waitFor(
    async () => {
      const shown = await managed(subscription)
      expect(shown).toContain('name="message"')
      return shown
    },
    { timeout: 60_000, interval: 200 }
  )
  expect(unmarkedWords(textsOf(page), [...data, 'Elazığ'])).toEqual([])
  const [, message = ''] = /name="message" value="([^"]+)"/.exec(page) ?? []
  const again = await managed(subscription, { act: 'resend', message })
  expect(unmarkedWords(textsOf(again), [...data, 'Elazığ'])).toEqual([])
})

test('a confirmation: its page, its button, and its link once more', async () => {
  const to = 'fatma@example.org'
  await real.subscribed({ channel: 'email', destination: { address: to }, ...field, lang: 'tr' })
  const link = await vi.waitFor(
    () => {
      const text = post.received.find((one) => one.to.includes(to))?.mail.text ?? ''
      const [found] = /\/confirm\/[\w-]{58}/.exec(text) ?? []
      expect(found).toBeDefined()
      return found ?? ''
    },
    { timeout: 60_000, interval: 200 }
  )
  expect(unmarkedOn(await read(link))).toEqual([])
  expect(unmarkedOn(await read(link, {}))).toEqual([])
  expect(unmarkedOn(await read(link))).toEqual([])
})
