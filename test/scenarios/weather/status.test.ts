/**
 * What the status page tells of the sources: each kind of question by itself, in words, with the machine's in small
 * print.
 */
import { afterEach, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { openStage, type Stage, settle } from './harness.ts'

let stage: Stage
afterEach(async () => {
  expect(stage.upstream.violations).toEqual([])
  await stage.close()
})

const forecast = '/weather?lat=38.5&lon=38.5'
const elsewhere = '/weather?lat=39.5&lon=38.5'
const season = '/weather/frost-risk?location=malatya&crop=apricot&stage=auto'

/** The rows of the table of sources, each with its cells as text. */
async function allCells(lang: 'tr' | 'en'): Promise<readonly (readonly string[])[]> {
  const page = await (await fetch(`${stage.app.origin}/status?lang=${lang}`)).text()
  const body = /<table class="sources rows">.*?<tbody>(.*?)<\/tbody>/s.exec(page)?.[1] ?? ''
  const cells = (row: string): readonly string[] =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      cell.replace('<br>', ' | ').replace(/<[^>]+>/g, '')
    )
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => cells(row))
}

/** All but what it costs. */
async function rows(lang: 'tr' | 'en'): Promise<readonly (readonly string[])[]> {
  return (await allCells(lang)).map((cells) => cells.slice(0, 4))
}

/** What it costs. */
async function calls(): Promise<readonly (string | undefined)[]> {
  return (await allCells('tr')).map((cells) => cells[4])
}

it('tells what a source failed with and when, and that it answers again', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  await settle(stage)
  await stage.client.ask(elsewhere)
  await stage.upstream.fail({ kind: 'status', status: 500 })
  await stage.client.ask(forecast)
  stage.clock.move(3 * minuteMs)
  expect((await rows('tr'))[0]).toEqual([
    'Open-Meteo',
    'hata veriyor',
    '3 dakika önce',
    'Hata bildirdi veya isteği reddetti (3 dakika önce) | answered 500'
  ])
  await stage.upstream.fail(null)
  await stage.client.ask(forecast)
  expect((await rows('en'))[0]).toEqual([
    'Open-Meteo',
    'answering',
    'just now',
    'It answered with an error or refused the request (3 minutes ago) | answered 500'
  ])
})

it('tells what the probes of the demo failed with, and that the weather shown is made', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' }, fault: { kind: 'status', status: 500 } })
  await stage.client.ask(forecast)
  expect((await rows('en'))[0]).toEqual([
    'Open-Meteo',
    'failing',
    'not yet',
    'It answered with an error or refused the request (just now) | answered 500'
  ])
  const reported = async (path: string): Promise<string> => (await fetch(`${stage.app.origin}${path}`)).text()
  const banner = 'No source has answered yet'
  expect(await reported('/metrics')).toMatch(/^ayaz_source_failures\{source="open-meteo"\} [1-9]/m)
  expect(await reported('/status?lang=en')).toContain(banner)
  await stage.upstream.fail(null)
  await stage.restart()
  await settle(stage)
  expect(await reported('/status?lang=en')).not.toContain(banner)
})

it('tells the temperatures of the season and the ensemble apart from the forecasts', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  await settle(stage)
  expect((await rows('tr')).slice(1)).toEqual([
    ['Open-Meteo: topluluk tahmini', 'kullanılmıyor', 'henüz yok', 'yok'],
    ['Open-Meteo: mevsim sıcaklıkları', 'kullanılmıyor', 'henüz yok', 'yok']
  ])
  await stage.client.ask(season.replace('auto', 'first-bloom'))
  await stage.upstream.fail({ kind: 'status', status: 429 })
  await stage.client.ask(season)
  // An own server's ensemble counts by itself.
  expect(await calls()).toEqual(['0 / sınırsız', '0 / sınırsız', 'yukarıdakine dâhil'])
  expect(await rows('tr')).toEqual([
    ['Open-Meteo', 'yanıt veriyor', 'az önce', 'yok'],
    ['Open-Meteo: topluluk tahmini', 'kullanılmıyor', 'henüz yok', 'yok'],
    [
      'Open-Meteo: mevsim sıcaklıkları',
      'hata veriyor',
      'henüz yok',
      'Çok sık istek gönderildiğini bildirdi (az önce) | answered 429: too many requests'
    ]
  ])
})

it('tells the age of stale data, too, because they are shown', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  await settle(stage)
  await stage.client.ask('/weather?location=malatya')
  await stage.upstream.fail({ kind: 'status', status: 500 })
  stage.clock.move(7 * hourMs)
  const page = await (await fetch(`${stage.app.origin}/status?lang=tr`)).text()
  const [, newest] = /<dt>Verilerin yaşı: en yeni<\/dt><dd>(.*?)<\/dd>/.exec(page) ?? []
  expect(newest).toMatch(/^\d+ saat önce$/)
})

it('does not blame a source for a point that it does not cover', async () => {
  stage = await openStage({ environment: { SOURCES: 'met-norway,open-meteo' } })
  await settle(stage)
  await stage.client.ask(elsewhere)
  await stage.upstream.fail({ kind: 'status', status: 422 }, 'met-norway')
  await stage.client.ask(forecast)
  expect((await rows('tr'))[0]).toEqual([
    'MET Norway',
    'yanıt veriyor',
    'az önce',
    'İstenen nokta için verisi yok (az önce) | answered 422: no data for this point'
  ])
})
