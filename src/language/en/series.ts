/** What `ayaz observe` says of a logger's file. */
const list = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

export const series = {
  orders: { ymd: 'year-month-day', dmy: 'day-month-year', mdy: 'month-day-year' },
  decimals: { ',': 'decimal comma', '.': 'decimal point', none: 'whole degrees' },
  zoneFrom: {
    file: 'as the file says',
    option: 'as --zone says',
    place: 'the clock of the place; --zone for another'
  },
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
    `  ${date}  not covered, nothing from ${from} to ${until}: not learned from`,
  minimum: (date: string, minimum: string) => `  ${date}  ${minimum}`,
  nights: (covered: number, gaps: number) =>
    `Nights: ${covered} covered, ${gaps} not. A night needs each hour from four before sunrise to the one after, and no gap over two hours before.`,
  moreNights: (count: number) => `  … and ${count} more`,
  nothingStored: 'Nothing was stored (--dry-run).',
  noNight: 'No night is covered by readings: nothing to store.',
  badTime: (text: string) => `"${text}" is no time.`,
  badTemperature: (text: string) => `"${text}" is no temperature of the air.`,
  needsPlace: 'This is a logger’s file. Say where it hung: --location SLUG (or --lat and --lon).',
  needsKind: 'This is a logger’s file. Say what it measured: --kind air_2m or --kind plant.',
  asked: (question: string) => `${question}\nNothing was stored.`,
  question: {
    columns: (option: string, names: readonly string[]) =>
      names.length === 0
        ? `No column is known as the ${option}. Name it: --${option} NAME, or its number.`
        : `Which column is the ${option}? Name one: ${names.map((name) => `--${option} "${name}"`).join(' or ')}`,
    no_column: (option: string, wanted: string, names: readonly string[]) =>
      `--${option} "${wanted}": no column has this name or number. There are: ${list(names)}.`,
    decimal_comma: (line: number) =>
      `line ${line}: commas separate the values, and may be decimal signs as well. Save the file with semicolons or with decimal points.`,
    date_order: (text: string, choices: readonly (readonly [order: string, date: string])[]) =>
      `"${text}" may be ${choices.map(([order, date]) => `${date} (--dates ${order})`).join(' or ')}, and nothing in the file shows which.`,
    unit: (lowest: string, inC: string, inF: string) =>
      `Nothing says in which unit the temperatures are. The lowest value, ${lowest}, is ${inC} (--units C) or ${inF} (--units F).`,
    too_warm: (highest: string) => `The highest, ${highest}, is too warm for °C. Did you mean --units F?`,
    zone: (zone: string, before: string, after: string) =>
      `The clocks of ${zone} change within the file, from UTC${before} to UTC${after}. Did the logger’s? Say --zone ${zone} if it did, else --zone ${before} or --zone ${after}, as it was set.`,
    no_zone: (zone: string) => `"${zone}" is no time zone. Write --zone Europe/Istanbul or --zone +03:00.`,
    no_such_time: (line: number, zone: string) =>
      `line ${line}: by the clock of ${zone} this time was not, or was twice, and the file has it once. The logger’s clock did not change: say --zone with the offset it was set to, such as --zone +01:00.`,
    backwards: (first: number, second: number) =>
      `lines ${first} and ${second}: the time goes back between them. Is it a clock of twelve hours without AM and PM, or are these two files? Give each by itself.`,
    twice: (lines: readonly [number, number], values: readonly [string, string]) =>
      `lines ${lines[0]} and ${lines[1]} have the same time and two values (${values[0]} and ${values[1]}). Take out the wrong one.`,
    no_date: (line: number, text: string) => `line ${line}: "${text}" is no date.`,
    mixed_dates:
      'No order of day, month and year fits all dates of the file, with none of them in the future.',
    future: (line: number, at: string) =>
      `line ${line} is of ${at} UTC, which has not been yet. Check the logger’s clock, and --dates.`,
    too_long: (most: string) => `The file has more than ${most} readings. Cut it, a year each.`,
    warm_night: (hour: string) =>
      `By this file the days are warmest around ${hour} by the sun, at night. The logger’s clock is off, or a clock of twelve hours lost its AM and PM: say its --zone, or correct the times.`,
    no_readings: 'No row has a time and a temperature.'
  }
}
