import { commands } from './commands.ts'

/**
 * What the command line says, apart from `doctor` and `observe`. Names of commands, options and variables are the same
 * in every language.
 */
export const cli = {
  /** By command: one line for the overview, and what `--help` prints. */
  commands,
  overview: (lines: string) =>
    `ayaz: weather and frost risk, and alerts that arrive\n\nUsage: ayaz COMMAND [OPTIONS]\n\n${lines}\n\nayaz COMMAND --help says more.`,
  noCommand: (name: string) => `There is no command "${name}".`,
  nearCommand: (name: string) => `Did you mean "ayaz ${name}"?`,
  /** Commands of earlier versions: what to run instead. */
  formerCommands: {
    verify: 'The verification runs from the source folder now: npm run verify -- --data DIR'
  } as Readonly<Record<string, string>>,
  unknownWords: (command: string, words: string) => `ayaz ${command} does not know ${words}.`,
  noArguments: (command: string) => `ayaz ${command} takes no arguments.`,
  onlyRoleAndEnvironment: 'ayaz serve takes only --role; everything else is set by the environment.',
  configurationMistakes: 'The configuration has mistakes:',
  listening: (url: string, address: string) => `Ayaz is at ${url} (listening on ${address})`,
  working: (address: string) => `Ayaz works (probes and metrics: listening on ${address})`,

  backFilled: {
    done: (nights: number, forecasts: number) =>
      `${nights} past nights, with ${forecasts} forecasts of them.`,
    none: 'None of the sources in use has past forecasts.',
    budget: 'The budget of the day does not allow it. It begins anew at 00:00 UTC.',
    no_answer: 'The source did not answer. Try again later; "ayaz doctor" says more.'
  },
  backedUp: (file: string) => `${file} holds these rows, and was read back without a fault.`,
  restored: (file: string) => `These rows of ${file} are in the database now.`,

  headings: ['Night', 'Score', 'Level', 'Air', 'Plant (10–90 %)', 'Hours < 0', 'Coldest', 'Kind'],
  none: 'No night has any data.',
  from: 'Forecast of',
  freshness: { fresh: 'fresh', aging: 'aging', stale: 'stale' },
  demo: 'DEMO: this weather is made up.',
  days: 'days',
  noStage: 'stage not known',
  noSource: 'No source answers, and nothing recent enough is stored. "ayaz doctor" says why.',
  nameOnePlace: 'Name one place, or give latitude and longitude.',
  /** A fault of an option, by the code of the API. Null: the language of the fault's own sentence. */
  optionFaults: null as Readonly<Record<string, (option: string, allowed: string) => string>> | null,
  /** What an option takes, where the API says it in English words. */
  optionValues: null as Readonly<Record<string, string>> | null,
  optionFault: (option: string, detail: string, allowed: string) =>
    `--${option}: ${detail} Allowed: ${allowed}.`,
  pointFault: (detail: string, allowed: string) => `${detail} Allowed: ${allowed}.`,

  writeName: 'Write a part of a name.',
  noPlaceCalled: (slugs: string) => `No place is called so.${slugs === '' ? '' : ` Did you mean ${slugs}?`}`,

  alreadyAt: (engine: string, version: number) => `${engine}: already at version ${version}`,
  migrated: (engine: string, from: number, to: number) => `${engine}: from version ${from} to ${to}`,
  olderMayGoOn: (isSo: boolean) =>
    `Processes of the older version may go on: ${isSo ? 'yes' : 'no, stop all of them first'}.`,
  wouldMigrate: (engine: string, from: number, to: number) =>
    `${engine}: would go from version ${from} to ${to}:`,

  keyWhat: 'Say what is to be done: create, list, rotate or revoke.',
  keyOne: 'Name the one key; "ayaz keys list" shows them.',
  keyVerb: (verb: string) => `ayaz keys does not know "${verb}".`,
  keyWords: (verb: string, words: string) => `ayaz keys ${verb} does not know "${words}".`,
  tierMissing: '--tier is missing: which quota holds for the key.',
  noTier: (tier: string, tiers: string) => `There is no tier "${tier}". TIERS has: ${tiers}.`,
  keyCreated: (id: string, tier: string) => `Key ${id} of tier ${tier}. It is not shown again: store it.`,
  keyRotated: (id: string) =>
    `The new key ${id}: what it made stays its own. It is not shown again: store it. The old one works for one more minute.`,
  noKeys: 'There are no keys. "ayaz keys create --tier NAME" creates one.',
  keyHeadings: ['id', 'tier', 'rights', 'created', 'state', 'label'],
  operator: 'operator',
  tierLost: (tier: string) => `${tier} (not in TIERS: free)`,
  keyActive: 'active',
  keyRevokedOn: (date: string) => `revoked ${date}`,
  keyRevoked: (id: string) => `Key ${id} is revoked.`,
  noKey: (id: string) => `There is no active key "${id}". "ayaz keys list" shows them.`,

  subscriptionHeadings: ['state', 'channel', 'count'],
  totals: (places: number, nights: number) =>
    `${places} ${places === 1 ? 'place' : 'places'} watched, ${nights} ${nights === 1 ? 'night' : 'nights'} with an alert standing`,
  waiting: 'waiting',
  dueNow: 'due now',
  lateMessages: 'late by over 10 minutes',
  retrying: (channel: string) => `retrying, ${channel}`,
  retryingSince: (at: string) => `since ${at}`,
  deliveredToday: 'delivered today',
  refusedToday: 'refused today',
  noSubscription: (id: string) => `There is no subscription "${id}".`,
  noMessages: 'Nothing has been sent to it yet.',
  deliveryHeadings: ['created', 'kind', 'status', 'attempts', 'remark'],

  noChain: 'No night has been issued there yet.',
  chainOf: (point: string, nights: number, synthetic: boolean) =>
    `${point}${synthetic ? ' (synthetic weather)' : ''}: ${nights} ${nights === 1 ? 'row' : 'rows'} of issued nights`,
  chainIntact: (seq: number, hash: string) => `Intact. Row ${seq}, the newest, has the hash ${hash}.`,
  chainRemoved: (count: number, date: string) =>
    `The first ${count} rows were removed on purpose; the checkpoint of ${date} is for them.`,
  chainsAudited: (chains: number, rows: number, wrong: number) =>
    `${chains} chains with ${rows} rows were read: ${wrong === 0 ? 'all are intact.' : `${wrong} of them are not intact.`}`,
  nightAltered: (seq: number, date: string, leadDays: number) =>
    `ALTERED: row ${seq} (night of ${date}, lead ${leadDays}) or the order before it is not what was issued.`,
  nightsRemoved: (from: number, until: number) =>
    `REMOVED: ${from === until ? `row ${from} is` : `rows ${from} to ${until} are`} missing, and no checkpoint is for them.`,
  checkpointInvalid: (seq: number) =>
    `CHECKPOINT NOT VALID: the service has not signed that the rows up to ${seq} were removed.`,
  headAltered: (seq: number) =>
    `ALTERED: the newest hash of the chain is not that of row ${seq}, the newest.`,
  headNotSigned: (seq: number) =>
    `NOT SIGNED: the service has not signed row ${seq} as the newest. The chain was cut at its end or made anew.`,
  notAsPublished: (seq: number) => `NOT AS PUBLISHED: row ${seq} has another hash, or is not there.`,
  registerNotSigned: 'NOT SIGNED: the service has not signed the list of its chains.',
  chainsChanged: (signed: number, found: number) =>
    `REMOVED OR ADDED: the service has made ${signed} chains, and there are ${found}, or other ones.`,
  outsideChanged: (signed: number, found: number) =>
    `ADDED OR ALTERED: of nights issued before there were chains the service has signed ${signed}, and there are ${found}, or other ones.`,

  noChannel: (name: string, names: string) => `There is no channel "${name}". There are: ${names}.`,
  notConfigured: (name: string, variables: string) => `${name} is not configured: set ${variables}.`,
  sendsNothing: (name: string) => `${name} sends nothing: its readers fetch the messages.`,
  noPlaces: 'The table of places is empty.',
  needsDestination: (name: string) => `${name} needs a DESTINATION as JSON here.`,
  sent: 'Sent: the channel accepted it.',
  readAt: (url: string) => `It can be read at ${url}`,
  notNow: (reason: string) => `Not now: ${reason}`,
  refused: (reason: string) => `Refused: ${reason}`
}
