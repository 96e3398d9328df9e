/** Every source is away for a day and a half: what is answered meanwhile. */
import { expect, it, vi } from 'vitest'
import { hourMs, minuteMs } from '../../src/common/time.ts'
import { post } from '../contracts/http-alerts/client.ts'
import { patience } from '../patience.ts'
import { metaOf, openStage, settle } from '../scenarios/weather/harness.ts'
import { printFigures } from './figures.ts'

const hours = 40
const lookEveryMs = 10 * minuteMs
/** Older data are not shown. */
const shownForHours = 36

it('every source away for 40 hours: labelled answers for 36, then 503, and all is well when they are back', async () => {
  const stage = await openStage({ roundsOnClock: true })
  const { clock, upstream, client } = stage
  const path = '/weather?location=malatya'
  const outcomes: Record<string, number> = {}
  try {
    await client.ask(path)
    await settle(stage)
    const subscription = { location: 'malatya', channel: 'feed', threshold: 10 }
    expect((await post(client, '/alerts/subscribe', subscription)).status).toBe(201)
    await upstream.fail({ kind: 'refused' })
    const [beganAt, { confirmed_at }] = [clock.read(), metaOf(await client.ask(path)).freshness]
    for (let passed = lookEveryMs; passed <= hours * hourMs; passed += lookEveryMs) {
      clock.move(lookEveryMs)
      const answer = await client.ask(path)
      const isOld = clock.read() - Date.parse(confirmed_at) > shownForHours * hourMs
      expect([passed / hourMs, answer.status]).toEqual([passed / hourMs, isOld ? 503 : 200])
      const label = isOld ? 'unavailable' : metaOf(answer).freshness.status
      outcomes[label] = (outcomes[label] ?? 0) + 1
    }
    await upstream.fail(null)
    clock.move(hourMs)
    // The service's own rounds woke too: while one of their requests is the trial of the source, others wait, and one
    // that began before the sources were back has the source wait once more.
    let minutes = 0
    await vi.waitFor(
      async () => {
        const { status } = await client.ask(path)
        minutes += 1
        if (status !== 200) clock.move(minuteMs)
        expect(status).toBe(200)
      },
      { ...patience, interval: 500 }
    )
    expect(minutes).toBeLessThanOrEqual(hourMs / minuteMs)
    printFigures('outage', { hours: Math.floor((clock.read() - beganAt) / hourMs) - 1, minutes, ...outcomes })
  } finally {
    await stage.close()
  }
})
