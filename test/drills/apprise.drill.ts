/** What is sent to an Apprise API, beside what its own client sends and what its own library hands on. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { AlertMessage } from '../../src/alerts/message-ports.ts'
import { chatBody } from '../../src/channels/webhook/bodies.ts'
import { frostMessage } from '../contracts/channels/message.ts'
import { printFigures } from './figures.ts'

const script = fileURLToPath(new URL('./by-apprise.py', import.meta.url))
/** The Python that has it: Debian's own may not be the first on the path. */
const python = ['python3', '/usr/bin/python3'].find(
  (one) => spawnSync(one, ['-c', 'import apprise']).status === 0
)

interface Heard {
  readonly path: string
  readonly body: Readonly<Record<string, string>>
}

const messages: readonly Partial<AlertMessage>[] = (['tr', 'en'] as const).flatMap((language) =>
  (['quiet', 'notice', 'warning', 'alarm'] as const).map((urgency) => ({
    language,
    urgency,
    label: `"Aşağı" & <bahçe> *${urgency}* {{x}} #1`
  }))
)

it.skipIf(python === undefined)(
  `every word arrives${python === undefined ? ': no Apprise (apt-get install -y apprise)' : ''}`,
  () => {
    let [wrong, release] = [0, '']
    for (const changes of messages) {
      const sent = chatBody('apprise', frostMessage(changes))
      const ours = JSON.parse(sent) as Readonly<Record<string, string>>
      const { stdout, stderr } = spawnSync(python ?? '', [script], { input: sent, encoding: 'utf8' })
      const read = JSON.parse(stdout || JSON.stringify({ heard: [], stderr }))
      const [byClient, handedOn] = read.heard as readonly [Heard, Heard]
      release = read.version
      expect(byClient.path).toBe('/notify/orchard-key')
      expect(Object.keys(ours).toSorted()).toEqual(Object.keys(byClient.body).toSorted())
      expect(read.types).toContain(ours['type'])
      expect(read.formats).toContain(ours['format'])
      const { title, message, type } = handedOn.body
      const isWhole = title === ours['title'] && message === ours['body'] && type === ours['type']
      if (!isWhole) wrong += 1
    }
    printFigures('apprise', { release, messages: messages.length, wrong })
    expect(wrong).toBe(0)
  }
)
