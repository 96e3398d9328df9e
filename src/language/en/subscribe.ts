export const subscribe = {
  heading: 'Be warned',
  intro:
    'A message when a night reaches your threshold, again if it gets worse, and when it no longer reaches it.',
  label: 'Your name for the field',
  labelMeant: (name: string) => `Did you mean “${name}”?`,
  how: 'How shall we reach you?',
  when: 'When shall we alert you?',
  moves: { back: 'Back', next: 'Continue' },
  close: 'Close',
  offline: 'There is no connection at the moment. What you wrote is still here: send it again in a moment.',
  kinds: { score: 'By the score', damage: 'By the damage', degrees: 'By degrees' },
  more: 'More precisely',
  threshold: 'From a score of',
  fromScore: 'From a score of (1–100)',
  thresholdHint: '10 = light frost is possible, 50 = likely harm, 90 = severe.',
  thresholdOf: {
    buds: 'Buds or flowers killed (%), at least',
    fruits: 'Fruits killed (%), at least',
    shoots: 'Shoots killed (%), at least'
  },
  thresholdOfHint: (part: string) =>
    `With a crop the score is the expected percentage of ${part} killed: 10 = one in ten, 50 = half of them.`,
  wakeBelow: 'Wake me if it may fall below (°C)',
  temperatureOf: 'Which temperature',
  temperatureHint:
    'The message comes when the night falls to this temperature with the probability that you choose.',
  unscoredHint: 'With a score the alert is for any plant: this stage has no score of its own.',
  slider: 'Slide to choose',
  meant: 'Of the last {of} nights on record, {n} would have brought a message.',
  unmeant: 'No nights of this place are on record yet, so it is not known how often this brings a message.',
  criticalHint: 'The temperature that is filled in is where damage begins in this stage.',
  probability: 'How sure should we be?',
  probabilities: {
    '0.5': '50%: as likely as not',
    '0.3': '30%: earlier',
    '0.1': '10%: earliest, more false alarms'
  },
  probabilityNow: (share: string, from: string) =>
    `The probability of it in the coldest night of the next three days is ${share}; the message comes from ${from} on.`,
  firstMessage: (time: string | null) =>
    time === null
      ? 'The first message is on its way.'
      : `Only a later night reaches that, not tonight, so the first message comes at ${time}.`,
  forPrograms: 'For programmers',
  subject: 'The alert is for',
  estimatedStage: (crop: string, today: string) => `${crop}, stage as estimated, today: ${today}`,
  estimatedHint:
    'The stage is estimated again each day, and the score follows it. While it cannot be estimated, the general score counts.',
  anyPlant: 'any plant (frost severity)',
  channel: 'By',
  destination: 'Address',
  destinationHint: 'name@example.org, https://…, +90 532 …',
  addresses: { email: 'Your e-mail address', url: 'Address of the webhook', phone: 'Your telephone number' },
  format: 'Format',
  formatOfPrograms: 'Signed JSON for your own program',
  subscribe: 'Subscribe',
  push: 'Warn me in this browser',
  pushForbidden: 'This browser does not allow it. Allow notifications for this site and try again.',
  pushFailed: 'It could not be set up in this browser. Try again later, or choose another way.',
  preview: 'demo: shown on the preview page only',
  pulled: 'you fetch it yourself',
  subscribed: 'You are subscribed',
  pending: 'One more step',
  refused: 'That did not work',
  previewOnly: 'This is a demo: no real alert is on. Messages appear on the preview page only.',
  previewFetched:
    'This is a demo: no real alert is on. Messages about made-up weather appear at the address below and on the preview page.',
  openIn: (channel: string) => `Open in ${channel}`,
  undo: 'Undo: end this alert',
  reaches: (score: string) =>
    `The highest score of a night in the next three days is ${score}, which reaches your threshold.`,
  onConfirming: (time: string | null) =>
    time === null
      ? 'The first message is sent as soon as you have confirmed.'
      : `Only a later night does, not tonight: once you have confirmed, the first message comes at ${time}.`,
  rounded: (score: string) => `${score} (rounded)`,
  wouldFire: (score: string) =>
    `The highest score of a night in the next three days is ${score}, which reaches your threshold: the first alert would be sent at once.`,
  wouldFireAt: (score: string, time: string) =>
    `The highest score of a night in the next three days is ${score}, which reaches your threshold. Only a later night does, not tonight, so the first alert would be sent at ${time}.`,
  fired: (score: string) =>
    `The highest score of a night in the next three days is ${score}, which reaches your threshold: the first message is on its way.`,
  firesAt: (score: string, time: string) =>
    `The highest score of a night in the next three days is ${score}, which reaches your threshold. Only a later night does, not tonight, so the first message comes at ${time}.`,
  wouldNotFire: (score: string) =>
    `The highest score of a night in the next three days is ${score}, below your threshold.`,
  manage: 'Change, pause or end it',
  stop: 'End it with one click',
  keepSecret: 'Keep these addresses to yourself: anyone who knows them can use them.',
  addressLink: 'Address',
  previewLink: 'Preview',
  back: (page: string) => `Back to ${page}`,
  seePreview: 'See what the messages look like'
}

/** `ayaz members`. */
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
    usage: `ayaz members import FILE --url URL [--key KEY] [--dry-run] [--ground TEXT]
ayaz members list --url URL [--key KEY] [--tonight raised|unanswered] [--label TEXT] [--location SLUG] [--state STATE] [--tag TAG]
  Subscriptions of one API key at a running service (docs/alerts.md). FILE is CSV with a header, or one JSON object a line; every row
  has an external_id and stays one subscription, so the file may be imported again. Faulty rows are named by their line.

  --url URL    address of the API, such as https://frost.example.org/api/v1
  --key KEY    the API key; else the variable AYAZ_KEY
  --dry-run    check every row and store nothing
  --ground     with a key that vouches: why its members need not prove themselves
  --json       for machines`
  },
  what: 'Say what to do: import FILE or list.',
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
