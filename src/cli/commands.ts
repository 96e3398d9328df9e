/** Every command, one line each. */
import type { Command } from './command.ts'
import { serveCommand } from './serve.ts'

export const commands: readonly Command[] = [serveCommand]
