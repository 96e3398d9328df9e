/** What a command is. */
export interface Command {
  readonly name: string
  /** One line for the overview. */
  readonly summary: string
  /** What `--help` prints. */
  readonly usage: string
  /** Runs it; answers the exit status: 0 done, 1 not as wished, 64 wrong usage, 69 something needed is missing, 78 wrong configuration. */
  readonly run: (argv: readonly string[]) => Promise<number>
}
