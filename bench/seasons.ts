/** Two whole frost seasons, inland and coastal, through the real evaluation, outbox and dispatch under a fake clock. */
import { liveSeason } from '../test/scenarios/alerts/season.ts'
import { type Climate, coastal, inland } from '../test/scenarios/alerts/season-weather.ts'
import type { Gate } from './gate.ts'

/** From the 1st of October to the 31st of May. */
const days = 243

/** Lives through both; what must never happen is a gate of 0. */
export async function benchSeasons(): Promise<readonly Gate[]> {
  return [...(await liveThrough(inland)), ...(await liveThrough(coastal))]
}

async function liveThrough(climate: Climate): Promise<readonly Gate[]> {
  const season = await liveSeason({ climate, from: '2026-10-01', days, seed: 1 })
  const { coldNights, outages, restarts } = season
  console.log(
    `${climate.name}: ${coldNights} nights of −2.2 °C or less, ${outages} outages, ${restarts} restarts`
  )
  for (const figures of season.byThreshold) {
    const { threshold, messages, nightsNamed, maxInANight, coldNightsUnnamed } = figures
    const each = (messages / Math.max(1, nightsNamed)).toFixed(1)
    console.log(
      `  threshold ${threshold}: ${messages} messages, ${nightsNamed} nights named (${each} a night, at most ${maxInANight} in one), ` +
        `${coldNightsUnnamed} cold nights unnamed`
    )
  }
  return [
    gate(climate, 'nights at or over a threshold unnamed', season.unnamedNights),
    gate(climate, 'empty messages', season.emptyMessages),
    gate(climate, 'far nights announced at night', season.farNightsAtNight),
    gate(climate, 'ends of a data gap told apart', season.splitMessages)
  ]
}

function gate(climate: Climate, name: string, found: readonly string[]): Gate {
  for (const one of found) console.log(`  ${name}: ${one}`)
  return { name: `${climate.name}: ${name}`, value: found.length, most: 0 }
}
