/** A PostgreSQL that has fallen silent: nobody waits for it again until it answers. */
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'

export interface Outage {
  /** Call it where the server has answered nothing in time. */
  readonly begin: () => void
  readonly isOn: () => boolean
  readonly close: () => void
}

const probeEveryMs = 1000

/** @param open a client for one question, with limits of its own for connecting and for the answer */
export function openOutage(open: () => ClientBase): Outage {
  let isOn = false
  let isClosed = false
  const untilAnswered = async (): Promise<void> => {
    while (!isClosed && !(await answers(open()))) await wait(probeEveryMs, undefined, { ref: false })
    isOn = false
  }
  return {
    begin() {
      if (isOn) return
      isOn = true
      void untilAnswered()
    },
    isOn: () => isOn,
    close: () => {
      isClosed = true
    }
  }
}

async function answers(client: ClientBase): Promise<boolean> {
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    // Saying goodbye to a silent server would wait for its answer.
    socketOf(client).destroy()
  }
}

/** Which pg does not publish. */
export function socketOf(client: ClientBase): Socket {
  return (client as ClientBase & { readonly connection: { readonly stream: Socket } }).connection.stream
}
