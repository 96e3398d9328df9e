/** What `ayaz members` says. */
interface Sums {
  readonly stored: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  readonly newPoints: number
  readonly isDryRun: boolean
}

export const members = {
  command: {
    summary: 'import a file of subscriptions into a running service, and list them',
    usage: `ayaz members import FILE --url URL [--key KEY] [--dry-run]
ayaz members list --url URL [--key KEY] [--tonight raised|unanswered] [--label TEXT] [--location SLUG] [--state STATE] [--tag TAG]
  Subscriptions of one API key at a running service (docs/alerts.md). FILE is CSV with a header, or one JSON object a line; every row
  has an external_id and is one subscription for ever, so the file may be imported again. Faulty rows are named by their line.

  --url URL    address of the API, such as https://frost.example.org/api/v1
  --key KEY    the API key; else the variable AYAZ_KEY
  --dry-run    judge every row and store nothing
  --json       for machines`
  },
  what: 'Say what is to be done: import FILE or list.',
  oneFile: 'Name one file to import; "list" takes none.',
  noFile: (file: string) => `There is no file ${file}.`,
  urlAndKey: 'Give --url and an API key (--key, or the variable AYAZ_KEY).',
  noAnswer: (url: string) => `${url} does not answer.`,
  line: (line: number, detail: string) => `Line ${line}: ${detail}`,
  row: (id: string, detail: string) => `${id}: ${detail}`,
  imported: ({ stored, changed, unchanged, refused, newPoints, isDryRun }: Sums) =>
    `${isDryRun ? 'Dry run: ' : ''}${stored} new, ${changed} changed, ${unchanged} unchanged, ${refused} refused; ${newPoints} new points.`,
  none: 'There are none.',
  headings: ['external_id', 'label', 'place', 'tag', 'state', 'tonight'],
  tonight: (night: {
    readonly standing: string
    readonly seen_at: string | null
    readonly unanswered: boolean
  }): string =>
    night.unanswered
      ? 'unanswered'
      : night.seen_at !== null
        ? 'seen'
        : night.standing === 'raised'
          ? 'raised'
          : 'over'
}
