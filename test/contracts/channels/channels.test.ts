/** One contract for every channel, each against a real counterpart on loopback. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AlertMessage } from '../../../src/alerts/message-ports.ts'
import type { DeliveryContext, DeliveryOutcome, Destination } from '../../../src/alerts/ports.ts'
import { instructionSentence } from '../../../src/alerts/words/render-alert.ts'
import { mqttKind } from '../../../src/channels/mqtt/channel.ts'
import { channelKinds } from '../../../src/channels/registry.ts'
import type { Language } from '../../../src/language/language.ts'
import { startRefusingBroker } from '../../receivers/refusing-broker.ts'
import type { Harness } from './harness.ts'
import { harnessPlans } from './harnesses.ts'
import { deliveryContext, frostMessage, frostNight } from './message.ts'
import { openTestDeps } from './parts.ts'

const hiddenLabel = 'Aşağı bahçe, kuyu 3'
const hostileLabel = `<script>alert("1")</script> & <b>Ayşe'nin</b> bahçesi ]]></feed>`

test('every channel of the registry is under this contract', () => {
  expect(harnessPlans.map(({ kind }) => kind)).toEqual(channelKinds.map(({ kind }) => kind))
})

test.runIf(process.env['CI'] === 'true')('every counterpart is installed where the build is judged', () => {
  expect(harnessPlans.map(({ missing }) => missing).filter((missing) => missing !== null)).toEqual([])
})

for (const plan of harnessPlans) {
  const title = plan.missing === null ? plan.kind : `${plan.kind} (skipped: ${plan.missing})`
  describe.skipIf(plan.missing !== null)(title, () => {
    let harness: Harness

    beforeAll(async () => {
      harness = await plan.open()
    })
    afterAll(async () => await harness.close())

    const prepare = (destination: unknown) =>
      harness.channel.prepare({
        destination,
        place: { slug: 'malatya' },
        random: (bytes) => new Uint8Array(bytes).fill(9)
      })

    const destinationOf = async (): Promise<Destination> => {
      const prepared = await prepare(harness.given)
      if (!prepared.ok) throw new Error(prepared.detail)
      return harness.bound ?? prepared.destination ?? {}
    }

    const deliver = async (
      message: AlertMessage,
      context: Partial<DeliveryContext> = {}
    ): Promise<DeliveryOutcome> => {
      const whole = deliveryContext({ now: harness.now, ...context })
      const outcome = await harness.channel.deliver(message, await destinationOf(), whole)
      if (outcome.outcome === 'sent') harness.recorded?.(message, whole)
      return outcome
    }

    const last = async () => (await harness.received()).at(-1)

    test('takes the minimal body, or says which destination it needs', async () => {
      const prepared = await prepare(undefined)
      if (harness.channel.takesMinimalBody) {
        expect(prepared.ok).toBe(true)
        expect(harness.channel.destinationMembers).toEqual([])
        expect(harness.channel.formField).toBeNull()
      } else {
        expect(prepared).toMatchObject({ ok: false, code: 'destination_required' })
        expect(harness.channel.destinationMembers.length).toBeGreaterThan(0)
        expect(harness.channel.formField).not.toBeNull()
      }
    })

    test('refuses a destination that it does not understand, naming the member', async () => {
      for (const given of ['text', 17, [], { unheard_of: 'x' }]) {
        const prepared = await prepare(given)
        expect(prepared, JSON.stringify(given)).toMatchObject({ ok: false })
        if (!prepared.ok) expect(prepared.pointer).toMatch(/^\/destination/)
      }
    })

    test('takes and needs the members of its destination that it publishes, and no others', async () => {
      const { destinationSchema, destinationMembers } = harness.channel
      const { properties = {}, required = [] } = destinationSchema ?? {}
      const given = Object(harness.given ?? {})
      const refusal = async (destination: object) => {
        const prepared = await prepare(destination)
        return prepared.ok ? null : [prepared.code, prepared.pointer]
      }
      expect(new Set(destinationMembers.map((pointer) => pointer.split('/')[2]))).toEqual(new Set(required))
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(given)))
      for (const member of required) {
        const { [member]: _left, ...rest } = given
        expect(await refusal(rest)).toEqual(['destination_required', `/destination/${member}`])
        expect(await refusal({ ...given, [member]: 7 })).toEqual([
          expect.stringMatching(/^destination_(invalid|required)$/),
          `/destination/${member}`
        ])
      }
      if (destinationSchema === undefined) return
      expect(destinationSchema).toHaveProperty('additionalProperties', false)
      expect(await refusal({ ...given, unheard_of: 1 })).toEqual([
        'destination_invalid',
        '/destination/unheard_of'
      ])
    })

    test('has nothing against being subscribed to while it delivers', async () => {
      expect(await deliver(frostMessage())).toMatchObject({ outcome: 'sent' })
      expect((await harness.channel.unavailable?.()) ?? null).toBeNull()
    })

    test('explains in both languages what to do next, where there is something to do', () => {
      const { instructions } = harness.channel.setup({
        destination: { topic: 'x' },
        signingKey: new Uint8Array(32),
        conversationToken: 'token',
        feedUrl: 'https://ayaz.example/feeds/x',
        streamUrl: 'https://ayaz.example/streams/x'
      })
      if (instructions === null) return expect(harness.channel.kind).toBe('webpush')
      for (const lang of ['en', 'tr'] as const) expect(instructionSentence(instructions, lang)).not.toBeNull()
    })

    test.each<[Language, string, string]>([
      ['en', '01–08: Malatya apricot', '−3.2'],
      ['tr', '01–08: Malatya kayısı', '−3,2']
    ])('delivers in %s', async (language, heading, minimum) => {
      expect(await deliver(frostMessage({ language }))).toMatchObject({ outcome: 'sent' })
      const received = await last()
      expect(received?.plain.toLowerCase()).toContain(heading.toLowerCase())
      expect(received?.plain).toContain(minimum)
    })

    test('marks a test and made-up weather so that nobody takes them for a warning', async () => {
      await deliver(frostMessage({ kind: 'test' }))
      expect((await last())?.plain).toContain('TEST')
      await deliver(frostMessage({ kind: 'test', language: 'tr' }))
      expect((await last())?.plain).toContain('DENEME')
      await deliver(frostMessage({ synthetic: true }))
      expect((await last())?.plain).toContain('DEMO')
    })

    test('a label with markup stays the text that it is', async () => {
      await deliver(frostMessage({ label: hostileLabel }))
      const received = await last()
      expect(received?.plain.replaceAll(/\s+/g, ' ')).toContain(hostileLabel)
      expect(received?.markup ?? '').not.toMatch(/<script|<b>Ayşe/i)
    })

    test('a repeat of a message has the same id', async () => {
      await deliver(frostMessage(), { messageId: 'msg_repeated' })
      const first = await last()
      await deliver(frostMessage(), { messageId: 'msg_repeated', attempt: 2 })
      const second = await last()
      expect(second?.id).toBe(first?.id)
      expect(second?.plain).toBe(first?.plain)
      // ntfy knows a message by its subscription and night, Telegram by nothing.
      const { kind } = harness.channel
      if (kind !== 'telegram' && kind !== 'ntfy') expect(second?.id).toContain('msg_repeated')
    })

    test('many nights in one message arrive', async () => {
      const nights = Array.from({ length: 16 }, (_, day) => frostNight({ date: `2026-04-${12 + day}` }))
      expect(await deliver(frostMessage({ nights, label: 'ş'.repeat(120) }))).toMatchObject({
        outcome: 'sent'
      })
    })

    test('a passing refusal is tried again, not sooner than it asks', async (context) => {
      if (harness.refuseForNow === null) return context.skip('it refuses nothing for now')
      const afterSeconds = harness.refuseForNow()
      expect(await deliver(frostMessage())).toMatchObject({ outcome: 'retry', afterSeconds })
    })

    test('an attempt that is given up is tried again', async (context) => {
      if (!harness.channel.pushes) return context.skip('it pushes nothing')
      const signal = AbortSignal.abort()
      expect(await deliver(frostMessage(), { signal })).toMatchObject({ outcome: 'retry' })
    })

    test('the preview shows what would be sent, without a secret', async () => {
      const shown = harness.channel.preview(
        frostMessage({ synthetic: true, label: hostileLabel }),
        null,
        deliveryContext()
      )
      expect(`${shown.title}\n${shown.text}`).toContain('DEMO')
      expect(`${shown.title}\n${shown.text}`).toContain('Malatya')
      for (const secret of harness.secrets) expect(JSON.stringify(shown)).not.toContain(secret)
    })

    test('a lasting refusal suspends, and no secret stands in what is told of it', async () => {
      const outcomes: DeliveryOutcome[] = []
      if (harness.refuseForNow !== null) {
        harness.refuseForNow()
        outcomes.push(await deliver(frostMessage()))
      }
      if (harness.refuseForGood !== null) {
        const suspend = harness.refuseForGood()
        outcomes.push(await deliver(frostMessage()))
        expect(outcomes.at(-1)).toMatchObject({ outcome: 'rejected', suspend })
      }
      const visible = JSON.stringify([outcomes, harness.reports])
      for (const secret of harness.secrets) expect(visible).not.toContain(secret)
    })

    test('a refusal is told in the words of the other side, on one line and without what was sent', async (context) => {
      const { refuse = [], reports, secrets } = harness
      if (refuse.length === 0) return context.skip('it refuses nothing in words')
      for (const [index, say] of refuse.entries()) {
        const before = reports.length
        const secret = secrets[index % secrets.length] ?? ''
        say(`quota\u0007 used ${secret} ${hiddenLabel} ${'up '.repeat(300)}`)
        const outcome = await deliver(frostMessage({ label: hiddenLabel }))
        expect(outcome).toMatchObject({ reason: expect.stringMatching(/: "quota used .*up.*…"\.$/) })
        const visible = JSON.stringify([outcome, reports.slice(before)])
        for (const one of [...secrets, hiddenLabel, '\\u0007']) expect(visible).not.toContain(one)
        for (const report of reports.slice(before)) expect(report).toContain('quota used')
      }
    })
  })
}

describe.skipIf(!harnessPlans.some(({ kind, missing }) => kind === 'mqtt' && missing === null))(
  'mqtt',
  () => {
    const codes = [0x80, 0x83, 0x87, 0x97] as const
    const steps = ['connection', 'message', 'subscription'] as const
    test.for(steps.flatMap((step) => codes.map((code) => [step, code] as const)))(
      'a broker that refuses the %s (%i) is quoted',
      async ([step, code]) => {
        const broker = await startRefusingBroker(step, code, 'quota used by ayaz:marked-password')
        const parts = openTestDeps()
        const opened = await mqttKind.configure({ MQTT_URL: broker.url, MQTT_OPEN: '1' }).open(parts.deps)
        try {
          const outcome = await opened.channel.deliver(
            frostMessage(),
            { topic: 'frost/alerts/x' },
            deliveryContext()
          )
          const visible = JSON.stringify([outcome, parts.reports])
          const afterSeconds = step === 'message' && code === 0x87 ? 600 : null
          expect(outcome).toMatchObject(
            step === 'subscription' ? { outcome: 'sent' } : { outcome: 'retry', afterSeconds }
          )
          await expect
            .poll(() => JSON.stringify([outcome, parts.reports]))
            .toMatch(new RegExp(`refuses the ${step} \\(${code}\\): ..quota used by `))
          expect(visible).not.toContain('marked')
        } finally {
          await opened.close()
          await Promise.all([broker.close(), parts.close()])
        }
      }
    )
  }
)
