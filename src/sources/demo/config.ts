/** The demo has nothing to set. */
export const demoEnvironment = {} as const
