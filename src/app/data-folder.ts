/** The folder of DATA_DIR: created where missing, and checked to be writable before anything is opened in it. */
import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Returns its absolute path. @throws {Error} where it cannot be made or written to; the message says what to do */
export async function makeDataFolder(dataDir: string): Promise<string> {
  const path = resolve(dataDir)
  try {
    // One by one: where no folder can be made, such as in /proc, Node's recursive mkdir never returns.
    for (const folder of await missingFolders(path)) await mkdir(folder, { mode: 0o700 }).catch(unlessThere)
    if (!(await stat(path)).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
    await access(path, constants.W_OK | constants.R_OK)
    return path
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new Error(
      `DATA_DIR ${path} cannot be made or written to (${code}). Set DATA_DIR to a folder this user may write to.`
    )
  }
}

/** The folder of the embedded database; PostgreSQL needs none, so the file system may be read-only. */
export async function storeFolder({
  dataDir,
  databaseUrl
}: {
  dataDir: string
  databaseUrl: string | null
}): Promise<string> {
  return databaseUrl === null ? makeDataFolder(dataDir) : dataDir
}

async function missingFolders(path: string): Promise<readonly string[]> {
  const missing: string[] = []
  for (let folder = path; !(await isThere(folder)); folder = dirname(folder)) missing.unshift(folder)
  return missing
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Throws the error unless the folder exists, as another process may have created it meanwhile. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
