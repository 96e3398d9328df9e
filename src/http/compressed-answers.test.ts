import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { compressAnswers } from './compressed-answers.ts'

it('a file that could not be read once is compressed and given as soon as it can be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ayaz-compressed-'))
  const file = join(folder, 'page.txt')
  const server = fastify()
  compressAnswers(server)
  server.get('/file/*', async (_request, reply) => reply.type('text/plain').send(createReadStream(file)))
  const ask = () => server.inject({ url: '/file/page.txt', headers: { 'accept-encoding': 'gzip' } })
  try {
    expect((await ask()).statusCode).toBe(500)
    await writeFile(file, 'frost '.repeat(1000))
    for (let turn = 0; turn < 2; turn++) {
      const { statusCode, headers, rawPayload } = await ask()
      expect([statusCode, headers['content-encoding']]).toEqual([200, 'gzip'])
      expect(gunzipSync(rawPayload).toString()).toBe('frost '.repeat(1000))
    }
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
})
