import { expect, test } from 'vitest'
import { openTestDeps } from '../../test/contracts/channels/parts.ts'
import { configureChannels } from '../channels/registry.ts'
import { channelName } from './labels.ts'

test('every kind of the registry has a name of its own in both languages', async () => {
  const { deps, close } = openTestDeps()
  const { channels, close: closeChannels } = await configureChannels({}).open(deps)
  const kinds = [...channels.values()]
  await closeChannels()
  await close()
  expect(kinds.length).toBe(8)
  for (const lang of ['en', 'tr'] as const) {
    const names = kinds.map((one) => channelName(one, lang))
    expect(new Set(names).size).toBe(kinds.length)
    // ntfy writes its own name small.
    for (const name of names) expect(name === 'ntfy' || /^\p{Lu}/u.test(name), name).toBe(true)
  }
  const email = channels.get('email') ?? { id: '', kind: '', names: null }
  expect(channelName(email, 'en')).toBe('E-mail')
  expect(channelName(email, 'tr')).toBe('E-posta')
  const stream = channels.get('sse') ?? { id: '', kind: '', names: null }
  expect(channelName(stream, 'tr')).toBe('Olay akışı (yazılımcılar için)')
})

test('a name that the operator chose stays as it is, and so does what is not known any more', () => {
  expect(channelName({ id: 'koop-telegram', kind: 'telegram', names: { en: 'Telegram' } }, 'tr')).toBe(
    'koop-telegram'
  )
  expect(channelName({ id: 'pigeon', kind: 'pigeon', names: null }, 'en')).toBe('pigeon')
  expect(channelName({ id: 'constructor', kind: 'constructor', names: null }, 'en')).toBe('constructor')
})
