/** First and last frosts of a place. */
export const climate = {
  heading: 'First and last frost',
  last: 'Last frost of spring',
  first: 'First frost of autumn',
  oneInTen: 'in 1 year of 10 by',
  median: 'in half of the years by',
  nineInTen: 'in 9 years of 10 by',
  rarely: 'rarely any frost',
  basis: (from: number, to: number) =>
    `Air at 2 m, 0 °C or less: daily minima of a reanalysis from ${from} to ${to}, corrected towards stations.`,
  uncertainty: (stations: number, difference: string) =>
    `The correction is from ${stations} stations and does not bring every date nearer; a place may be ${difference} colder or warmer than it says.`,
  lastBetween: (range: string) => `The median of the last frost is then ${range}.`,
  firstBetween: (range: string) => `The median of the first frost is then ${range}.`,
  between: (one: string, other: string) => `between ${one} and ${other}`,
  orNone: (date: string) => `${date} or none`,
  freeDays: (days: string) => `${days} days between the two.`,
  uncorrected: (last: string, first: string) =>
    `Without the correction the medians are ${last} and ${first}.`,
  riskByDate: 'The risk through the year',
  date: 'Date',
  night: 'A frost in one night',
  later: 'A later frost',
  earlier: 'A frost by then',
  lacking: {
    being_fetched: (years: number, of: number) =>
      `The minima of the last ${of} years are being fetched, a few a day; ${years} are there.`,
    queue_full: () => 'Too many places wait for their minima. Please ask again in some days.',
    not_fetched: () =>
      'Thirty years of minima are fetched, a few a day, for named places and for fields with an alert. Those of this field are not there yet.',
    no_archive: (): string | null => null
  }
}
