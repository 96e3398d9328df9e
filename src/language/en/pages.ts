export const frame = {
  tagline: 'Frost risk you can see',
  skip: 'Skip to the content',
  home: 'Tonight',
  help: 'Help',
  embed: 'Embed',
  documents: 'Docs',
  allDocuments: 'All documents',
  status: 'Status',
  operator: 'Run by',
  contact: 'Contact',
  privacy: 'Privacy',
  imprint: 'Imprint',
  languageName: 'English',
  navigation: 'Site',
  demoMark: 'DEMO',
  demo: 'No source has answered yet: made-up weather, as in early April. Do not act on it.',
  search: 'Find a place',
  unread: {
    units: (written: string, unit: string) =>
      `“${written}” is not a unit of this page, which knows °C and °F. Temperatures are in ${unit}.`,
    night: (written: string, shown: string | null) =>
      `“${written}” is not a night of this forecast.${shown === null ? '' : ` The page shows: ${shown}.`}`
  },
  searchHint: 'name or coordinates',
  searchButton: 'Search',
  position: 'Use my position',
  positionFailed: 'Your position is not known here. Allow it for this page, or write coordinates.',
  nothingFound: 'No place found',
  unknownWords: (words: readonly string[]) =>
    `No place is known by “${words.join('”, “')}”. These are for the rest of what you wrote:`,
  chooseInstead: 'Your village is not listed? Choose it on the map, or write its coordinates.',
  results: 'Places found',
  offlineTitle: 'No connection',
  offlineText: 'This page needs a connection and is not stored on this device. Try again when you have one.',
  offlineStored: 'Stored on this device',
  offline: 'Offline: this page is from {when} ({age}). The forecast may have changed since.',
  locale: 'en-GB',
  data: 'Forecast of',
  demoSource: 'Demo (made-up data)',
  /** Next to a link to content in English only. */
  inEnglish: null as string | null,
  generalNotice: 'A forecast is not a certainty: check your own thermometer before you act.'
}

