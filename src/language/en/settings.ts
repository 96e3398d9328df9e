export const settings = {
  allowed: {
    text: 'a string',
    textOfAtLeast: (count: number) => `a string of at least ${count} characters`,
    wholeNumber: (least: number, most: number) => `a whole number from ${least} to ${most}`,
    oneOf: (words: string) => `one of ${words}`,
    eachOnceOf: (words: string) => `a list of ${words}, each at most once, separated by commas`,
    yesOrNo: 'yes or no',
    autoYesOrNo: 'auto, yes or no',
    path: 'a path',
    hosts: 'hosts and domains, separated by commas',
    ownAddress: 'an address of this machine',
    webAddress: 'an http or https address',
    siteAddress: 'an http or https address without a path',
    postgresAddress: 'a postgres:// address',
    addresses: 'addresses or CIDR ranges, separated by commas',
    tiers:
      '`name=requests/seconds`, separated by commas; `subscriptions_per_day=`, `subscriptions=` and `points_per_day=` may follow',
    frameAncestors: '`*`, or origins such as `https://example.org`, separated by spaces',
    securityContact: '`mailto:` with an address, or an https address',
    operatorName: 'a name of at most 80 characters',
    operatorAddress: 'a text of at most 200 characters'
  },
  isNot: (name: string, text: string | null, allowed: string) =>
    `${name} is ${text === null ? '' : `"${text}", which is `}not ${allowed}.`,
  hasPart: (name: string, part: string, allowed: string) => `${name} has "${part}", which is not ${allowed}.`,
  noSetting: (name: string) => `${name} is not a setting.`,
  perhapsMeant: (names: string) => `Did you mean ${names}?`,
  removeIt: 'Remove it.',
  give: (name: string, allowed: string) => `Give ${allowed}, or leave ${name} out.`,
  giveNumber: (name: string, usual: number | null) =>
    `Give such a number, or leave ${name} out${usual === null ? '' : ` for ${usual}`}.`,
  neitherYesNorNo: (name: string) => `${name} is neither yes nor no.`,
  setYesOrNo: (name: string) => `Set ${name} to yes or no, or leave it out.`,
  bothSet: (name: string, file: string) => `${name} and ${file} are both set.`,
  leaveOneOut: (name: string, file: string) =>
    `Leave one of them out: ${name} has the value itself, ${file} the path of a file with it.`,
  fileEmpty: (name: string, path: string) => `The file of ${name}, ${path}, is empty.`,
  fileUnreadable: (name: string, path: string, code: string) =>
    `The file of ${name}, ${path}, cannot be read (${code}).`,
  giveFileOfSecret: (name: string) =>
    `Give the path of a file that holds the value and that this service may read, or leave ${name} out.`,
  giveFile: (name: string) => `Give the path of a file that this service may read, or leave ${name} out.`,
  giveAddress: (name: string, example: string) => `Give one such as ${example}, or leave ${name} out.`,
  notWebAddress: (name: string, text: string | null) =>
    `${name} is not an http or https address${text === null ? '' : `: "${text}"`}.`,
  hasUser: (name: string) => `${name} has a user name or a password in it.`,
  leaveUserOut: (example: string) =>
    `Leave out what comes before the "@": addresses are shown. Give one such as ${example}.`,
  hasQuery: (name: string) => `${name} has a query or a fragment.`,
  leaveQueryOut: (example: string) =>
    `Leave out everything from the "?" or "#" on. Give an address such as ${example}.`,
  siteHasPath: (text: string) => `SITE_URL has a path: "${text}".`,
  giveHostName: (example: string) =>
    `The pages cannot be served below a path. Give the service a host name of its own, such as ${example}.`,
  notAddressOf: (name: string, allowed: string) => `${name} is not ${allowed}.`,
  givePostgres:
    'Give postgres://user:password@host:5432/name, or leave DATABASE_URL out for SQLite in DATA_DIR.',
  atBehindServer: (name: string) => `${name} has an "@" after the name of its server.`,
  encode: 'In a user name or password write "@" as %40, ":" as %3A, "/" as %2F, "?" as %3F and "#" as %23.',
  noNetwork: (name: string, part: string) =>
    `${name} has "${part}", which is neither an address, a CIDR range nor the word loopback.`,
  noOpening: (name: string, part: string) =>
    `${name} has "${part}", which is neither an address, a CIDR range nor host:port.`,
  giveNetworks: (name: string) =>
    `Give the addresses of your proxies, such as 192.0.2.10, or CIDR ranges such as 172.31.250.0/24, or loopback for a proxy on this machine, separated by commas. Names of hosts are not looked up. Leave ${name} out if no proxy is in front of the service.`,
  giveOpenings:
    'Give addresses, CIDR ranges such as 192.168.1.0/24, or single host:port pairs, separated by commas.',
  tierTwice: (tier: string) => `TIERS has "${tier}" more than once.`,
  giveTierOnce: (tier: string) => `Keep only one "${tier}=…" in TIERS: a tier has one quota.`,
  giveTiers: (quota: string, seconds: string) =>
    `Write for example "partner=600/60, school=300/60"; "free=120/60" changes the free tier. A name begins with a letter and has at most 32 of a–z, 0–9 and hyphens; a quota has 1 to ${quota} requests in 1 to ${seconds} seconds. What its keys may make can follow in this order, 0 for no limit: "coop=600/60 subscriptions_per_day=5000 subscriptions=20000 points_per_day=2000".`,
  tokenShort: (least: number) => `METRICS_TOKEN has fewer than ${least} characters.`,
  giveToken:
    'Take a longer one, for example from "openssl rand -hex 16", or leave METRICS_TOKEN out: then only this machine gets an answer.',
  giveFrameAncestors:
    'Write * or origins such as https://example.org, separated by spaces, or leave WIDGET_FRAME_ANCESTORS out for *.',
  notLogo: (path: string, bytes: number) =>
    `${path}, which OPERATOR_LOGO names, is not a PNG file of at most 65,536 bytes (it has ${bytes}).`,
  giveLogo: 'Name a PNG file of at most 64 kB, or leave OPERATOR_LOGO out.',
  giveSecurityContact:
    'Write mailto:security@example.org or https://example.org/security, or leave SECURITY_CONTACT out.',
  giveAutoYesOrNo: 'Write auto, yes or no, or leave ENSEMBLE out for auto.',
  roleNeedsPostgres: (role: string) =>
    `ROLE is "${role}", which needs PostgreSQL: one process alone serves from SQLite.`,
  setDatabase: 'Set DATABASE_URL to postgres://user:password@host:5432/name, or leave ROLE out.',
  sourceLacks: (source: string, variable: string) => `SOURCES names ${source}, but ${variable} is not set.`,
  giveSource: (source: string, variable: string) => `Set ${variable}, or take ${source} out of SOURCES.`,
  widgets: {
    file: (path: string, faults: string) => `The file of WIDGETS_FILE, ${path}: ${faults}.`,
    entry: (number: number, fault: string) => `entry ${number} ${fault}`,
    noList: 'it is not a JSON list',
    noSlug: 'has no slug of a–z, 0–9 and hyphens',
    noLocation: 'has no location that is the slug of a place',
    badTitle: (most: number) => `has a title that is not a text of at most ${most} characters`,
    badAccent: 'has an accent that is not a colour such as "#1f6f8b"',
    twice: (slug: string) => `"${slug}" is there more than once`,
    unknownPlace: (slug: string, location: string) => `"${slug}" has the unknown location "${location}"`,
    giveList:
      'Write a list such as [{"slug": "our-coop", "location": "malatya", "title": "Our cooperative", "accent": "#1f6f8b"}]; title and accent may be left out.',
    givePlace: 'Give the slug of a place; "ayaz places" finds them.'
  },
  gateways: {
    file: (path: string, faults: string) => `The file of GATEWAYS_FILE, ${path}: ${faults}.`,
    correct: 'Correct each place that is named; docs/gateways.md has every member and whole examples.',
    noJson: 'it is not JSON ("python3 -m json.tool" shows the place)',
    noList: 'it is not a JSON list of gateways',
    twice: (place: string, id: string) => `${place}: "${id}" is there more than once`,
    taken: (id: string) => `GATEWAYS_FILE has a gateway "${id}", and another channel has this name.`,
    missing: (place: string) => `${place} is missing`,
    unknown: (place: string) => `${place} is not a member of a gateway`,
    wrong: (place: string, allowed: string) => `${place} must be ${allowed}`,
    badSecret: (place: string) => `${place}: a secret has a name of a–z, digits and _, with _FILE for a file`,
    secretTwice: (place: string, name: string) => `${place}: {{${name}}} is the name of another value`,
    strayBraces: (place: string) => `${place}: "{{" belongs to no variable`,
    badHeader: (place: string) =>
      `${place} is not a header that can be sent (ASCII, and none of those of the connection)`,
    callAnswer: (place: string) => `${place}: a call is answered by a key ("answer" in "incoming")`,
    repeats: (place: string) => `${place} is there more than once`,
    emptySecret: (place: string) => `${place} is empty`,
    noSecret: (place: string, path: string) => `${place}: ${path} cannot be read`,
    noVariable: (place: string, name: string, meant: string | null, known: string) =>
      `${place}: no variable is called "${name}"${meant === null ? '' : `; was "${meant}" meant?`} (${known})`,
    textInHeader: (place: string) => `${place}: a header cannot hold {{text}}`,
    manyBodies: (place: string, names: string) => `${place} has more than one body (${names})`,
    badAddress: (place: string) => `${place} is not an http or https address without a user`,
    lacksVariable: (place: string, name: string) => `${place} does not use ${name}`,
    noMatch: (place: string, example: string) => `${place} does not match ${example}`,
    equalsNothing: (place: string) => `${place} has "equals" without "json"`,
    matchesAll: (place: string) => `${place} matches any answer`,
    noAnswers: (place: string) => `${place} names a number, but "incoming" reads no answers`
  },
  channels: {
    noJson: 'The file of CHANNELS_FILE is not JSON.',
    correctJson:
      'Correct it, or leave CHANNELS_FILE out; "python3 -m json.tool" with the path of the file shows the place.',
    noNames: 'The file of CHANNELS_FILE is not an object of names.',
    giveNames: (example: string) => `Write each channel under its name, such as ${example}.`,
    badName: (name: string) => `The file of CHANNELS_FILE has a name that does not fit: ${name}.`,
    giveName: (most: number) =>
      `Give a name of small letters a–z and digits, in at least two parts with a hyphen between and at most ${most} characters, such as koop-telegram.`,
    noChannel: (name: string) => `The file of CHANNELS_FILE has no channel under ${name}.`,
    giveChannel: (name: string, example: string) =>
      `Write kind and destination under ${name}, such as ${example}.`,
    badMember: (name: string, member: string) =>
      `The channel ${name} of CHANNELS_FILE has a wrong or missing member: ${member}.`,
    giveMembers: (example: string) =>
      `A channel has kind (a text) and destination, such as ${example}, and may have open (true or false), nothing else.`,
    badKind: (name: string, kind: string) =>
      `The channel ${name} of CHANNELS_FILE has the kind ${kind}, which cannot be named.`,
    giveKind: (name: string, kinds: string) =>
      `Give one of ${kinds} as the kind of ${name}, or take ${name} out.`,
    badDestination: (name: string, pointer: string) =>
      `The channel ${name} of CHANNELS_FILE has a destination that its kind does not take (${pointer}).`,
    correct: (detail: string, pointer: string) => `Correct ${pointer}: ${detail}`,
    noDestination: (name: string) => `The channel ${name} of CHANNELS_FILE has no destination.`,
    giveDestination: (name: string, example: string) =>
      `Write where its messages go as destination under ${name}, such as ${example}; docs/channels.md has that of each kind.`
  }
}

