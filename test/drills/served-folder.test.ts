import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Served, serve } from '../crash/served.ts'
import { withFolder } from './served-folder.ts'

it('a drill that fails leaves neither its service nor its folder behind, and ends no other', async () => {
  const started: { served: Served; folder: string }[] = []
  const start = (environment: Readonly<Record<string, string>>, folder: string): Promise<number> =>
    serve(environment).then((served) => started.push({ served, folder }))
  await withFolder(async (ofOther, otherFolder) => {
    await start(ofOther, otherFolder)
    const failing = withFolder(async (environment, folder) => {
      await start({ ...environment, DATA_DIR: `${folder}/data` }, folder)
      throw new Error('as an assertion does')
    })
    await expect(failing).rejects.toThrow('as an assertion does')
    const [other, failed] = started
    expect([failed?.served.child.signalCode, existsSync(failed?.folder ?? '')]).toEqual(['SIGKILL', false])
    expect([other?.served.child.exitCode, other?.served.child.signalCode]).toEqual([null, null])
    other?.served.child.kill('SIGINT')
    if (other !== undefined) await once(other.served.child, 'exit')
    expect(other?.served.child.exitCode).toBe(0)
  })
})
