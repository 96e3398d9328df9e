/** Event streams need nothing from the operator. */
import type { EnvironmentDescription } from '../../config/environment.ts'

export const sseEnvironment = {} as const satisfies EnvironmentDescription
