// Who may import whom: an allow-list of doors between the rooms of src/, and into them from verification/ and tools/. What
// no rule lets through is an error. The rooms and the reasons stand in docs/architecture.md.

const room = (name) => `^src/${name}/`
const own = (name) => ({ from: { path: room(name), pathNot: '\\.test\\.ts$' }, to: { path: room(name) } })
const to = (from, ...targets) => ({ from: { path: from }, to: { path: targets } })
/** Only the types of a file: erased before anything runs. */
const typesOf = (from, ...targets) => ({
  from: { path: from },
  to: { path: targets, dependencyTypes: ['type-only'] }
})
const outside = { dependencyTypes: ['npm', 'npm-optional', 'npm-dev', 'core', 'npm-no-pkg'] }
const npm = (from, pathNot) => ({
  from: { path: from },
  to: { ...outside, ...(pathNot === undefined ? {} : { pathNot }) }
})

/** app/, main.ts and cli/ put the rooms together; no room imports them, apart from config/environment.ts. */
const top = '^src/(main|app|config|cli)(\\.ts$|/)'

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      // The programs of test/contracts/clients import what their test generates.
      from: { pathNot: '^test/contracts/clients/programs/' },
      // A package of types alone resolves to nothing that runs.
      to: { couldNotResolve: true, pathNot: 'topojson-specification' }
    },
    {
      name: 'no-test-code-in-src',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: ['^test/', '\\.test\\.ts$', '^bench/'] }
    },
    {
      name: 'bounded-in-one-place',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/common/recently-used\\.ts$' },
      to: { path: 'node_modules/lru-cache/' }
    },
    {
      name: 'service-stands-alone',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: ['^verification/', '^tools/'] }
    }
  ],
  allowedSeverity: 'error',
  allowed: [
    // Tests and benches stand outside the doors.
    { from: { path: ['\\.test\\.ts$', '^test/', '^bench/', '^vitest\\.config\\.ts$'] }, to: {} },
    { from: { path: top }, to: {} },

    // Small helpers that know nothing of weather or of this service: for every room, and importing none.
    to('^(src|tools|verification)/', room('common')),

    // Texts wait for each other.
    to('^src/common/gathered\\.ts$', '^(node:)?timers/promises$'),

    // What is kept in memory is bounded by a library, not by code of ours.
    to('^src/common/recently-used\\.ts$', 'node_modules/lru-cache/'),

    // A schema publishes a value and checks it.
    to('^src/(common|alerts|observations)/', 'node_modules/typebox/'),

    own('weather'),
    { from: { path: '^src/weather/sun\\.ts$' }, to: { path: 'node_modules/suncalc' } },

    own('frost'),
    to(room('frost'), room('weather')),

    own('language'),
    to(room('language'), room('weather'), room('frost')),

    own('places'),
    to(room('places'), room('weather')),
    npm(room('places')),

    own('outgoing'),
    npm(room('outgoing')),

    // A source's folder sees the contract, the way out and the language of weather; never another source.
    to('^src/sources/[^/]+\\.ts$', room('sources'), room('weather')),
    typesOf('^src/sources/', '^src/outgoing/request\\.ts$', '^src/language/language\\.ts$'),
    to('^src/sources/', '^src/outgoing/request\\.ts$'),
    { from: { path: '^src/sources/([^/]+)/' }, to: { path: '^src/sources/($1/|[^/]+\\.ts$)' } },
    to('^src/sources/', room('weather')),
    // The list of airports is a packed file.
    to('^src/sources/metar/', '^(node:)?zlib$'),

    own('forecasts'),
    to(room('forecasts'), room('weather'), room('frost'), room('places')),
    to(room('forecasts'), '^src/sources/source\\.ts$'),
    // A report names its notices; their sentences are the language's affair.
    typesOf(room('forecasts'), '^src/language/notices\\.ts$'),

    // How variables are described and addresses read: the pieces of the configuration that those who have variables see.
    to(['^src/sources/', room('channels')], '^src/config/(environment|web-address)\\.ts$'),
    to(room('channels'), '^src/config/server-address\\.ts$'),

    // A protocol's folder sees what protocols share, and no other one.
    to('^src/stations/[^/]+\\.ts$', room('stations')),
    { from: { path: '^src/stations/([^/]+)/' }, to: { path: '^src/stations/($1/|[^/]+\\.ts$)' } },
    // The key of a console is stored as a hash; a name that is too long ends with one.
    to('^src/stations/(ecowitt/|upload\\.ts$)', '^(node:)?crypto$'),

    own('observations'),
    to(room('observations'), room('weather'), room('frost'), room('places'), room('forecasts')),
    to(room('observations'), '^src/stations/upload\\.ts$'),
    // Secrets of intakes.
    to(room('observations'), '^(node:)?crypto$'),
    // Threads learn evenings and read loggers' files.
    to('^src/observations/(evening-laws|series)/', '^(node:)?worker_threads$'),

    own('alerts'),
    to(room('alerts'), room('weather'), room('frost'), room('places'), room('forecasts')),
    // What a request costs a source's budget paces the watched places.
    typesOf('^src/alerts/watching/', '^src/sources/source\\.ts$'),
    // Which languages there are, the words in the paths of pages, and crops by their names. A message is put into words
    // in a folder that channels call.
    to(room('alerts'), '^src/language/(language|crop-names)\\.ts$'),
    to('^src/alerts/words/', room('language')),
    to([room('channels'), room('site'), room('http')], '^src/alerts/words/'),

    to('^src/channels/[^/]+\\.ts$', room('channels')),
    { from: { path: '^src/channels/([^/]+)/' }, to: { path: '^src/channels/($1/|[^/]+\\.ts$)' } },
    to(
      room('channels'),
      room('language'),
      '^src/outgoing/request\\.ts$',
      '^src/frost/temperature-threshold\\.ts$'
    ),
    typesOf(room('channels'), '^src/alerts/(message-)?ports\\.ts$', room('frost')),
    npm(room('channels')),

    own('store'),
    to(room('store'), room('weather')),
    // The numbers that its statements compare by.
    to(room('store'), '^src/alerts/rules\\.ts$'),
    // What a thermometer can be found to do, as it is stored.
    to(room('store'), '^src/observations/faults/sensor-fault\\.ts$'),
    typesOf(
      room('store'),
      '^src/[^/]+/[^/]*ports\\.ts$',
      '^src/alerts/',
      '^src/http/limiter\\.ts$',
      // The codes of faults, whose sentences are the language's affair.
      '^src/language/(language|store-faults)\\.ts$'
    ),
    npm(room('store')),

    own('http'),
    to(
      room('http'),
      room('forecasts'),
      room('observations'),
      room('stations'),
      room('alerts'),
      room('places'),
      room('weather'),
      room('frost'),
      room('language')
    ),
    npm(room('http')),

    own('mcp'),
    to(room('mcp'), room('http'), '^src/alerts/subscription-schema\\.ts$'),
    npm(room('mcp')),

    own('site'),
    to(
      room('site'),
      room('forecasts'),
      room('observations'),
      room('alerts'),
      room('places'),
      room('weather'),
      room('frost'),
      room('language'),
      '^src/http/(client-networks|problem-catalogue)\\.ts$'
    ),
    typesOf(room('site'), '^src/http/page\\.ts$'),
    npm(room('site')),
    to(room('site'), '^topojson-specification$'),

    // Beside the service: the benches of the score, and what generates its tables.
    to('^verification/', '^verification/', room('weather'), room('frost')),
    npm('^verification/'),
    to('^tools/places/', '^tools/places/', room('places'), room('weather')),
    to('^tools/crops/', '^tools/crops/'),
    to('^tools/build/', '^tools/build/'),
    to('^tools/size/', '^tools/size/'),
    to('^tools/zones/', '^tools/zones/', room('places')),
    to(
      '^tools/outline/',
      '^tools/outline/',
      '^src/site/charts/turkey-outline\\.ts$',
      '^src/site/pin/map-projection\\.ts$',
      '^topojson-specification$'
    ),
    typesOf('^tools/crops/', '^src/frost/crop-table\\.ts$'),
    to('^tools/docs/', '^tools/docs/', room('channels'), room('sources'), room('stations')),
    npm('^tools/')
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.json']
    }
  }
}
