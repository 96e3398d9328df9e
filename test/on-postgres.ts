/** SQLite is what all tests have; these run once more on the other database that an operator may have. */
const alerts = 'test/contracts/http-alerts'
const http = 'test/contracts/http'
const scenarios = 'test/scenarios'

/**
 * Whole apps whose answers come out of the database. Every query of the store has its contract on both databases
 * (test/contracts/store). Left out is what is about files of SQLite, starts commands or computes for long what those
 * contracts have, and what touches no database.
 */
export const onPostgres = [
  'test/tested-data.test.ts',
  `${alerts}/{before-confirmation,degrees,demo,feeds-and-links,fields,old-stage}.test.ts`,
  `${alerts}/{problem-details,timing,waiting-message,webhook}.test.ts`,
  `${http}/{database-gone,fields,limits,measured-points,unnamed-points}.test.ts`,
  `${scenarios}/alerts/{acknowledged,app-with-webhook,by-hand,client-limit,escalation,life-of-an-alert,names,quiet-hours,replaced-key,taken-back}.test.ts`,
  `${scenarios}/alerts/{contacts,growing-limits,import,members,stored-outcomes,unanswered-nights,vouched,what-is-dead}.test.ts`,
  `${scenarios}/observations/{airport-nights,how-cold,issued-nights,own-alerts,readings,recorded-points,stations,thermometer-pages}.test.ts`
]
