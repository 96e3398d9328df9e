/** Why a database or a backup cannot be used, by the code of the fault. */
export interface StoreFaults {
  readonly served: (folder: string) => string
  readonly lockUnusable: (file: string, reason: string, folder: string) => string
  readonly olderSchema: (from: number, to: number) => string
  readonly newerSchema: (from: number, to: number) => string
  readonly newerSchemaOfCopy: (from: number, to: number) => string
  readonly otherHistory: (version: number, name: string) => string
  readonly folderUnusable: (folder: string, reason: string) => string
  readonly serverUnusable: (server: string, reason: string) => string
  readonly folderEmpty: (folder: string) => string
  readonly serverEmpty: (server: string) => string
  readonly backupFolderMissing: (folder: string) => string
  readonly backupThere: (file: string) => string
  readonly migratedMeanwhile: () => string
  readonly fileMissing: (file: string) => string
  readonly fileUnreadable: (file: string, reason: string) => string
  readonly fileIsFolder: (file: string, example: string) => string
  readonly databaseThere: (file: string) => string
  readonly noRoom: (beside: string, folder: string) => string
  readonly tablesFull: (tables: string) => string
  readonly fileDamaged: (file: string, findings: string) => string
  readonly fileForeign: (file: string) => string
  readonly schemaForeign: (file: string, names: string) => string
  readonly fileInterrupted: (file: string) => string
  readonly wouldLose: (
    file: string,
    subscriptions: number,
    confirmations: number,
    messages: number,
    since: string
  ) => string
}

/** Null: the language of the fault’s own sentence. */
export const storeFaults = null as StoreFaults | null
