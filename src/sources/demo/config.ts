/** The demo has nothing to set. */
import type { SettingsOf } from '../environment.ts'

export const demoEnvironment = {} as const

export type DemoSettings = SettingsOf<typeof demoEnvironment>
