import { execFile } from 'node:child_process'
import { secondMs } from '../common/time.ts'

/** Signs before systemd has waited too long. */
const signsInTime = 3

/**
 * Signs of life for systemd's `WatchdogSec`: a process whose event loop hangs gives none and is started again. Nothing
 * where no watchdog asks for them.
 */
export function giveSignsOfLife({ NOTIFY_SOCKET, WATCHDOG_USEC }: NodeJS.ProcessEnv = process.env): void {
  const waitsMs = (Number(WATCHDOG_USEC) / 1e6) * secondMs
  if (NOTIFY_SOCKET === undefined || !(waitsMs > 0)) return
  const sign = () =>
    execFile('systemd-notify', ['WATCHDOG=1'], (error) => {
      if (error !== null) console.error(error.message)
    })
  sign()
  setInterval(sign, waitsMs / signsInTime).unref()
}
