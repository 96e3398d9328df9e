/** `ayaz subscriptions`: how many there are, by state and channel; never whose. */

import { answeringKinds } from '../channels/registry.ts'
import { dayMs } from '../common/time.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { countMessages } from '../store/message-counts.ts'
import type { Store } from '../store/open.ts'
import { isFieldLocation } from '../weather/field.ts'
import { refuse } from './refuse.ts'
import { columns, jsonOption, withStore } from './store-command.ts'

const maxShown = 50

export async function deliveriesCommand(argv: readonly string[], lang: Language): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  const [id, ...rest] = words
  if (rest.length > 0 || id?.startsWith('-') === true)
    return refuse(wordsIn(lang).cli.commands.deliveries.usage)
  return withStore(lang, (store) =>
    id === undefined ? overview(store, isJson, lang) : log(store, id, { isJson, lang })
  )
}

async function overview(store: Store, isJson: boolean, lang: Language): Promise<number> {
  const now = Date.now()
  const counts = await countMessages(store.database, {
    since: now - (now % dayMs),
    now,
    answering: answeringKinds
  })
  const { count, oldestDueAt } = await store.outbox.waiting()
  const retrying = await store.outbox.retrying(answeringKinds)
  if (isJson) {
    const oldest = oldestDueAt === null ? null : new Date(oldestDueAt).toISOString()
    const failing = retrying.map(({ since, ...one }) => ({ ...one, since: new Date(since).toISOString() }))
    console.log(
      JSON.stringify({ ...counts, waiting: count, oldest_due_at: oldest, retrying: failing }, null, 2)
    )
    return 0
  }
  const said = wordsIn(lang).cli
  console.log(
    columns([
      [said.waiting, count],
      [said.dueNow, counts.due],
      [said.lateMessages, counts.late],
      ...retrying.map((one) => [
        said.retrying(one.channel),
        one.count,
        said.retryingSince(new Date(one.since).toISOString())
      ]),
      [said.deliveredToday, counts.delivered],
      [said.refusedToday, counts.refused]
    ])
  )
  return counts.late === 0 ? 0 : 1
}

async function log(
  store: Store,
  id: string,
  { isJson, lang }: { isJson: boolean; lang: Language }
): Promise<number> {
  const said = wordsIn(lang).cli
  if ((await store.subscriptions.byId(id)) === null) return refuse(said.noSubscription(id), 1)
  const logged = await store.deliveryLog.of(id, maxShown, null)
  const rows = logged.map((one) => ({
    created_at: new Date(one.createdAt).toISOString(),
    kind: one.kind ?? one.trigger,
    status: one.state === 'sent' ? 'delivered' : one.state,
    attempts: one.attempts,
    reason: one.reason,
    nights: (one.fixed?.nights ?? []).map(({ date, standing }) => `${date} ${standing}`)
  }))
  if (isJson) console.log(JSON.stringify(rows, null, 2))
  else if (rows.length === 0) console.log(said.noMessages)
  else {
    const lines = rows.map((row) => [
      row.created_at,
      row.kind,
      row.status,
      row.attempts,
      [row.reason ?? '', ...row.nights].filter((text) => text !== '').join('; ')
    ])
    console.log(columns([said.deliveryHeadings, ...lines]))
  }
  return 0
}

export async function subscriptionsCommand(argv: readonly string[], lang: Language): Promise<number> {
  const { isJson, words } = jsonOption(argv)
  const said = wordsIn(lang).cli
  if (words.length > 0)
    return refuse(`${said.noArguments('subscriptions')}\n\n${said.commands.subscriptions.usage}`)
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
