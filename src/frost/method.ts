/** Name and version of the whole method: a change of any number that it publishes is a new version. */
export const frostMethod = { id: 'frost-p', version: '2.0' } as const

/** As the record stores it: `frost-p 2.0`. */
export const frostMethodText = `${frostMethod.id} ${frostMethod.version}`
