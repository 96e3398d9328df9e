/** What `ayaz observe` says. */
interface RowFaultWords {
  readonly member: string | null
  readonly code: string
  readonly detail: string
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
    `${rows} rows at plants do not say where among the plants: they are stored, and nothing is learned from them. Name it with --exposure ground, vine or canopy, or a column "exposure".`,
  emptyFile: 'The file is empty.',
  unitsDiffer: (column: string, option: string) =>
    `The column says ${column}, --units says ${option}. Leave one of them out.`,
  celsius: 'Minima are in Celsius.',
  fahrenheit: 'Minima are in Fahrenheit.',
  unitColumn: 'Minima are in the unit of each row; in Celsius where it is empty.',
  unitUnknown: 'Nothing says in which unit the minima are: read as Celsius. --units F for Fahrenheit.',
  ignored: (columns: string) => `Columns that mean nothing here: ${columns}.`,
  looksFahrenheit: (line: number, minimum: number) =>
    `Line ${line} has a minimum of ${minimum}: no night on Earth is that warm in Celsius. Say --units F, or --units C if only that line is wrong.`,
  emptyFirstLine: 'The file begins with an empty line; its first line names the columns.',
  workbook:
    'This is not a text file but a workbook of Excel. Open it and choose File, Save As, "CSV UTF-8 (comma delimited)"; of several sheets the one with the readings.',
  loggerExport:
    'This looks like a logger’s export, but no row has both a time of day and a number. Name its columns: --time NAME --temperature NAME.',
  contradicted: (date: string, line: number, minimum: string) =>
    `Line ${line} has another minimum of the same sensor for ${date} (${minimum.replace('-', '−')}). Neither is stored: keep the lowest.`,
  timeOfDay: (text: string) =>
    `"${text}" has a time of day; a row is a night. Give the date of the morning that ends it, and the lowest value of the night.`,
  twoDates: (text: string, dayFirst: string, monthFirst: string) =>
    `"${text}" may be ${dayFirst} or ${monthFirst}. Write it like 2026-04-12, or 12.04.2026.`,
  noText: 'This is not a text file. Save it as CSV in UTF-8.',
  quoteInHeader: 'A quote in the first line does not close.',
  twoColumns: (member: string, second: string) =>
    `Two columns mean "${member}"; the second is "${second}". Leave one out.`,
  missingLocation: 'location (or lat and lon), or --location SLUG',
  missingKind: 'kind (air_2m or plant), or --kind KIND',
  oneColumn: (cell: string) => `one column, "${cell}"`,
  missingColumns: (missing: string, found: string) =>
    `The first line must name the columns; missing: ${missing}.\n  Found: ${found}\n  Wanted: location,date,kind,minimum (also exposure,lat,lon,elevation,unit,station); separated by comma, semicolon or tab.`,
  longLine: 'The line is longer than 4,000 characters.',
  notUtf8: 'The line is not UTF-8. Save the file as CSV in UTF-8.',
  quote: 'A quote does not close.',
  noUnit: (text: string) => `"${text}" is no unit; C and F are known.`,
  noPoint: (lat: string, lon: string) => `"${lat}", "${lon}" is no point.`,
  noHeight: (text: string) => `"${text}" is no height.`,
  noMinimum: 'The minimum is missing.',
  noTemperature: (text: string) => `"${text}" is no temperature.`,
  wrongCount: (values: number, columns: number) =>
    `${values} values where the first line names ${columns} columns.`,
  decimalComma:
    'A decimal comma between commas must stand in quotes, or the values be separated by semicolons. Write whole degrees as −2.0.',
  otherDelimiter: {
    ',': 'This line is separated by commas.',
    ';': 'This line is separated by semicolons.',
    '\t': 'This line is separated by tabs.'
  },
  /** Why the record refuses a row. */
  rowFault: ({ detail }: RowFaultWords) => detail,
  refusedRow: 'refused',
  noAnswer: (url: string) => `No answer from ${url}. Check --url, and that the service runs.`,
  unknownKey: 'The service does not know this key. Check --key.',
  noApi: (url: string) => `There is no API at ${url}. --url takes the address before /observations.`,
  serviceAnswers: (url: string, status: number) =>
    `The service at ${url} answers ${status}. Run the command again later: what was sent stays, and counts once.`
}
