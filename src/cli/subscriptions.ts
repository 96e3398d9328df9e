/** `ayaz subscriptions`: how many there are, by state and channel; never whose. */
import { type Language, wordsIn } from '../language/language.ts'
import { isFieldLocation } from '../weather/field.ts'
import type { Command } from './command.ts'
import { columns, jsonOption, withStore } from './store-command.ts'

export const subscriptionsCommand: Command = {
  name: 'subscriptions',
  run: subscriptions
}

async function subscriptions(argv: readonly string[], lang: Language): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  const said = wordsIn(lang).cli
  if (words.length > 0) {
    console.error(`${said.noArguments('subscriptions')}\n\n${said.commands.subscriptions.usage}`)
    return 64
  }
  return withStore(lang, async (store) => {
    const counts = await store.subscriptions.countByState()
    const watched = await store.subscriptions.watchedPlaces()
    // Fields are counted and never listed.
    const places = watched.filter((location) => !isFieldLocation(location))
    const openEpisodes = await store.episodes.openCount(Date.now())
    if (isJson) {
      console.log(
        JSON.stringify(
          {
            counts,
            watched_places: places,
            watched_fields: watched.length - places.length,
            open_episodes: openEpisodes
          },
          null,
          2
        )
      )
      return 0
    }
    const rows = counts.map(({ state, channel, count }) => [state, channel, count])
    if (rows.length > 0) console.log(columns([said.subscriptionHeadings, ...rows]))
    console.log(said.totals(watched.length, openEpisodes))
    return 0
  })
}
