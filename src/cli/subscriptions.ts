/** `ayaz subscriptions`: how many there are, by state and channel; never whose. */
import type { Command } from './command.ts'
import { columns, jsonOption, withStore } from './store-command.ts'

const usage = `ayaz subscriptions
  How many subscriptions there are by state and channel, and at how many places. Never whose: destinations are not shown.

  --json    for machines`

export const subscriptionsCommand: Command = {
  name: 'subscriptions',
  summary: 'count subscriptions by state and channel',
  usage,
  run: subscriptions
}

async function subscriptions(argv: readonly string[]): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  if (words.length > 0) {
    console.error(`ayaz subscriptions takes no arguments.\n\n${usage}`)
    return 64
  }
  return withStore(async (store) => {
    const counts = await store.subscriptions.countByState()
    const places = await store.subscriptions.watchedPlaces()
    const openEpisodes = await store.episodes.openCount(Date.now())
    if (isJson) {
      console.log(JSON.stringify({ counts, watched_places: places, open_episodes: openEpisodes }, null, 2))
      return 0
    }
    const rows = counts.map(({ state, channel, count }) => [state, channel, count])
    if (rows.length > 0) console.log(columns([['state', 'channel', 'count'], ...rows]))
    console.log(totalsLine(places.length, openEpisodes))
    return 0
  })
}

/** How many places are watched and how many of their nights have an alert. */
export function totalsLine(places: number, nights: number): string {
  const watched = places === 1 ? 'place' : 'places'
  return `${places} ${watched} watched, ${nights} ${nights === 1 ? 'night' : 'nights'} with an alert standing`
}