export const errorPages = {
  tooMany: {
    title: 'Too many pages at once',
    text: (seconds: number) => `Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    shared: 'Where many people share one connection, as in a school, their visits are counted together.'
  },
  fault: {
    title: 'Something went wrong',
    text: 'This page could not be made. Please try again in a minute.',
    id: (requestId: string) => `If it happens again, give the operator this id: ${requestId}`
  },
  notFound: {
    title: 'There is no such page',
    text: 'The address may have been copied in part, or the page has moved.',
    meant: 'Did you mean one of these places?'
  }
}

export const home = {
  title: 'Ayaz – frost risk tonight',
  description:
    'Frost risk for every place in Türkiye: tonight’s score, its reasons, alerts that arrive, and a widget to embed.',
  headings: {
    frost: { tonight: 'Frost risk tonight', other: 'Frost risk' },
    damage: { tonight: 'Damage risk tonight', other: 'Damage risk' }
  },
  highest: 'Highest risk',
  highestDamage: 'Highest damage risk',
  calm: 'No province is at risk.',
  noData: 'There are no data for this night yet. Search for your place to fetch them at once.',
  all: 'All provinces',
  province: 'Province',
  level: 'Level',
  score: 'Score',
  minimum: 'Lowest temperature',
  everyPlant: 'The map is for any plant at ground level; choose your crop above.',
  nights: 'Choose a night',
  show: 'On the map',
  showRisk: 'Frost risk',
  showDamage: 'Damage risk',
  showTemperature: 'Temperature',
  coldest: 'Coldest air',
  coldestPlants: 'Coldest on the plants',
  degreesOfAir: 'Degrees: of the air, the lowest of the night.',
  degreesOfPlants: 'Degrees: on the plants, the lowest of the night.',
  stageUnknown: 'stage unknown',
  stagesUnknown: 'A province has no level of damage where the stage of the crop cannot be estimated.',
  resting:
    'Deciduous trees usually rest in this season and bear far more cold than when they flower, so the map shows the air minimum. Citrus does not rest: look at your place, with the crop.',
  noMap: 'The map is being drawn: no forecast has arrived yet. The search works meanwhile.',
  map: 'Map of Türkiye',
  notSetUp: 'This installation is not set up yet',
  lacks: {
    address: 'The address at which people open it: links in messages need it.',
    operator: 'Who runs it: a name, and where people can reach you.',
    weather: 'Weather: no source has answered, so all numbers here are made up.'
  },
  setUp: 'On the machine on which it runs, as its operator:',
  setUpContainer: 'Its operator gives them as settings of the container, or as options of the add-on.'
}

export const map = {
  link: 'Find your field',
  title: 'Find your field',
  description: 'The frost risk of your own field, by metres from a named place or by coordinates.',
  label: 'Map of Türkiye with a pin',
  help: 'The map shows no fields: it leads to the nearest named place. Tap to set the pin, drag to move the map. With the keyboard: arrows move the pin, + and − zoom, Enter begins there.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  begin: 'Begin at this place',
  move: 'Move the field',
  position: 'Where the field is',
  open: 'Open this field',
  coarse:
    'The field’s height is on its page, and can be corrected there. The forecast has a grid of some kilometres: 100\u00a0m away the weather is often the same, and the height makes the difference.',
  directions: ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'],
  failed: 'The map could not be loaded. Write the coordinates instead.',
  form: 'Write the nearest place, or coordinates such as 38.355 38.310.',
  credit: 'Borders: Natural Earth (public domain). Names: the table of places of this site.'
}

export const field = {
  saved: 'My fields',
  save: 'Remember here',
  remove: 'Forget here',
  name: 'Name',
  keep: 'Save',
  carry: 'Send this list to another phone',
  take: 'Add to this list?',
  taken: 'Add',
  full: 'There are 20 fields here already, the most that this browser keeps. Forget one of them first.',
  elevation: 'Height of the field (m)',
  elevationFault:
    'The height must be metres above sea level, from −430 to 9000. Correct it, or leave it empty.',
  unknown: 'No such point',
  form: 'Write latitude and longitude, such as 38.355, 38.310 or 38°21′18″N 38°18′36″E, or paste the long link of a map.',
  faults: {
    short_link:
      'A short link does not say where it leads, and it is not opened here. Open it yourself and copy the long address, or the coordinates.',
    no_point: 'There is no single point in this link.',
    no_pin:
      'This link is to something with a name, and the numbers in it are only the middle of the screen. Press and hold your field on the map and copy the coordinates that appear.',
    order:
      'It is not certain which number is the latitude. Write N and E after them, such as 38.355N 38.310E; latitude comes first.',
    marks:
      'It is not certain which digits belong together. Write decimals with a point and a comma between the two numbers: 38.355, 38.310.',
    grid: 'Plus codes, UTM, MGRS and what3words are not read here. Press long on the field in a map and copy latitude and longitude.',
    too_coarse: 'Whole degrees are 100\u00a0km apart. Give at least two decimals, or minutes.',
    out_of_bounds: 'Latitude goes from −90 to 90, longitude from −180 to 180, minutes and seconds to 59.'
  }
}

/** Apart from the words of the weather. */
export const widget = {
  /** The frame's, until it says which place it shows. */
  title: 'Frost risk',
  noScore: 'no score',
  prepare: 'prepare by',
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
  nextTry: (when: string) => `Next try: ${when}.`
}

export const embed = {
  heading: 'Put the widget on your site',
  crop: 'Crop',
  stage: 'Stage',
  chooseStage: 'Choose',
  intro:
    'Tonight’s frost risk for one place, in a frame of your size. No cookies, no tracking, nothing from third parties.',
  place: 'Place',
  unknown: 'There is no place',
  look: 'Theme',
  auto: 'as the device',
  light: 'light',
  dark: 'dark',
  width: 'Width',
  height: 'Height',
  units: 'Units',
  compact: 'Tonight only',
  show: 'Show',
  live: 'Live',
  frame: 'HTML code',
  frameNote: 'Works everywhere HTML does. Nothing of ours runs in your page.',
  script: 'One line with automatic height',
  scriptNote: 'The script makes the frame and keeps it as high as its content.',
  copy: 'Copy',
  copied: 'Copied',
  frameTitle: (place: string) => `Frost risk: ${place}`
}

/** What is stored about people; docs/operation.md says for each table how long. */
export const privacy = {
  title: 'Privacy',
  description: 'What this service stores about people, why, and for how long.',
  intro: [
    'Looking at pages needs no account and sets no cookie. No page loads anything from another server, and no visits are counted.',
    'The chosen crop and “My fields” stay in your own browser; you delete them there.'
  ],
  stored: 'What is stored, and for how long',
  tables: 'Tables:',
  subjects: {
    subscription: {
      what: 'Your alert: address or telephone number, your name for the field, its coordinates, crop and threshold; of people who are also to be notified: the name and the address or telephone number that you give',
      until:
        'As long as the alert lasts. Address, name and coordinates are deleted 30 days after its end; a row without them remains. That you stopped stays, under a hash of the address, until you ask again.'
    },
    nights: {
      what: 'The nights of your alert: what was forecast, whether you were warned, who answered',
      until: 'Until 31 days after the night; forecast numbers 7 days, or 430 days if a message names them.'
    },
    messages: {
      what: 'Messages: what was sent when, by which channel, and what became of it',
      until: '400 days after the message is settled; a message that was never tried, 1 day.'
    },
    thermometers: {
      what: 'Your thermometers: where they are, what they read, and what forecasts learned from it',
      until:
        'Readings 30 days, nights for learning 730 days. Everything of a subscriber’s own thermometers is deleted 30 days after the alert ends; what a key sent is stored until the operator deletes it.'
    },
    points: {
      what: 'Coordinates of points that someone looked up, without who it was',
      until:
        'A forecast 7 days; what was forecast for watched and measured points 400 days, chained nights up to 16 days longer; a pause of a point until a day after it ran out.'
    },
    requests: {
      what: 'How much a network address or key has used, under a hash of it; answers to repeated requests',
      until: 'Opened points 1 day, other limits 40 days; answers 2 days.'
    },
    keys: {
      what: 'API keys: a hash of the key and the name that the operator gave it',
      until: 'Until the operator deletes the key.'
    }
  },
  others: 'Who receives data from us',
  passedOn: [
    'Weather services get the coordinates of a point, and nothing about who asked.',
    'The channel you choose (mail server, Telegram, push service, telephone gateway, your own server) gets its messages with your address there.'
  ],
  rights: 'Your rights',
  yourRights: [
    'Every message has a link that ends the alert, and one that changes it. To see, correct or delete what is stored of you, write to the operator below.',
    'In Türkiye the law on personal data (KVKK, no. 6698, article 11) grants these rights.'
  ],
  unnamed: 'The operator of this service has not given a name.',
  noContact: 'The operator of this service has not given a contact.'
}
