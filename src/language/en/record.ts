/** What the record of forecasts and measurements says. */
export const record = {
  tooFew: (nights: number, needed: number) =>
    `Not enough nights yet: ${nights} of the ${needed} that a figure needs.`,
  observations: (nights: number, _observed: number) =>
    `Held against what was measured there or a few kilometres around on ${nights} ${nights === 1 ? 'night' : 'nights'}.`,
  analysis: (nights: number, observed: number) =>
    `Held against the source’s own latest analysis on ${nights} ${nights === 1 ? 'night' : 'nights'}, because ${observed === 0 ? 'nothing was measured there' : `only ${observed} ${observed === 1 ? 'night was' : 'nights were'} measured there`}. Against a thermometer the errors are larger.`,
  none: (_nights: number, _observed: number) => 'No night that was forecast here has come to its end yet.',
  /** Of a sensor at plants; its measurements are stored and shown. */
  exposureUnknown:
    'Nothing is learned from this sensor, because it is not known where among the plants it is. Send its rows again with exposure "ground", "vine" or "canopy".',
  /** Nights of a season of `span` nights that were measured. */
  measuredNights: (measured: number, span: number) =>
    measured === 0
      ? `None of these ${span} nights was measured; no figure can be given.`
      : `${measured} of ${span} nights were measured; nights without a measurement take nothing, so the figure is an upper bound.`
}
