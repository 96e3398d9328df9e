/** The three generators of TypeScript clients, each with its usual settings. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { generate } from 'orval'

/** Writes `openapi-typescript.ts`, `hey-api/` and `orval/` into a folder. @param text the document */
export async function generateClients(text: string, folder: string, baseUrl: string): Promise<void> {
  // A copy for each: they change what they are given.
  const document = () => JSON.parse(text)
  const types = await openapiTypescript(document() as OpenAPI3)
  await writeFile(join(folder, 'openapi-typescript.ts'), astToString(types))
  await createClient({
    input: document(),
    output: { path: join(folder, 'hey-api') },
    logs: { level: 'silent' },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk']
  })
  await generate({
    input: { target: document() },
    output: {
      target: join(folder, 'orval/client.ts'),
      client: 'fetch',
      mode: 'split',
      baseUrl,
      override: { contentType: { include: ['application/json', 'application/problem+json'] } }
    }
  })
}
