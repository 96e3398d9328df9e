export const doctor = {
  subjects: {
    version: 'version',
    configuration: 'configuration',
    folder: 'folder',
    database: 'database',
    clock: 'clock',
    site: 'site',
    metrics: 'metrics',
    service: 'service',
    proxy: 'proxy',
    widgets: 'widgets',
    channels: 'channels',
    channel: (kind: string) => `channel ${kind}`,
    keys: 'keys',
    sources: 'sources',
    source: (id: string) => `source ${id}`,
    thermometers: 'thermometers',
    watchedPlaces: 'watched places',
    airports: 'airports'
  },
  secretSet: '(set, not shown)',
  notShown: '(not shown)',
  version: (version: string, node: string) => `Ayaz ${version} on Node ${node}`,
  above: 'See the message above.',
  folderGood: (path: string) => `${path} can be written to`,
  folderRemedy:
    'Give this user the right to write there, or set DATA_DIR to another folder (with SQLite the database is in it).',
  folderOpen: (files: string) => `others on this machine can read ${files}`,
  damaged: (findings: string) => `the file is damaged: ${findings}`,
  damagedRemedy:
    'Stop the service, keep a copy of the files, and restore a backup; or save what can be read with "sqlite3 ayaz.sqlite .recover".',
  integrityUnknown: (reason: string) => `its integrity could not be checked: ${reason}`,
  serviceGood: 'runs, and does all its work',
  serviceNotReady: 'runs, but is starting or stopping',
  serviceFailing: (checks: string) => `runs, but fails: ${checks}`,
  checkSince: (check: string, time: string) => `${check} since ${time}`,
  serviceRemedy: 'Its log says why, at level error ("check_failing").',
  serviceAbsent: (address: string, active: number) =>
    `nothing answers on ${address}${active === 0 ? '' : `, and ${active} active ${active === 1 ? 'subscription waits' : 'subscriptions wait'} for it`}`,
  serviceAbsentRemedy: 'Start it, or set HOST and PORT here as the service has them.',
  watchedBySome: 'a process watches places and delivers',
  watchedByNone: 'no process watches places or delivers',
  watchedByNoneSince: (time: string) => `no process has watched places or delivered since ${time}`,
  watchedByNoneRemedy: 'Start one with ROLE=worker or ROLE=all; if one runs, its log says why.',
  versionAndSchema: (version: string, schema: number | null) =>
    `Ayaz ${version}${schema === null ? '' : ` (schema ${schema})`}`,
  otherVersion: (running: string, here: string) => `runs ${running}; this command is ${here}`,
  otherVersionRemedy: 'Restart the service with the version that is installed.',
  noDatabase: (folder: string) => `there is none in ${folder} yet`,
  noTables: 'PostgreSQL answers, but has no tables of Ayaz yet',
  noDatabaseRemedy:
    'The first start makes it. If a service runs already, set DATA_DIR or DATABASE_URL here as it has them.',
  olderSchema: (from: number, to: number) => `it has schema ${from}, this Ayaz has ${to}`,
  olderSchemaRemedy:
    'Start the new service, or run "ayaz migrate"; until then use the version that serves. What follows was examined without the database.',
  clockOld: (time: string) => `${time} is before this version was made`,
  clockRemedy: 'Set the clock; forecasts and signatures depend on it.',
  clockNear: (seconds: string) => `${seconds} s from the database's`,
  clockAhead: (seconds: string) => `${seconds} s ahead of the database's`,
  clockBehind: (seconds: string) => `${seconds} s behind the database's`,
  clockFarRemedy:
    'Run NTP on both machines: those that share a database compare their clocks, else messages come late or twice.',
  metricsByToken: 'by the token of METRICS_TOKEN',
  metricsHere: '/metrics answers this machine only, asked directly and by a loopback name such as localhost',
  metricsRemedy:
    'Set METRICS_TOKEN to read them from elsewhere, and where a proxy on this machine asks for localhost itself.',
  siteUnset: 'SITE_URL is not set: links in answers and messages lead to localhost',
  siteRemedy: 'Set SITE_URL to the address people use.',
  proxyUntrusted: 'the running service has seen X-Forwarded-For from a peer that TRUST_PROXY does not name',
  proxyUntrustedRemedy:
    'If it is your proxy, name it in TRUST_PROXY, else all its visitors share one quota; if others reach this port directly, allow only the proxy.',
  proxyTrusted: (peers: string) => `trusted: ${peers}`,
  proxyEveryoneRemedy:
    'Everyone may then claim any address, and no quota holds: name only the addresses of your proxies in TRUST_PROXY.',
  proxyNone: 'none is trusted: every request counts for the address it comes from',
  proxyNoneRemedy: 'Behind a proxy set TRUST_PROXY, else all its visitors share one quota.',
  backFilled: (done: number, places: number) =>
    `${done} of ${places} have the past forecasts of their source`,
  backFilledRemedy:
    'The service fetches them by itself, with what is left of the day’s budget. For one place at once: ayaz backfill PLACE',
  airportsOff: 'their reports are not fetched: METAR=off, or all weather is synthetic',
  airportsAnswer: (count: number) => `the server of their reports answers (${count} of 1 reported)`,
  airportsRemedy:
    'Check the network and METAR_URL; until it answers, nights are not followed by airports. METAR=off switches them off.',
  realData: 'real data have been received',
  demoData: 'no source has ever answered: demo data are shown',
  widgetsNamed: (count: number, path: string) => `${count} named in ${path}`,
  widgetHides: (slug: string) => `"${slug}" is a place too; its widget page shows yours`,
  widgetHidesRemedy: 'Give the widget another slug if the place is to keep its page.',
  channelHalfSet: (given: string, missing: string) =>
    `not offered with real weather: ${given} set, ${missing} missing`,
  channelHalfSetRemedy: (given: string, missing: string) =>
    `Set ${missing}, or leave out ${given} where the channel is not wanted.`,
  channelServerAnswers: 'its server answers and accepts what is configured',
  channelServerUntried: (reason: string) => `the test of its server ended unexpectedly: ${reason}`,
  channelServerUntriedRemedy:
    'Check the variables of the channel and its server; if both are right, this is a fault of Ayaz: report it with these words.',
  refused: (count: number, reason: string) =>
    `${count === 1 ? 'one message was' : `${count} messages were`} refused in the last day. ${reason}`,
  refusedRemedy: '"ayaz deliveries" lists them; docs/channels.md says what each channel needs.',
  channelUnserved: (channel: string, count: number) =>
    `${count} active ${count === 1 ? 'subscription gets' : 'subscriptions get'} nothing: the channel "${channel}" is not configured`,
  channelUnservedRemedy: 'Configure the channel again; docs/channels.md says with which variables.',
  tierUnknown: (tier: string, keys: number) =>
    `${keys === 1 ? 'one key has' : `${keys} keys have`} the tier "${tier}", which TIERS does not name, and the quota of "free"`,
  tierUnknownRemedy:
    'Name the tier in TIERS, or create other keys and revoke these; "ayaz keys list" marks them.',
  noSources: 'none is configured',
  noSourcesRemedy: 'Leave SOURCES out for the usual ones.',
  watched: (watched: number, source: string, fully: number, atLeast: number) =>
    `${watched} watched; the daily budget of ${source} allows ${fully} at its own period, and ${atLeast} with three refreshes a night`,
  fields: (fields: number, source: string, cells: number) =>
    `${fields} of them fields; a refresh of these takes ${cells} points of ${source}, one for each cell of its grid`,
  fieldSeasons: (fields: number, seasons: number, calls: number) =>
    `${fields} with an estimated stage take ${seasons} seasons, one for each cell, at ${calls} calls a day`,
  fieldPast: (cells: number, calls: number) =>
    `their past weeks take ${cells} requests once, at ${calls} calls`,
  watchedRemedy:
    'Set MET_NORWAY_CONTACT, which costs nothing; take a key (OPEN_METEO_KEY), run an Open-Meteo server of your own (OPEN_METEO_URL), or put a source without a daily budget first in SOURCES.',
  beyondShares: (networks: number, share: number, beyond: number) =>
    `${networks === 1 ? '1 network watches' : `${networks} networks watch`} more than an equal part of that (${share} for each); ${beyond} of their places are refreshed after all others`,
  beyondSharesRemedy:
    'Growers behind one address, such as a cooperative, subscribe with a key of the operator: ayaz keys create --operator. Its places have a share each.',
  nightsUnknown: (places: number, named: string) =>
    `the coming night of ${places === 1 ? '1 place' : `${places} places`} has no score (${named}): the sources answer without it`,
  nightsUnknownRemedy:
    'nights_lacking in the log names the source, the nights and what is missing. Add a further source to SOURCES.',
  runsDoubted: (setAside: number, disputed: number, named: string) =>
    `the newest run was set aside at ${setAside}, and differs from the one before at ${disputed} (${named})`,
  runsDoubtedRemedy:
    'source_failed in the log says why. A second source in SOURCES, airports and thermometers decide which run is right.',
  thermometersSilent: (count: number, named: string) =>
    `${count === 1 ? '1 thermometer has' : `${count} thermometers have`} not been heard for six hours or more, in the frost season (${named})`,
  thermometersSilentRemedy:
    'Their owners see it on /thermometers. Where all are silent, look at INGEST_HTTP, the proxy and the broker.',
  noBudget: 'no daily budget',
  budget: (used: number, budget: number) => `${used} of ${budget} calls used today`,
  noPlace: 'no place to ask for',
  noRunTime: 'does not give its run time',
  runOf: (time: string) => `run of ${time}`,
  answers: (age: string, budget: string) => `answers; ${age}; ${budget}`,
  sourceRemedy:
    'Check the network, the proxy and the address of the source; stored data are served meanwhile.'
}