type Refusal =
  | 'destination_required'
  | 'destination_invalid'
  | 'destination_not_allowed'
  | 'unsupported_channel'
  | 'forbidden_channel'
  | 'subscription_limit'
  | 'location_not_found'
  | 'alerts_unavailable'
  | 'channel_unavailable'
  | 'validation_failed'
  | 'storage_unavailable'
  | 'idempotency_in_progress'
  | 'idempotency_key_reused'

/** By the problem’s code, where its own `detail` speaks to programs alone. */
export const refusals: Readonly<Partial<Record<Refusal, string>>> = {
  idempotency_key_reused:
    'This form was sent before with other entries. Check them, and send it again for a new alert.'
}

export const refusedMembers = {
  location: 'The place is not known: choose one by the search or on the map.',
  lat: 'The latitude must be a number from −90 to 90.',
  lon: 'The longitude must be a number from −180 to 180.',
  elevation: 'The height of the field must be a number from −430 to 9000 (metres), or empty.',
  threshold: 'The score or percentage must be a number from 1 to 100.',
  threshold_temperature: 'The temperature must be a number from −30 to 10 (°C).',
  threshold_of: 'The temperature must be that of the plants or that of the air.',
  threshold_probability: 'The probability must be from 5% to 95%.',
  crop: 'The crop must be one of the list.',
  stage: 'The stage must be one of the stages of the crop.',
  exposure: 'The height of the buds must be one of the list.',
  label:
    'Your name for the field must be a plain name of at most 80 characters, without a link, a web address, hidden characters or letters of two alphabets in one word; a full stop has a space after it.'
}

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
