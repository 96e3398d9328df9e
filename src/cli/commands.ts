/** Every command, one line each. */
import type { Command } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { frostCommand } from './frost.ts'
import { placesCommand } from './places.ts'
import { serveCommand } from './serve.ts'

export const commands: readonly Command[] = [serveCommand, frostCommand, placesCommand, doctorCommand]
