/** The frame around every page. */
export const frame = {
  tagline: 'Frost risk you can see',
  skip: 'Skip to the content',
  home: 'Tonight',
  embed: 'Embed',
  documents: 'Docs',
  allDocuments: 'All documents',
  status: 'Status',
  languageName: 'English',
  navigation: 'Site',
  demoMark: 'DEMO',
  demo: 'No weather source has answered yet, so all weather here is made up. Do not act on it.',
  search: 'Find a place',
  searchHint: 'Place name or coordinates',
  searchButton: 'Search',
  position: 'Use my position',
  positionFailed: 'Your position is not known here. Allow it for this page, or write coordinates.',
  nothingFound: 'No place found',
  chooseInstead: 'Your village is not listed? Choose it on the map, or write its coordinates.',
  results: 'Places found',
  offline: 'Offline: this page is of {when} ({age}). The forecast may have changed since.',
  locale: 'en_GB',
  data: 'Forecast of',
  demoSource: 'Demo (made data)',
  /** Beside a link to content that exists in English only; null in English itself. */
  inEnglish: null as string | null,
  generalNotice: 'A forecast is no certainty: check your own thermometer before you act.'
}
