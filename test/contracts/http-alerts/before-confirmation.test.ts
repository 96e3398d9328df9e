/** What the form's outcome says of the first message while a channel still waits for its confirmation. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { patience } from '../../patience.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../../receivers/smtp-receiver.ts'
import { openStage, type Stage, settle } from '../../scenarios/weather/harness.ts'
import { lateEvening, onlyLaterNights } from '../../upstream/later-nights.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import type { Subscribed } from './client.ts'

let mail: SmtpReceiver
let stage: Stage
beforeAll(async () => {
  mail = await startSmtpReceiver()
  stage = await openStage({
    at: lateEvening,
    environment: { SMTP_URL: mail.url, SMTP_FROM: 'ayaz@example.org', SMTP_TLS: 'off' }
  })
  await settle(stage)
})
afterAll(async () => {
  await stage.close()
  await mail.close()
})

async function outcome(path: string, form: Readonly<Record<string, string>>): Promise<string> {
  const body = new URLSearchParams({ location: 'malatya', channel: 'email', threshold: '10', ...form })
  const answer = await fetch(stage.app.origin + path, { method: 'POST', body })
  expect(answer.status).toBe(200)
  return answer.text()
}

it.each([
  [
    '/en/subscribe',
    'konya',
    'one@example.org',
    'once you have confirmed, the first message comes at 07:00',
    'as soon as'
  ],
  [
    '/tr/abone-ol',
    'malatya',
    'two@example.org',
    'siz onaylayınca ilk iletinin geliş saati: 07.00',
    'hemen gönderilir'
  ]
])('%s says of a later night alone that its message waits for the morning', async (path, ...rest) => {
  const [location, destination, morning, now] = rest
  stage.upstream.setWeather(onlyLaterNights)
  const later = await outcome(path, { location, destination })
  expect(later).toContain(morning)
  expect(later).not.toContain(now)
})

it('says of tonight that its message is sent once it is confirmed, and leads back to the place', async () => {
  stage.upstream.setWeather(shifted(clearNights, -4))
  const tonight = await outcome('/en/subscribe', { location: 'erzurum', destination: 'three@example.org' })
  expect(tonight).toContain('is sent as soon as you have confirmed')
  expect(tonight).toContain('href="/en/place/erzurum">Back to Erzurum</a>')
})

it('says in the answer and on the manage page that too many confirmations were asked for, and until when', async () => {
  const subscribed = async (location: string) => {
    const answer = await fetch(`${stage.app.api}/alerts/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ location, channel: 'email', threshold: 10, lang: 'en' },
        destination: { address: 'asked@example.org' }
      })
    })
    expect(answer.status).toBe(201)
    return (await answer.json()) as Subscribed & {
      readonly notices: readonly { readonly code: string; readonly message: string }[]
      readonly confirmation: { readonly instructions: string; readonly delayed_until: string | null }
    }
  }
  const asked = () => mail.received.filter(({ raw }) => raw.includes('asked@example.org')).length
  for (const [index, location] of ['malatya', 'konya', 'erzurum'].entries()) {
    const { notices, confirmation } = await subscribed(location)
    expect([notices, confirmation.delayed_until]).toEqual([[], null])
    await vi.waitFor(() => expect(asked()).toBe(index + 1), patience)
  }
  const fourth = await subscribed('sivas')
  const sentence =
    /^The confirmation was not sent: too many were asked for this destination\. It is sent at 03:00/
  expect(fourth).toMatchObject({
    status: 'pending_confirmation',
    notices: [{ code: 'too_many_proofs', message: expect.stringMatching(sentence) }],
    confirmation: {
      instructions: expect.stringMatching(sentence),
      delayed_until: '2026-04-12T03:00:00+03:00'
    }
  })
  const managed = async () => {
    const body = new URLSearchParams({ token: fourth.manage.token, act: 'look' })
    return (await fetch(`${stage.app.origin}/alerts/manage?lang=en`, { method: 'POST', body })).text()
  }
  await vi.waitFor(
    async () => expect(await managed()).toContain('because this address was asked too often'),
    patience
  )
  expect(asked()).toBe(3)
  const form = await outcome('/tr/abone-ol', { location: 'tokat', destination: 'asked@example.org' })
  expect(form).toContain('Onay isteği gönderilmedi: bu adres için çok fazla onay istendi.')
  expect(form).not.toContain('Az önce gönderilen')
})
