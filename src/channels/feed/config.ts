/** Feeds need nothing from the operator. */
import type { EnvironmentDescription } from '../../config/environment.ts'

export const feedEnvironment = {} as const satisfies EnvironmentDescription
