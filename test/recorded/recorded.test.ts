/**
 * What was sent, answered and shown in four days of spring, as it was last accepted. A change that means to change it
 * records it anew with `npm test -- recorded --update=all`; its difference is read like code.
 */
import { expect, it } from 'vitest'
import { liveSpring } from './spring.ts'

it('sends, answers and shows what is recorded', async () => {
  const { messages, answers } = await liveSpring()
  await expect(`${messages.join('\n\n')}\n`).toMatchFileSnapshot('messages.txt')
  await expect(`${answers.join('\n')}\n`).toMatchFileSnapshot('answers.txt')
})
