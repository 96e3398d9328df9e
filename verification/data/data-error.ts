/** What can be wrong with a folder of verification data. */

export type VerificationDataProblem = 'file_missing' | 'column_missing' | 'not_a_number' | 'no_rows'

/** A file that a bench cannot read; the message names the file, the line where there is one, and the remedy. */
export class VerificationDataError extends Error {
  readonly kind: VerificationDataProblem

  constructor(kind: VerificationDataProblem, message: string) {
    super(message)
    this.name = 'VerificationDataError'
    this.kind = kind
  }
}
