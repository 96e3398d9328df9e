/** The tables of the command line. */
export const cli = {
  headings: ['Night to', 'Score', 'Level', 'Air', 'Plant (10–90 %)', 'Hours < 0', 'Coldest', 'Kind'],
  none: 'No night has any data.',
  from: 'Forecast of',
  freshness: { fresh: 'fresh', aging: 'aging', stale: 'stale' },
  demo: 'DEMO: this weather is made up.',
  days: 'days',
  noStage: 'stage not known'
}
