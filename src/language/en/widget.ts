/** The widget, apart from the words of the weather. */
export const widget = {
  /** Of the frame, until it says which place it shows. */
  title: 'Frost risk',
  now: 'Now',
  tonight: 'Tonight',
  air: 'air',
  plants: 'plants',
  minimum: 'Minimum',
  nextDays: 'Next days',
  demo: 'DEMO',
  demoMeaning: 'made-up weather',
  unknownPlace: 'This place is not known',
  didYouMean: 'Did you mean',
  searchInstead: 'Search for a place',
  noData: 'No weather data at the moment',
  noDataSince: 'Last data',
  neverData: 'No data have arrived yet',
  shareSpent: 'You have opened as many new places today as one visitor may',
  shareSpentUntil: 'New ones open again from',
  forecast: 'Forecast',
  refreshing: 'This page tries again by itself.'
}
