/** A grower connects a console on a telephone: make, type, first reading, in both languages. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { startApp, type TestApp } from '../app.ts'
import {
  axeFindingsInBothThemes,
  browserMissing,
  launch,
  openWatched,
  picture,
  type Watched
} from './browser.ts'
import { layoutFaults } from './layout.ts'
import { eveningAt } from './synthetic-site.ts'

const missing = browserMissing()

describe.skipIf(missing !== null)(
  `the page of thermometers in a browser${missing === null ? '' : `: ${missing}`}`,
  () => {
    let browser: Browser
    let app: TestApp
    let watched: Watched
    let page: Page
    let token = ''
    let now = eveningAt
    beforeAll(async () => {
      browser = await launch()
      const environment = { SOURCES: 'demo', PAGES_PER_MINUTE: '100000' }
      app = await startApp({ environment, clock: () => now })
    })
    afterAll(async () => {
      await browser.close()
      await app.close()
    })
    beforeEach(async () => {
      const answer = await fetch(`${app.api}/alerts/subscribe`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ location: 'malatya', channel: 'feed', threshold: 30 })
      })
      token = ((await answer.json()) as { manage: { token: string } }).manage.token
      watched = await openWatched(browser, [app.origin], { viewport: { width: 360, height: 740 } })
      page = watched.page
    })
    afterEach(async () => {
      expect(watched.faults).toEqual([])
      await watched.close()
    })

    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
    const upload = async (secret: string, tempf: string, at = now) => {
      const dateutc = new Date(at).toISOString().slice(0, 19).replace('T', ' ')
      const body = new URLSearchParams({ PASSKEY: 'A1', dateutc, tempf, tempinf: '70.5' })
      const answer = await fetch(`${app.origin}/ingest/ecowitt/${secret}`, { method: 'POST', body })
      expect([answer.status, await answer.text()]).toEqual([200, 'OK'])
    }

    /** A day of a logger, each hour from noon to noon: looked at, then stored. */
    const sendFile = async ([label = '', look = '', store = '']: readonly string[], lang: string) => {
      // From the same page only what stands behind the # would change.
      await page.goto('about:blank')
      await page.goto(`${app.origin}/thermometers?lang=${lang}#${token}`)
      const rows = Array.from({ length: 25 }, (_, hour) => {
        const at = new Date(Date.UTC(2026, 3, 9, 12 + hour)).toISOString()
        return `${at.slice(0, 10)} ${at.slice(11, 16)},${(4 + 5 * Math.cos((hour / 12) * Math.PI)).toFixed(1)}`
      })
      const text = ['Date Time,Temperature (°C)', ...rows].join('\n')
      const file = { name: 'log.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
      await page.getByLabel(label).setInputFiles(file)
      await press(look)
      await page.getByRole('button', { name: store }).waitFor()
      expect(await layoutFaults(page)).toEqual([])
      expect(await axeFindingsInBothThemes(page)).toEqual([])
      await picture(page, `logger-file-${lang}`, true)
      await press(store)
    }

    test.each([
      {
        lang: 'tr',
        open: 'Termometreleriniz',
        make: 'Bağla',
        save: 'Yerini kaydet',
        where: 'gölgede, 1,5–2 m yükseklikte',
        last: 'Son ölçüm: −1,0 °C',
        degrees: 'Termometreniz',
        compare: 'Karşılaştır',
        yours: 'Sizin okuduğunuz: −2,3 °C (10 Nisan’ı 11 Nisan’a bağlayan gece).',
        file: [
          'Dosya (CSV ya da metin, en çok 2\u00a0MB)',
          'Dosyaya bak',
          '1 geceyi ve son aydan 25 ölçümü kaydet'
        ],
        taken: '1 satır: 1 yeni'
      },
      {
        lang: 'en',
        open: 'Your thermometers',
        make: 'Connect',
        save: 'Save where it hangs',
        where: 'in the shade at 1.5 to 2 m',
        last: 'Last reading: −1.0 °C',
        degrees: 'Your thermometer',
        compare: 'Compare',
        yours: 'You read −2.3 °C (night of 10–11 April).',
        file: [
          'File (CSV or text, up to 2\u00a0MB)',
          'Look at the file',
          'Store 1 night and 25 readings of the last month'
        ],
        taken: '1 rows: 1 new'
      }
    ])('a console is connected and its first reading appears: $lang', async (words) => {
      const { lang, open, make, save, where, last } = words
      await page.goto(`${app.origin}/alerts/manage?lang=${lang}#${token}`)
      await page.locator('[data-member=status]', { hasText: /./ }).waitFor()
      await press(open)
      await page.locator('[name=label]').fill('Aşağı bahçe')
      await press(make)
      const path = await page.locator('#secret dd code').nth(1).textContent()
      const secret = /\/ingest\/ecowitt\/([a-z0-9]{16})$/.exec(path ?? '')?.[1] ?? ''
      expect(await layoutFaults(page)).toEqual([])
      expect(await axeFindingsInBothThemes(page)).toEqual([])
      await picture(page, `thermometer-secret-${lang}`, false)
      await upload(secret, '30.2')
      await page.reload()
      await page.locator('[name=where]').first().selectOption({ label: where })
      await page.getByRole('button', { name: `${save}: tempf` }).click()
      await upload(secret, '30.2')
      await page.reload()
      await page.getByText(last).waitFor()
      expect(await page.content()).not.toContain(secret)
      expect(page.url()).toMatch(/\/thermometers\?lang=..#sub_\S+&intake=\d+$/)
      expect(await layoutFaults(page)).toEqual([])
      expect(await axeFindingsInBothThemes(page)).toEqual([])
      await page.locator('#placement').click()
      await picture(page, `thermometer-${lang}`, true)
      await sendFile(words.file, lang)
      await page.getByText(words.taken).waitFor()
      await page.goto(`${app.origin}/alerts/manage?lang=${lang}#${token}`)
      await page.locator('[data-member=status]', { hasText: /./ }).waitFor()
      await picture(page, `manage-with-thermometer-${lang}`, true)
      await page.getByLabel(words.degrees).fill('−2,3')
      await press(words.compare)
      await page.getByText(words.yours).waitFor()
      expect(await layoutFaults(page)).toEqual([])
      expect(await axeFindingsInBothThemes(page)).toEqual([])
      await picture(page, `how-cold-${lang}`, true)
      expect(watched.requested.filter((url) => new URL(url).href.split('#')[0]?.includes(token))).toEqual([])
    })

    test.each([
      {
        lang: 'tr',
        lie: 'Gündüz de gece de aynı ölçüde sapıyor',
        silent: 'zamanından beri ölçüm gelmiyor',
        clock: 'Saatini ya da saat dilimini ayarlayın.'
      },
      {
        lang: 'en',
        lie: 'as far off by day as by night',
        silent: 'has been silent since',
        clock: 'Set the clock or its time zone.'
      }
    ])('what is wrong with a thermometer is on its page: $lang', async ({ lang, lie, silent, clock }) => {
      const call = async (method: string, path: string, body: object) => {
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
        const answer = await fetch(app.api + path, { method, headers, body: JSON.stringify(body) })
        return (await answer.json()) as {
          secret: string
          intake: { id: string; channels: { device: string }[] }
        }
      }
      const { secret, intake } = await call('POST', '/intakes', { label: 'Aşağı bahçe' })
      await upload(secret, '30.2', now - 365 * 86_400_000)
      await upload(secret, '30.2')
      const { channels } = (await call('PATCH', `/intakes/${intake.id}`, {})).intake
      const sensor = { location: 'malatya', kind: 'air_2m' }
      const channel = { device: channels[0]?.device ?? '', field: 'tempf', sensor }
      await call('PATCH', `/intakes/${intake.id}`, { channels: [channel] })
      await upload(secret, '30.2')
      const store = await openStore({ ...app.data, now })
      for (const { seq } of await store.record.sensors(null, 9))
        await store.record.saveFault(
          seq,
          { reason: 'elsewhere', from: now, foundAt: now - 6 * 3_600_000, seenAt: now },
          now
        )
      await store.close()
      now += 7 * 3_600_000
      await page.goto(`${app.origin}/thermometers?lang=${lang}#${token}&intake=${intake.id}`)
      for (const text of [silent, clock, lie]) await page.getByText(text).first().waitFor()
      expect(await layoutFaults(page)).toEqual([])
      expect(await axeFindingsInBothThemes(page)).toEqual([])
      await picture(page, `thermometer-wrong-${lang}`, true)
      now = eveningAt
    })
  }
)
