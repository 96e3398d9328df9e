/** What the form's outcome says of the first message while a channel still waits for its confirmation. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SmtpReceiver, startSmtpReceiver } from '../../receivers/smtp-receiver.ts'
import { openStage, type Stage, settle } from '../../scenarios/weather/harness.ts'
import { lateEvening, onlyLaterNights } from '../../upstream/later-nights.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'

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
  ['/en/subscribe', 'konya', 'one@example.org', 'would be sent at 07:00', 'would be sent at once'],
  ['/tr/abone-ol', 'malatya', 'two@example.org', 'gönderileceği saat: 07.00', 'hemen gönderilirdi']
])('%s says of a later night alone that its message waits for the morning', async (path, ...rest) => {
  const [location, destination, morning, now] = rest
  stage.upstream.setWeather(onlyLaterNights)
  const later = await outcome(path, { location, destination })
  expect(later).toContain(morning)
  expect(later).not.toContain(now)
})

it('says of tonight that its message would be sent at once', async () => {
  stage.upstream.setWeather(shifted(clearNights, -4))
  const tonight = await outcome('/en/subscribe', { location: 'erzurum', destination: 'three@example.org' })
  expect(tonight).toContain('would be sent at once')
})
