import { members } from './subscribe.ts'
import { intakes } from './thermometers.ts'

export const commands = {
  serve: {
    summary: 'serve the API, the pages and the alerts',
    usage: `ayaz serve [--role ROLE]
  Serves the API, the pages and the alerts until it is stopped.

  --role api      answers requests only; a worker on the same PostgreSQL does the rest
  --role worker   watches, evaluates, delivers and maintains; answers /healthz, /readyz and /metrics only
  --role all      both (the default)

  Everything else is set by the environment, and all of it is optional; docs/configuration.md has the table.
  SIGTERM: /readyz answers 503 for DRAIN_SECONDS while everything else is served, so that balancers go elsewhere; then it
  stops listening, answers requests under way and exits, all within DRAIN_SECONDS + 10 s.
  SIGINT (Ctrl-C): the same without the wait, also after SIGTERM.`
  },
  frost: {
    summary: 'the frost risk of the coming nights of a place',
    usage: `ayaz frost PLACE | LAT LON   [options]
  The frost risk of the coming nights.

  ayaz frost malatya
  ayaz frost 38.35 38.31 --days 3
  ayaz frost malatya --crop apricot --stage full-bloom --exposure canopy
  ayaz frost malatya --crop kayısı --stage "tam çiçeklenme" --lang tr
  ayaz frost malatya --crop apricot --stage auto

  --days N        1…16 nights (7)
  --crop NAME     judge by a crop (needs --stage); Turkish and English names
  --stage NAME    its stage of growth; auto estimates it (apple, apricot, nectarine-big-top)
  --exposure X    ground, vine or canopy
  --units X       metric or imperial
  --lang X        en or tr (else that of the terminal)
  --json          the API's own body, for machines`
  },
  places: {
    summary: 'find a place and its slug',
    usage: `ayaz places TEXT
  Places whose name begins with TEXT or has a word that does, best first, with the slug that names each permanently.

  ayaz places malat
  ayaz places "new york" --json

  --json    for machines`
  },
  observe: {
    summary: 'take in measured minima, or the file of a logger',
    usage: `ayaz observe FILE [OPTIONS]
  Takes in measured minima: good rows are stored, bad ones listed with their line numbers. Running it again changes nothing.

  The first line names the columns: location (or lat and lon), date, kind, minimum; also exposure, elevation, unit,
  station.
  date      the morning that ends the night, 2026-04-12 or 12.04.2026
  kind      air_2m (in a screen at 2 m) or plant (unscreened, at the plants)
  exposure  where a plant sensor is: ground, vine (at the height of a vine) or canopy (in the crown of a tree)
  minimum   −2.3 or −2,3; Celsius, unless the column (minimum_f), a unit column or --units says Fahrenheit
  Values are separated by comma, semicolon or tab, in UTF-8, UTF-16 or windows-1254.

  Or the file of a logger, with a time and a temperature in each row: nights that it covers are stored. Where it can be read in
  two ways, both are shown and nothing is stored.

  ayaz observe bahce.csv --location malatya --kind air_2m --dry-run

  --location SLUG    the place of every row that names none
  --kind KIND        the kind of every row that names none
  --exposure X       the exposure of every plant row that names none; without it nothing is learned from those rows
  --station NAME     the sensor's name for every row that names none
  --lat --lon        the point of every row, with --elevation in metres
  --units C|F        the unit of the temperatures
  --time COLUMN      the column of the time, by name or number
  --temperature COLUMN  that of the temperature
  --dates dmy        the order of the dates: dmy, mdy or ymd
  --zone ZONE        the clock of the logger: Europe/Istanbul, or an offset as +03:00
  --dry-run          shows what was understood, and stores nothing
  --rejects FILE     writes every bad row there (else the first 100 are shown)
  --url URL          sends the rows to a running service, such as https://ayaz.example.org/api/v1
  --key KEY          its API key; the variable AYAZ_KEY does the same

  Without --url the rows go straight into the store of DATA_DIR or DATABASE_URL and count as the operator's.`
  },
  backfill: {
    summary: 'fetch the past forecasts of a place',
    usage: `ayaz backfill PLACE | LAT LON
  Fetches what the source forecast for each of the last 60 nights, one to seven days before, and what it says of them now, and stores
  it in the record, marked as made afterwards. The service does so once for every watched place; this repeats it.
  It costs 4.4 calls of the source, from what is left of the day’s budget.

  ayaz backfill malatya

  --json    for machines`
  },
  migrate: {
    summary: 'bring the database to this version',
    usage: `ayaz migrate
  Brings the database (DATABASE_URL, or SQLite in DATA_DIR) to the schema of this version. "ayaz serve" does so by itself; this
  command does it beforehand. A database that a newer version has changed is refused and not touched.

  --check   changes nothing, says what would be done, and exits with status 1 if there is anything to do
  --json    for machines`
  },
  setup: {
    summary: 'ask what a first season needs, and write it to a file',
    usage: `ayaz setup [FILE]
  Asks for the address of the site, contacts and a key of Open-Meteo, and writes them to FILE (default: /etc/ayaz/ayaz.env where that
  folder is there, else ayaz.env here). Then it looks for faults as "ayaz doctor" does, makes a first API key, and tests a channel.
  An empty answer keeps what is there. Other lines of the file stay.`
  },
  backup: {
    summary: 'write the whole database to one file',
    usage: `ayaz backup FILE
  Writes the database (DATABASE_URL, or SQLite in DATA_DIR) to FILE, which must not exist yet, and checks it. The service goes on
  meanwhile. The file holds keys and addresses: only its owner may read it.

  --json    for machines`
  },
  restore: {
    summary: 'bring a backup into an empty database',
    usage: `ayaz restore FILE [--replace [--lose-since TIME]]
  Brings FILE, written by "ayaz backup", into the database of DATABASE_URL, or into SQLite in DATA_DIR: all of it, or nothing.
  That database must be empty. A damaged or interrupted backup is refused, and so is one of a newer version.
  From SQLite to PostgreSQL: stop the service, then DATABASE_URL=postgres://… ayaz restore data/ayaz.sqlite

  --replace            replaces the database of a stopped service: the way back to the version that made the backup
  --lose-since TIME    subscriptions, confirmations and sent messages from 2026-04-11T17:05:03Z, say, may be lost
  --json               for machines`
  },
  intakes: intakes.command,
  members: members.command,
  keys: {
    summary: 'create, list, rotate and revoke API keys',
    usage: `ayaz keys create --tier NAME [--operator] [--vouches] [--label TEXT]
ayaz keys list
ayaz keys rotate ID
ayaz keys revoke ID
  API keys for X-API-Key. A key names a tier of TIERS; it is shown once, and only its hash is stored.
  A running service accepts a revoked key for one more minute. A rotated key keeps the subscriptions of the old one.

  --tier NAME     its quota: free, or one of TIERS
  --operator      a key of your own: may use the channels that only the operator may use, and its measurements
                  count for the forecasts of everyone (with OBSERVATIONS_SHARED=operator, the default)
  --vouches       may import members who consented to you, without asking each again
  --label TEXT    whose it is, for the list
  --json          for machines`
  },
  subscriptions: {
    summary: 'count subscriptions by state and channel',
    usage: `ayaz subscriptions
  How many subscriptions there are by state and channel, and at how many places. Never whose: destinations are not shown.

  --json    for machines`
  },
  deliveries: {
    summary: 'what waits, what was delivered, what was refused',
    usage: `ayaz deliveries [SUBSCRIPTION_ID]
  What waits to be sent and what was delivered or refused since midnight (UTC). With the id of a subscription: its last
  50 messages and what became of each. "delivered" means accepted by the channel.

  --json    for machines`
  },
  audit: {
    summary: 'check that issued nights were neither altered nor removed',
    usage: `ayaz audit [PLACE [--against NUMBER:HASH]]
  Reads the chain of what was issued for each night, of all places or of one: a slug, or LAT,LON or LAT,LON,HEIGHT. Says what was
  altered, and what was removed without a checkpoint that the service has signed. Exit status 1 if anything was.
  It cannot see what was changed by someone who also reads the server's key in the table "secrets", or who puts an older copy of
  the whole database in its place, nor what was changed before version 22 of the schema signed it. A hash that was
  noted or published earlier shows that too: --against 24:9f86d0… checks that row 24 still has it.

  ayaz audit malatya
  ayaz audit 38.355,38.31,980

  --json    for machines`
  },
  'test-channel': {
    summary: 'send one test message by a channel',
    usage: `ayaz test-channel NAME [DESTINATION]
  Sends one message marked TEST by a channel and says what came of it. DESTINATION is what the channel needs: an address, a URL,
  or its whole destination as JSON; nothing for a name of the operator's own.

  ayaz test-channel email grower@example.org
  ayaz test-channel telegram '{"chatId": 123456789}'
  ayaz test-channel koop-telegram

  --json    for machines`
  },
  'test-gateway': {
    summary: 'show what a gateway would be sent',
    usage: `ayaz test-gateway ID [NUMBER]
  Shows the request with which a gateway of GATEWAYS_FILE would get one message, without sending it and without the
  values of its secrets, and the address at which the gateway reports. That address is itself a secret.

  ayaz test-gateway sms +905321234567`
  },
  mcp: {
    summary: 'serve the tools of an assistant over standard input and output',
    usage: `ayaz mcp
  Speaks the Model Context Protocol (MCP) with the program that starts it: find a place, tonight, forecast, verification,
  subscribe. Needs the database of a service, which may run beside it and sends the messages. Logs go to standard error.
  An assistant that reaches the service uses its address /mcp instead.`
  },
  doctor: {
    summary: 'look for faults and say what to do about them',
    usage: `ayaz doctor [--json]
  Checks version, configuration, folder and database, clocks, proxy, channels, every source and its budget.
  Opens the database as a start does: a missing folder is made, an older schema is brought up to date.
  Exit status 1 if something needs attention. Values of secrets are never shown.`
  }
}

