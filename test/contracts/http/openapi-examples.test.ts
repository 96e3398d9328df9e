/** The examples of the document are what the service answers. */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { operationExamples } from '../../../src/http/openapi.ts'
import { exampleTour } from './example-tour.ts'

const file = fileURLToPath(new URL('../../../src/http/openapi-examples.json', import.meta.url))
/** With WRITE_EXAMPLES=1 the test writes what it was answered; without, it compares. */
const isWriting = process.env['WRITE_EXAMPLES'] === '1'

it('every example is what its request is answered', async () => {
  const examples = await exampleTour()
  if (isWriting) await writeFile(file, `${JSON.stringify(examples, null, 1)}\n`)
  else expect(examples).toEqual(operationExamples)
})
