/** The details of an event that reports an error: what it says, and the error itself for those who log its stack. */
export function reportedError(error: unknown): { readonly message: string; readonly err: unknown } {
  return { message: error instanceof Error ? error.message : String(error), err: error }
}
