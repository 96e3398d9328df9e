/**
 * Files of tests that take ten seconds and more on two cores. `npm run test:long` and `npm run check` run them, .ci/run
 * one of six parts; `npm test` has shorter files about the same rooms, and takes six minutes.
 */
export const longFiles = [
  'verification/gates.test.ts',
  'tools/places/edition.test.ts',
  'src/app/examination.test.ts',
  'src/cli/{doctor,frost,setup}.test.ts',
  'src/cli/observe/import.test.ts',
  'src/frost/properties.test.ts',
  'test/{architecture,linear-patterns}.test.ts',
  'test/seasons/*.test.ts',
  'test/install/{clone,deploy,package,readme-commands,release,tls-proxies}.test.ts',
  'test/crash/{crash,cut-connections,roles,rolling-restart,second-process}.test.ts',
  'test/crash/{full-disk,shared-quotas,stop,stream-fan-out,supervised,takeover,two-users}.test.ts',
  'test/browser/{alert-steps,crop,documents,embed,every-page,field,first-screen,hostile}.test.ts',
  'test/browser/{manage,managed-alert,night-map,pages,people,phone,pin-map,real-app,real-headers,reference}.test.ts',
  'test/browser/{thermometers,widget,widget-sizes,without-scripts}.test.ts',
  'test/contracts/{additions,calendars,channels,clients,mcp,quotas,tables}/*.test.ts',
  'test/contracts/http-alerts/{operator,webhook}.test.ts',
  'test/contracts/http/{closed-contract,database-away,foreign-host,mendable,on-the-wire,openapi-document,openapi-examples}.test.ts',
  'test/contracts/http/{measured-points,published-limits,unnamed-points}.test.ts',
  'test/contracts/http/generated/{generated,raw}.test.ts',
  'test/contracts/store/{backup,dusk,evaluation,foreign-schema,forged-chains,message-states}.test.ts',
  'test/contracts/store/{night-chain,outbox,schema-versions}.test.ts',
  'test/contracts/store/two-schemas.test.ts',
  'test/scenarios/alerts/{app-with-mqtt,app-with-telegram,beyond-memory,contacts,data-gap,escalation}.test.ts',
  'test/lies/{effects,honest-weather}.test.ts',
  'test/scenarios/first-answer.test.ts',
  'test/scenarios/alerts/{fruitless-rounds,gateway-crowd,hall,mqtt-discovery,mqtt-states,nights}.test.ts',
  'test/scenarios/alerts/{seasons,silent-name-server,subscribing}.test.ts',
  'test/scenarios/alerts/{two-processes,useful-hour,whole-night-holes}.test.ts',
  'test/scenarios/observations/{ankara-weeks,canopy-thermometer,faulty-sensor,mqtt-stations,observe-command}.test.ts',
  'test/scenarios/observations/{how-cold,http,logger-pages,named-faults,own-alerts}.test.ts',
  'test/scenarios/observations/{real-nights-as-verified,seasonal-learning,thermometer-pages}.test.ts',
  'test/scenarios/observations/{source-at-airports,tonight,us-nights-as-verified,wrong-airports}.test.ts',
  'test/scenarios/secrets.test.ts',
  'test/scenarios/weather/{budget,captures,counted-path,crowd,estimated-stage,one-refresh,one-report}.test.ts',
  'test/scenarios/weather/{paced-day,points-of-a-client,restart,same-bytes,shared-budget}.test.ts',
  'test/scenarios/weather/{shared-cells,upstream-faults}.test.ts'
]

/** Of those that run once more on PostgreSQL. */
export const longOnPostgres = [
  'test/contracts/http/{database-gone,limits,measured-points,unnamed-points}.test.ts',
  'test/contracts/http-alerts/webhook.test.ts',
  'test/scenarios/alerts/{acknowledged,contacts,escalation,growing-limits,quiet-hours}.test.ts',
  'test/scenarios/observations/{how-cold,own-alerts,stations,thermometer-pages}.test.ts'
]
