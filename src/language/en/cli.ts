import { commands } from './commands.ts'

export const cli = {
  /** A line for the overview, and what `--help` prints. */
  commands,
  overview: (lines: string) =>
    `ayaz: weather and frost risk, and alerts that arrive\n\nUsage: ayaz COMMAND [OPTIONS]\n\n${lines}\n\nayaz COMMAND --help says more.`,
  noCommand: (name: string) => `There is no command "${name}".`,
  nearCommand: (name: string) => `Did you mean "ayaz ${name}"?`,
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
    done: (nights: number, forecasts: number) => `${nights} past nights, with ${forecasts} forecasts.`,
    none: 'None of the sources in use has past forecasts.',
    budget: 'Today’s budget does not allow it. It starts again at 00:00 UTC.',
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
  /** By the code of the API. Null: the language of the fault's own sentence. */
  optionFaults: null as Readonly<Record<string, (option: string, allowed: string) => string>> | null,
  /** For sentences that the API gives in English. */
  optionValues: null as Readonly<Record<string, string>> | null,
  optionFault: (option: string, detail: string, allowed: string) =>
    `--${option}: ${detail} Allowed: ${allowed}.`,
  pointFault: (detail: string, allowed: string) => `${detail} Allowed: ${allowed}.`,

  writeName: 'Write part of a name.',
  noPlaceCalled: (slugs: string) => `No such place.${slugs === '' ? '' : ` Did you mean ${slugs}?`}`,

  alreadyAt: (engine: string, version: number) => `${engine}: already at version ${version}`,
  migrated: (engine: string, from: number, to: number) => `${engine}: from version ${from} to ${to}`,
  olderMayGoOn: (isSo: boolean) =>
    `Processes of the older version may keep running: ${isSo ? 'yes' : 'no, stop all of them first'}.`,
  wouldMigrate: (engine: string, from: number, to: number) =>
    `${engine}: would go from version ${from} to ${to}:`,

  keyWhat: 'Say what to do: create, list, rotate or revoke.',
  keyOne: 'Name the one key; "ayaz keys list" shows them.',
  keyVerb: (verb: string) => `ayaz keys does not know "${verb}".`,
  keyWords: (verb: string, words: string) => `ayaz keys ${verb} does not know "${words}".`,
  tierMissing: '--tier is missing: the quota of the key.',
  noTier: (tier: string, tiers: string) => `There is no tier "${tier}". TIERS has: ${tiers}.`,
  keyCreated: (id: string, tier: string) => `Key ${id} of tier ${tier}. It is not shown again: store it.`,
  keyRotated: (id: string) =>
    `New key ${id}, with all that the old one made. It is not shown again: store it. The old one works for one more minute.`,
  noKeys: 'There are no keys. "ayaz keys create --tier NAME" creates one.',
  keyHeadings: ['id', 'tier', 'rights', 'created', 'state', 'label'],
  operator: 'operator',
  vouching: 'vouches',
  tierLost: (tier: string) => `${tier} (not in TIERS: free)`,
  keyActive: 'active',
  keyRevokedOn: (date: string) => `revoked ${date}`,
  keyRevoked: (id: string) => `Key ${id} is revoked.`,
  noKey: (id: string) => `There is no active key "${id}". "ayaz keys list" shows them.`,

  subscriptionHeadings: ['state', 'channel', 'count'],
  totals: (places: number, nights: number) =>
    `${places} ${places === 1 ? 'place' : 'places'} watched, ${nights} ${nights === 1 ? 'night' : 'nights'} with a standing alert`,
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
    `The first ${count} rows were removed on purpose; the checkpoint of ${date} covers them.`,
  chainsAudited: (chains: number, rows: number, wrong: number) =>
    `${chains} chains with ${rows} rows were read: ${wrong === 0 ? 'all are intact.' : `${wrong} of them are not intact.`}`,
  nightAltered: (seq: number, date: string, leadDays: number) =>
    `ALTERED: row ${seq} (night of ${date}, lead ${leadDays}) or the order before it is not as issued.`,
  nightsRemoved: (from: number, until: number) =>
    `REMOVED: ${from === until ? `row ${from} is` : `rows ${from} to ${until} are`} missing, and no checkpoint covers them.`,
  checkpointInvalid: (seq: number) =>
    `CHECKPOINT NOT VALID: the service has not signed that the rows up to ${seq} were removed.`,
  headAltered: (seq: number) =>
    `ALTERED: the newest hash of the chain is not that of row ${seq}, the newest.`,
  headNotSigned: (seq: number) =>
    `NOT SIGNED: the service has not signed row ${seq} as the newest. The chain was cut at its end or rebuilt.`,
  notAsPublished: (seq: number) => `NOT AS PUBLISHED: row ${seq} has another hash, or is missing.`,
  registerNotSigned: 'NOT SIGNED: the service has not signed the list of its chains.',
  chainsChanged: (signed: number, found: number) =>
    `REMOVED OR ADDED: the service made ${signed} chains; there are ${found}, or different ones.`,
  outsideChanged: (signed: number, found: number) =>
    `ADDED OR ALTERED: the service signed ${signed} nights issued before there were chains; there are ${found}, or different ones.`,

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

export const setup = {
  begin: (file: string) =>
    `Settings are written to ${file} once all questions are answered. An empty answer keeps what is there.`,
  questions: {
    SITE_URL: 'The address at which people will open the site, such as https://frost.example.org.',
    OPERATOR_NAME: 'Who runs the service, as every page and every mail names it.',
    OPERATOR_CONTACT: 'Where people reach you, such as mailto:frost@example.org.',
    MET_NORWAY_CONTACT:
      'A mail address or site by which MET Norway can reach you. It makes MET Norway the second source, at no cost.',
    SECURITY_CONTACT: 'Where security faults are reported, such as mailto:security@example.org.',
    OPEN_METEO_KEY: 'A key of Open-Meteo, if anyone pays for your service. It is not shown while you type.'
  },
  none: 'not set',
  hidden: 'set, not shown',
  unquotable: 'An answer with an apostrophe may not contain " \\ $ or `.',
  use: (file: string, program: string) =>
    `Without systemd, start the service with them: set -a; . ${file}; ${program} serve`,
  place: 'Which place matters first? (a town or district)',
  noPlace: (text: string, near: string) =>
    `No place is called “${text}”.${near === '' ? '' : ` Similar names: ${near}.`}`,
  unchanged: (file: string) => `\n${file} stays as it is.`,
  written: (file: string) => `\n${file} is written. Restart the service to apply it.`,
  restart: 'Next: systemctl restart ayaz',
  later: (program: string) =>
    `Once the service has run: ${program} keys create --tier free --operator, and ${program} test-channel ntfy '{"topic":"…"}'`,
  key: 'Make a first API key of your own? It is shown once. [y/N]',
  test: 'An ntfy topic that gets a test message now (empty: none):',
  end: (address: string) => `\nReady. Tonight at your place: ${address}`,
  ended: 'The input ended before the last question.'
}

export const observe = {
  oneFile: 'One file is needed.',
  unitsAre: '--units is C or F.',
  datesAre: '--dates is ymd, dmy or mdy.',
  keyNeeded: '--url needs --key, the API key of the service.',
  noFile: (file: string) => `There is no readable file "${file}".`,
  progress: (rows: number, bad: number) => `${rows} rows, ${bad} bad`,
  badLine: (line: number, reason: string) => `line ${line}: ${reason}`,
  moreBad: (count: number) => `… and ${count} more; --rejects FILE writes all.`,
  summary: (rows: number, stored: number, replaced: number, unchanged: number, bad: number) =>
    `${rows} rows: ${stored} new, ${replaced} replaced another value, ${unchanged} known already, ${bad} bad.`,
  exposureUnknown: (rows: number) =>
    `${rows} rows at plants do not say where among the plants: they are stored, but nothing is learned from them. Name it with --exposure ground, vine or canopy, or a column "exposure".`,
  emptyFile: 'The file is empty.',
  renamed: (line: number, now: string, before: string) =>
    `line ${line}: "${now}" stands where the column was named "${before}", so the values below mean something else. Split the file there.`,
  unitsDiffer: (column: string, option: string) =>
    `The column says ${column}, --units says ${option}. Leave one of them out.`,
  celsius: 'Minima are in Celsius.',
  fahrenheit: 'Minima are in Fahrenheit.',
  unitColumn: 'Minima are in the unit of each row; in Celsius where it is empty.',
  unitUnknown: 'Nothing says in which unit the minima are: read as Celsius. --units F for Fahrenheit.',
  ignored: (columns: string) => `Ignored columns: ${columns}.`,
  looksFahrenheit: (line: number, minimum: number) =>
    `Line ${line} has a minimum of ${minimum}: no night on Earth is that warm in Celsius. Say --units F, or --units C if only that line is wrong.`,
  emptyFirstLine: 'The file begins with an empty line; its first line names the columns.',
  otherFile: {
    workbook:
      'This is not a text file but an Excel workbook. Open the sheet with the readings and choose File, Save As, "CSV UTF-8 (comma delimited)".',
    pdf: 'This is a PDF, from which no table is read. Save the readings as CSV in the program that made it.',
    page: 'This is a web page (HTML), whatever the file is called. Open it in a spreadsheet and choose File, Save As, "CSV UTF-8 (comma delimited)".'
  },
  loggerExport:
    'This looks like a logger’s export, but no row has both a time of day and a number. Name its columns: --time NAME --temperature NAME.',
  contradicted: (date: string, line: number, minimum: string) =>
    `Line ${line} has another minimum of the same sensor for ${date} (${minimum.replace('-', '−')}). Neither is stored: keep the lowest.`,
  contradictsEarlier: (date: string, line: number, minimum: string) =>
    `Line ${line} has another minimum of the same sensor for ${date} (${minimum.replace('-', '−')}), which was stored; this one is not. Keep the lowest.`,
  timeOfDay: (text: string) =>
    `"${text}" has a time of day; a row is a night. Give the date of the morning that ends it, and the lowest value of the night.`,
  twoDates: (text: string, dayFirst: string, monthFirst: string) =>
    `"${text}" may be ${dayFirst} or ${monthFirst}. Write it like 2026-04-12, or 12.04.2026.`,
  noText: 'This is not a text file. Save it as CSV in UTF-8.',
  quoteInHeader: 'A quote in the first line is not closed.',
  twoColumns: (member: string, second: string) =>
    `Two columns mean "${member}"; the second is "${second}". Leave one out.`,
  missingLocation: 'location (or lat and lon), or --location SLUG',
  missingKind: 'kind (air_2m or plant), or --kind KIND',
  oneColumn: (cell: string) => `one column, "${cell}"`,
  missingColumns: (missing: string, found: string) =>
    `The first line must name the columns; missing: ${missing}.\n  Found: ${found}\n  Wanted: location,date,kind,minimum (also exposure,lat,lon,elevation,unit,station); separated by comma, semicolon or tab.`,
  longLine: 'The line is longer than 4,000 characters.',
  notUtf8: 'The line is not UTF-8. Save the file as CSV in UTF-8.',
  quote: 'A quote is not closed.',
  noUnit: (text: string) => `"${text}" is not a unit; use C or F.`,
  noPoint: (lat: string, lon: string) => `"${lat}", "${lon}" is not a point.`,
  noHeight: (text: string) => `"${text}" is not a height. Write whole metres, such as 1234.`,
  noMinimum: 'The minimum is missing.',
  noTemperature: (text: string) => `"${text}" is not a temperature.`,
  wrongCount: (values: number, columns: number) =>
    `${values} values where the first line names ${columns} columns.`,
  decimalComma:
    'A decimal comma between commas must be in quotes, or the values separated by semicolons. Write whole degrees as −2.0.',
  otherDelimiter: {
    ',': 'This line is separated by commas.',
    ';': 'This line is separated by semicolons.',
    '\t': 'This line is separated by tabs.',
    '|': 'This line is separated by vertical bars.'
  },
  rowFault: ({ detail }: { member: string | null; code: string; detail: string }) => detail,
  refusedRow: 'refused',
  noAnswer: (url: string) => `No answer from ${url}. Check --url, and that the service is running.`,
  unknownKey: 'The service does not know this key. Check --key.',
  noApi: (url: string) => `There is no API at ${url}. --url takes the address before /observations.`,
  serviceAnswers: (url: string, status: number) =>
    `The service at ${url} answers ${status}. Run the command again later: what was sent stays, and counts once.`
}