export const status = {
  status: 'Status',
  service: 'Service',
  version: 'Version',
  started: 'Started',
  sources: 'Weather sources',
  source: 'Source',
  state: 'State',
  answering: 'answering',
  failing: 'failing',
  unused: 'not used',
  ensemble: 'ensemble',
  season: 'temperatures of the season',
  lastAnswer: 'Last answer',
  lastFailure: 'Last failure',
  noFailure: 'none',
  failures: {
    unreachable: 'It could not be reached or did not answer in time',
    refused: 'It answered with an error or refused the request',
    rate_limited: 'It says that it was asked too often',
    unusable: 'Its answer could not be used',
    not_covered: 'It has no data for the point that was asked for'
  },
  budget: 'Calls today',
  countedAbove: 'counted above',
  unlimited: 'no limit',
  age: 'Age of the data',
  newest: 'newest',
  oldest: 'oldest',
  evaluation: 'Last evaluation of alerts',
  airports: 'Reports of airports',
  airport: (count: string) => `${count} near watched places`,
  never: 'not yet',
  elsewhere: 'by a worker',
  place: 'place',
  places: 'places',
  deliveries: 'Deliveries',
  due: 'due',
  late: 'over ten minutes late',
  delivered: 'accepted today',
  refused: 'refused today',
  storageUnavailable: 'Unknown: the database cannot be read at the moment.',
  delivery: 'Accepted by the channel does not mean that a person has read it.',
  previews: 'Previews',
  previewIntro:
    'While the service runs on demo data no message leaves this machine. Here is what would have been sent.',
  noPreviews:
    'There are no messages yet. Subscribe to a place with frost on the map and come back in a minute.'
}
