/**
 * What is wrong with a variable of the environment, what it may be, and what to do. Names and examples are the same in
 * every language.
 */
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
    ownAddress: 'an address of this machine',
    webAddress: 'an http or https address',
    siteAddress: 'an http or https address without a path',
    postgresAddress: 'a postgres:// address',
    redisAddress: 'a redis:// or rediss:// address',
    addresses: 'addresses or CIDR ranges, separated by commas',
    tiers: '`name=requests/seconds`, separated by commas',
    frameAncestors: '`*`, or origins such as `https://example.org`, separated by spaces',
    securityContact: '`mailto:` with an address, or an https address'
  },
  /** Of a secret, whose text is null. */
  isNot: (name: string, text: string | null, allowed: string) =>
    `${name} is ${text === null ? '' : `"${text}", which is `}not ${allowed}.`,
  hasPart: (name: string, part: string, allowed: string) => `${name} has "${part}", which is not ${allowed}.`,
  give: (name: string, allowed: string) => `Give ${allowed}, or leave ${name} out.`,
  giveNumber: (name: string, usual: number | null) =>
    `Give such a number, or leave ${name} out${usual === null ? '' : ` for ${usual}`}.`,
  neitherYesNorNo: (name: string) => `${name} is neither yes nor no.`,
  setYesOrNo: (name: string) => `Set ${name} to yes or no, or leave it out.`,
  bothSet: (name: string, file: string) => `${name} and ${file} are both set.`,
  leaveOneOut: 'Leave one of them out.',
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
    `Leave out what stands before the "@": addresses are shown. Give one such as ${example}.`,
  hasQuery: (name: string) => `${name} has a query or a fragment.`,
  leaveQueryOut: (example: string) =>
    `Leave out what stands from the "?" or "#" on. Give an address such as ${example}.`,
  siteHasPath: (text: string) => `SITE_URL has a path: "${text}".`,
  giveHostName: (example: string) =>
    `The pages cannot be served below a path. Give the service a host name of its own, such as ${example}.`,
  notAddressOf: (name: string, protocol: string) => `${name} is not a ${protocol} address.`,
  givePostgres: 'Give postgres://user:password@host:5432/name, or leave it out for SQLite in DATA_DIR.',
  giveRedis: 'Give redis://user:password@host:6379/0, rediss:// for TLS, or leave it out.',
  atBehindServer: (name: string) => `${name} has an "@" behind the name of its server.`,
  encode: 'In a user name or password write "@" as %40, ":" as %3A, "/" as %2F, "?" as %3F and "#" as %23.',
  noNetwork: (name: string, part: string) =>
    `${name} has "${part}", which is neither an address nor a CIDR range.`,
  noOpening: (name: string, part: string) =>
    `${name} has "${part}", which is neither an address, a CIDR range nor host:port.`,
  giveNetworks: 'Give addresses or CIDR ranges, or the word loopback, separated by commas.',
  giveOpenings:
    'Give addresses, CIDR ranges such as 192.168.1.0/24, or single host:port pairs, separated by commas.',
  tierTwice: (tier: string) => `TIERS has "${tier}" more than once.`,
  giveTiers: 'Write for example "partner=600/60, school=300/60"; "free=120/60" changes the free tier.',
  tokenShort: (least: number) => `METRICS_TOKEN has fewer than ${least} characters.`,
  giveToken: 'Take a longer one, for example from "openssl rand -hex 16".',
  giveFrameAncestors: 'Write * or origins such as https://example.org, separated by spaces.',
  giveSecurityContact: 'Write mailto:security@example.org or https://example.org/security.',
  giveAutoYesOrNo: 'Write auto, yes or no.',
  roleNeedsPostgres: (role: string) =>
    `ROLE is "${role}", which needs PostgreSQL: one process alone serves from SQLite.`,
  setDatabase: 'Set DATABASE_URL, or leave ROLE out.',
  sourceLacks: (source: string, variable: string) => `SOURCES names ${source}, but ${variable} is not set.`,
  giveSource: (source: string, variable: string) => `Set ${variable}, or take ${source} out of SOURCES.`,
  widgets: {
    file: (path: string, faults: string) => `The file of WIDGETS_FILE, ${path}: ${faults}.`,
    entry: (number: number, fault: string) => `entry ${number} ${fault}`,
    noList: 'it is not a JSON list',
    noSlug: 'has no slug of a–z, 0–9 and hyphens',
    noLocation: 'has no location that is the slug of a place',
    badTitle: (most: number) => `has a title that is no text of at most ${most} characters`,
    badAccent: 'has an accent that is no colour such as "#1f6f8b"',
    twice: (slug: string) => `"${slug}" is there more than once`,
    unknownPlace: (slug: string, location: string) => `"${slug}" has the unknown location "${location}"`,
    giveList:
      'Write a list such as [{"slug": "our-coop", "location": "malatya", "title": "Our cooperative", "accent": "#1f6f8b"}]; title and accent may be left out.',
    givePlace: 'Give the slug of a place; "ayaz places" finds them.'
  },
  channels: {
    noJson: 'The file of CHANNELS_FILE is not JSON.',
    correctJson: 'Correct it; a JSON checker shows the place.',
    noNames: 'The file of CHANNELS_FILE is not an object of names.',
    giveNames: 'Begin with { and give each channel its name.',
    badName: (name: string) => `The file of CHANNELS_FILE has a name that does not fit: ${name}.`,
    giveName:
      'A name has small letters a–z and digits in at least two parts with a hyphen between, such as koop-telegram.',
    noChannel: (name: string) => `The file of CHANNELS_FILE has no channel under ${name}.`,
    giveChannel: 'Give kind and destination.',
    badMember: (name: string) => `The file of CHANNELS_FILE has a wrong member under ${name}.`,
    giveMembers: 'Give kind (a text), destination and, if you like, open (true or false).',
    badKind: (name: string, kind: string) =>
      `The channel ${name} of CHANNELS_FILE has the kind ${kind}, which cannot be named.`,
    giveKind: 'Name another kind.',
    badDestination: (name: string, pointer: string) =>
      `The channel ${name} of CHANNELS_FILE has a destination that its kind does not take (${pointer}).`,
    correct: (detail: string, pointer: string) => `Correct ${pointer}: ${detail}`,
    noDestination: (name: string) => `The channel ${name} of CHANNELS_FILE has no destination.`,
    giveDestination: 'Give one.'
  }
}