const list = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** An option of the command, or a field of the page. */
export type Say = (option: 'units' | 'zone' | 'dates' | 'time' | 'temperature', value?: string) => string

export const series = {
  orders: { ymd: 'year-month-day', dmy: 'day-month-year', mdy: 'month-day-year' },
  decimals: { ',': 'decimal comma', '.': 'decimal point', none: 'whole degrees' },
  zoneFrom: (say: Say) => ({
    file: 'as the file says',
    option: `as ${say('zone')} says`,
    place: `the clock of the place; ${say('zone')} for another`
  }),
  rows: (count: number, step: string, first: string, last: string) =>
    `${count} readings from ${first} to ${last}, mostly ${step} apart.`,
  time: (column: string, order: string, zone: string, from: string) =>
    `Time: column ${column}, ${order}, ${zone} (${from}).`,
  temperature: (column: string, unit: string, decimal: string) =>
    `Temperature: column ${column}, in °${unit}, ${decimal}.`,
  column: (name: string, number: number) => (name === '' ? `number ${number}` : `"${name}"`),
  minutes: (count: string) => `${count} min`,
  withoutProbe: (count: number) => `${count} rows say that no probe is connected: left out.`,
  night: (date: string, minimum: string, at: string) => `  ${date}  ${minimum} at ${at}`,
  gap: (date: string, from: string, until: string) =>
    `  ${date}  not covered, no credible reading from ${from} to ${until}: not learned from`,
  minimum: (date: string, minimum: string) => `  ${date}  ${minimum}`,
  nights: (covered: number, gaps: number) =>
    `Nights: ${covered} covered, ${gaps} not. A night needs every hour from four before sunrise to one after, and no gap over two hours before that.`,
  moreNights: (count: number) => `  … and ${count} more`,
  nothingStored: 'Nothing was stored (--dry-run).',
  noNight: 'No night is covered by readings: nothing to store.',
  badTime: (text: string) => `"${text}" is not a time.`,
  badTemperature: (text: string) => `"${text}" is not an air temperature.`,
  needsPlace: 'This is a logger’s file. Say where it hung: --location SLUG (or --lat and --lon).',
  needsKind: 'This is a logger’s file. Say what it measured: --kind air_2m or --kind plant.',
  asked: (question: string) => `${question}\nNothing was stored.`,
  clockQuestion: (say: Say) => ({
    no_time: (line: number, name: string, text: string) =>
      `line ${line}, column "${name}": "${text}" is not a date with a time. Allowed are 2026-11-24 03:00, 24.11.2026 03:00, 20261124T0300, spreadsheet days with four decimals or more (46350.1250), and Unix seconds or milliseconds.`,
    no_day: (line: number, name: string) =>
      `line ${line}, column "${name}": there is no date, and the time does not continue from the line above. Write the date on every line.`,
    zone_word: (line: number, name: string, word: string) =>
      word === ''
        ? `line ${line}, column "${name}": no zone follows the time, as on other lines. Write one on every line, such as UTC, TRT or +03:00.`
        : `line ${line}, column "${name}": "${word.toUpperCase()}" can mean several offsets. Write UTC, TRT or +03:00 after the times, or say ${say('zone')} as the logger was set, such as ${say('zone', '+03:00')}.`
  }),
  question: (say: Say) => ({
    columns: (option: 'time' | 'temperature', names: readonly string[]) =>
      names.length === 0
        ? `No column looks like the ${option}. Name it: ${say(option, 'NAME')}, or its number.`
        : `Which column is the ${option}? Name one: ${names.map((name) => say(option, `"${name}"`)).join(' or ')}`,
    no_column: (option: 'time' | 'temperature', wanted: string, names: readonly string[]) =>
      `${say(option, `"${wanted}"`)}: no column has this name or number. There are: ${list(names)}.`,
    decimal_comma: (line: number) =>
      `line ${line}: commas separate the values, and may be decimal signs as well. Save the file with semicolons or with decimal points.`,
    date_order: (text: string, choices: readonly (readonly [order: string, date: string])[]) =>
      `"${text}" may be ${choices.map(([order, date]) => `${date} (${say('dates', order)})`).join(' or ')}, and nothing in the file shows which.`,
    unit: (lowest: string, inC: string, inF: string) =>
      `Nothing says in which unit the temperatures are. If the lowest value, ${lowest}, means ${inC}, choose ${say('units', 'C')}; if ${inF}, ${say('units', 'F')}.`,
    too_warm: (highest: string) =>
      `The highest, ${highest}, is too warm for °C. Did you mean ${say('units', 'F')}?`,
    zone: (zone: string, before: string, after: string) =>
      `The clocks of ${zone} change within the file, from UTC${before} to UTC${after}. Did the logger’s? Say ${say('zone', zone)} if it did, else ${say('zone', before)} or ${say('zone', after)}, as it was set.`,
    no_zone: (zone: string) =>
      `"${zone}" is not a time zone. Write ${say('zone', 'Europe/Istanbul')} or ${say('zone', '+03:00')}.`,
    no_such_time: (line: number, zone: string) =>
      `line ${line}: by the clock of ${zone} this time did not exist or came twice, and the file has it once. The logger’s clock did not change: say ${say('zone')} with the offset it was set to, such as ${say('zone', '+01:00')}.`,
    backwards: (first: number, second: number) =>
      `lines ${first} and ${second}: the time goes back between them. Is it a clock of twelve hours without AM and PM, or are these two files? Give each separately.`,
    twice: (lines: readonly [number, number], values: readonly [string, string]) =>
      `lines ${lines[0]} and ${lines[1]} have the same time and two values (${values[0]} and ${values[1]}). Take out the wrong one.`,
    no_date: (line: number, text: string) =>
      `line ${line}: "${text}" is not a date. Write it as 2026-11-24 03:00.`,
    mixed_dates:
      'No order of day, month and year fits all dates of the file, with none of them in the future.',
    future: (line: number, at: string) =>
      `line ${line} is of ${at} UTC, which is in the future. Check the logger’s clock, and ${say('dates')}.`,
    too_long: (most: string) => `The file has more than ${most} readings. Split it by year.`,
    not_air: (line: number, text: string, others: number) =>
      `line ${line}: "${text}" is not an air temperature${others === 0 ? '' : `; the file has ${others} more like it`}. Is it in Fahrenheit (${say('units', 'F')}), kelvin or tenths of a degree? Write °C.`,
    warm_night: (hour: string) =>
      `In this file the days are warmest around ${hour} by the sun, at night. The logger’s clock is off, or a clock of twelve hours lost its AM and PM: say its ${say('zone')}, or correct the times.`,
    no_readings: 'No row has a time and a temperature.'
  })
}
