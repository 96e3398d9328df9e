/**
 * What a process that a test starts needs of this machine: where programs are, and what Node has compiled
 * before, which saves a third of the CPU of each start.
 */
export function machineEnvironment(): Readonly<Record<string, string>> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }
}
