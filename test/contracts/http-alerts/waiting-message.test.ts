/** The manage page without scripts says when a waiting message is sent, and that none is after the end of an alert. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStage, type Stage, settle } from '../../scenarios/weather/harness.ts'
import { lateEvening, onlyLaterNights } from '../../upstream/later-nights.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ at: lateEvening })
  stage.upstream.setWeather(onlyLaterNights)
  await settle(stage)
})
afterAll(() => stage.close())

async function sent(path: string, form: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(stage.app.origin + path, { method: 'POST', body: new URLSearchParams(form) })
  return answer.text()
}

it.each([
  [
    'tr',
    '/tr/abone-ol',
    '11 Nisan 22.00: Uyarı ya da güncelleme, sırada; gönderileceği zaman: 12 Nisan 07.00'
  ],
  ['en', '/en/subscribe', '11 April, 22:00: Warning or update, waits until 12 April, 07:00']
])('in %s', async (lang, path, waiting) => {
  const outcome = await sent(path, { location: 'malatya', channel: 'feed', threshold: '10' })
  const [, token = ''] = /alerts\/manage\?lang=\w+#([\w-]+)/.exec(outcome) ?? []
  const page = (act: object): Promise<string> => sent(`/alerts/manage?lang=${lang}`, { token, ...act })
  const listed = (text: string): string => /<ol class="sent"><li>([^<]*)/.exec(text)?.[1]?.trim() ?? ''
  const looked = await page({ act: 'look' })
  expect(listed(looked)).toBe(waiting)
  // Tonight stays below the threshold, and a later night reaches it.
  const reasons = /<section data-nights>.*?<\/section>/s.exec(looked)?.[0] ?? ''
  const nights = reasons.match(/<li>[^<]+<\/li>/g) ?? []
  expect(nights[0]).toMatch(/eşiğinize ulaşmıyor|does not reach your threshold/)
  expect(nights.join(' ')).toMatch(/gönderileceği zaman: 12 Nisan 07\.00|is sent at 12 April, 07:00/)
  expect(listed(await page({ act: 'pause' }))).toMatch(
    /: .*, (uyarı etkin olmadığı sürece gönderilmez|not sent while the alert is not active)$/
  )
  const ended = listed(await page({ act: 'end', sure: 'yes' }))
  expect(ended).toMatch(
    /: .*, (uyarı etkin olmadığı sürece gönderilmez|not sent while the alert is not active)/
  )
})
