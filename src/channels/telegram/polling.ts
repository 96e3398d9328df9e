/** Long polling: one process at a time requests updates from the Bot API and answers them. */
import type { Bot } from 'grammy'
import type { Update } from 'grammy/types'
import { apiError, botSignal, pollSeconds } from './client.ts'

interface PollingDeps {
  readonly bot: Bot
  readonly wait: (seconds: number, signal: AbortSignal) => Promise<void>
  readonly report: (text: string) => void
  /** No one may subscribe to a bot that cannot write. */
  readonly token: { readonly refused: () => void; readonly accepted: () => void }
}

/** Commands, and touches of buttons. */
const allowed_updates = ['message', 'callback_query'] as const

/** Then an update that cannot be handled is skipped. */
const triesPerUpdate = 5

/** In a row, five seconds apart. */
const failuresToReport = 5

interface Place {
  offset: number
  tries: number
}

/** Until aborted. Never throws: errors are reported and tried again. */
export async function poll(deps: PollingDeps, signal: AbortSignal): Promise<void> {
  const place: Place = { offset: 0, tries: 0 }
  let failures = 0
  while (!signal.aborted) {
    try {
      const updates = await fetchUpdates(deps, place.offset, signal)
      if (failures >= failuresToReport) deps.report('Telegram answers the polls of the bot again.')
      failures = 0
      await handleAll(deps, { updates, place }, signal)
    } catch (error) {
      if (signal.aborted) break
      failures += 1
      if (failures === failuresToReport) deps.report(`${outageOf(error)} Commands and buttons wait.`)
      await deps.wait(troubleSeconds(error, deps), signal)
    }
  }
  // Telegram drops what was handled only at the next poll; a restart would answer it twice.
  if (place.offset > 0) await confirmHandled(deps.bot, place.offset)
}

async function fetchUpdates(
  { bot, token }: PollingDeps,
  offset: number,
  signal: AbortSignal
): Promise<readonly Update[]> {
  const asked = { offset, timeout: pollSeconds, allowed_updates }
  const updates = await bot.api.getUpdates(asked, botSignal(signal))
  token.accepted()
  return updates
}

async function handleAll(
  deps: PollingDeps,
  { updates, place }: { readonly updates: readonly Update[]; readonly place: Place },
  signal: AbortSignal
): Promise<void> {
  for (const update of updates) {
    if (signal.aborted) return
    if (!(await handle(deps, update, place.tries))) {
      place.tries += 1
      await deps.wait(3, signal)
      return
    }
    place.offset = update.update_id + 1
    place.tries = 0
  }
}

/** True: finished. A person who blocked the bot cannot be answered. */
async function handle(deps: PollingDeps, update: Update, tries: number): Promise<boolean> {
  try {
    await deps.bot.handleUpdate(update)
    return true
  } catch (error) {
    const cause = error instanceof Error && 'error' in error ? error.error : error
    const refused = apiError(cause)
    if (
      refused !== null &&
      refused.error_code >= 400 &&
      refused.error_code < 500 &&
      refused.error_code !== 429
    ) {
      return true
    }
    if (tries + 1 < triesPerUpdate) return false
    deps.report(
      `A message to the bot could not be handled after ${triesPerUpdate} tries and was passed over.`
    )
    return true
  }
}

/** The words of the error may hold the address with the token. */
function outageOf(error: unknown): string {
  const refused = apiError(error)
  const what = refused === null ? 'could not be reached' : `refused (${refused.error_code})`
  return `The bot has polled Telegram ${failuresToReport} times in a row, which ${what}.`
}

function troubleSeconds(error: unknown, { report, token }: PollingDeps): number {
  const refused = apiError(error)
  if (refused?.error_code === 409) {
    report('Another program polls with the same bot token; this one keeps still for a minute.')
    return 60
  }
  if (refused?.error_code === 401 || refused?.error_code === 404) {
    report('Telegram does not know this bot token: see TELEGRAM_BOT_TOKEN.')
    token.refused()
    return 300
  }
  return Math.max(3, refused?.parameters.retry_after ?? 5)
}

async function confirmHandled(bot: Bot, offset: number): Promise<void> {
  try {
    await bot.api.getUpdates({ offset, limit: 1, timeout: 0 })
  } catch {
    // At the end of the process: what is not confirmed comes again.
  }
}
