import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)
const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))

export const version: string =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown'

/** Where the Dockerfile puts it: settings are then those of the container. */
const isImage = fileURLToPath(root) === '/app/'
/** A clone has no command `ayaz`; its package may not be published. */
const isClone = typeof manifest === 'object' && manifest !== null && 'private' in manifest

export const program = isClone ? 'node bin/ayaz.mjs' : 'ayaz'
/** The command that asks for the settings; null where there is none. */
export const setupCommand = isImage ? null : `${program} setup`
