/**
 * Both databases. SQLite is what all tests have; here is which of them run once more on what else an operator may have,
 * as a project of vitest.config.ts.
 */

/** What the files of a project run on. */
export type TestedOn = 'sqlite' | 'postgresql'

const alerts = 'test/contracts/http-alerts'
const http = 'test/contracts/http'
const scenarios = 'test/scenarios'
/** Says whether an app of the project has what the project names. */
const itself = 'test/tested-data.test.ts'

/**
 * Whole apps whose answers come out of the database. Beside them every query of the store has its contract on both
 * databases (test/contracts/store). Left out is what is about files of SQLite, starts commands or computes for long
 * what those contracts have, and what touches no database.
 */
const onEveryDatabase = [
  itself,
  `${alerts}/{before-confirmation,degrees,demo,feeds-and-links,fields,old-stage}.test.ts`,
  `${alerts}/{problem-details,timing,waiting-message,webhook}.test.ts`,
  `${http}/{database-gone,fields,limits,unnamed-points}.test.ts`,
  `${scenarios}/alerts/{acknowledged,app-with-webhook,client-limit,escalation,life-of-an-alert,names,replaced-key,taken-back}.test.ts`,
  `${scenarios}/alerts/{contacts,growing-limits,import,members,stored-outcomes,unanswered-nights,what-is-dead}.test.ts`,
  `${scenarios}/observations/{airport-nights,issued-nights,own-alerts,readings,recorded-points,stations}.test.ts`
]

export const furtherWays: readonly { readonly testedOn: TestedOn; readonly include: string[] }[] = [
  { testedOn: 'postgresql', include: onEveryDatabase }
]
