/** What the record of forecasts and measurements says. */
export const record = {
  tooFew: (nights: number, needed: number) =>
    `Not enough nights yet: ${nights} of the ${needed} that a figure needs.`,
  observations: (nights: number, _observed: number) =>
    `Held against what was measured there or a few kilometres around on ${nights} ${nights === 1 ? 'night' : 'nights'}.`,
  analysis: (nights: number, observed: number) =>
    `Held against the source’s own latest analysis on ${nights} ${nights === 1 ? 'night' : 'nights'}, because ${observed === 0 ? 'nothing was measured there' : `only ${observed} ${observed === 1 ? 'night was' : 'nights were'} measured there`}. Against a thermometer the errors are larger.`,
  elsewhere: (name: string | null, km: string) =>
    name === null ? 'The record is that of a point near.' : `The record is that of ${name}, ${km} km away.`,
  none: (_nights: number, _observed: number) => 'No night that was forecast here has come to its end yet.',
  title: (place: string) => `${place}: how good the forecasts were`,
  description: 'Every forecast of the nightly minimum compared with what came, by lead.',
  leads: 'By lead',
  lead: 'Days ahead',
  nights: 'Nights',
  frosts: 'Frosts',
  bias: 'Bias',
  error: 'Mean error',
  crps: 'CRPS',
  inside: 'Within 10–90 %',
  detected: 'Frosts warned of',
  falseAlarms: 'False alarms',
  figures:
    'Bias: measured less expected. The range given should hold 80 % of the nights. A night counts as warned of from a probability of frost of 50 %.',
  evening: 'What the thermometer gains in the evening',
  eveningGain: (nights: number, before: string, after: string) =>
    `Two hours after sunset, over ${nights} nights: CRPS ${before} by the forecast alone, ${after} with the evening update.`,
  eveningFew: (nights: number, needed: number) =>
    `Not enough nights yet: ${nights} of the ${needed} that a figure needs had an evening update and were measured.`,
  eveningLaw: (station: string, nights: number, weight: string) =>
    `${station}: own evening law of ${nights} nights, weight ${weight}.`,
  eveningLawGain: (nights: number, usual: string, given: string) =>
    `Over ${nights} later nights, from readings alone: CRPS ${usual} by the law of all stations, ${given} with its own.`,
  airports: 'Airports near',
  airportError: (error: string, bias: string) => `A day ahead: mean error ${error}, bias ${bias}.`,
  rows: 'Every night',
  rowsText:
    'What was said for each night, when, by which method, and what came. The rows are chained by hashes: none can be changed or left out afterwards without being seen.',
  head: (rows: string) => `Row ${rows}, the newest, has the hash`,
  more: 'All figures, and every night',
  airport: (name: string, km: string, nights: number) =>
    `${name} airport, ${km} km: ${nights === 0 ? 'no night of it could be compared yet' : `held against what it measured on ${nights} ${nights === 1 ? 'night' : 'nights'}, with forecasts for its own point and height`}.`,
  /** Of a sensor at plants; its measurements are stored and shown. */
  exposureUnknown:
    'Nothing is learned from this sensor, because it is not known where among the plants it is. Send its rows again with exposure "ground", "vine" or "canopy".',
  /** Nights of a season of `span` nights that were measured. */
  measuredNights: (measured: number, span: number) =>
    measured === 0
      ? `None of these ${span} nights was measured; no figure can be given.`
      : `${measured} of ${span} nights were measured; nights without a measurement take nothing, so the figure is an upper bound.`
}
