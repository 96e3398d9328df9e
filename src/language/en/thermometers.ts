const counted = (readings: number) => `${readings} ${readings === 1 ? 'reading' : 'readings'}`

export const thermometers = {
  title: 'Your thermometers',
  intro:
    'The best forecast for a field is corrected by a thermometer in it. Connect a station here, or look at what it measures.',
  open: 'Open my thermometers',
  token: 'Link of your alert, API key, or the secret of a station',
  tokenRefused: 'This opens nothing. Paste the whole link from a message, the key, or the secret.',
  none: 'No thermometer is connected yet.',
  unnamed: 'without a name',
  look: 'Open',
  lookAgain: 'Look again',
  more: (count: number) => `${count} more are not shown here; the API lists all.`,
  back: 'All thermometers',
  make: 'Connect a station',
  makeText:
    'One station or console has one secret. A new station is connected in three steps: name it, type two lines into it, say where its thermometer hangs.',
  name: 'Name',
  namePlaceholder: 'Lower field',
  unit: 'The console shows',
  units: { names: 'as its field names say', C: '°C', F: '°F' },
  makeButton: 'Connect',
  change: 'Save',
  secretTitle: 'Type this into the station',
  secretOnce: 'The secret is in it and is not shown again: write it down or leave this page open meanwhile.',
  secretWhere:
    'Ecowitt: in the app WS View or WS Tool, “Weather services”, “Customized”: protocol Ecowitt, and these lines.',
  server: 'Server',
  path: 'Path',
  port: 'Port',
  interval: 'Interval',
  seconds: (seconds: number) => `${seconds} s`,
  wholeAddress: 'The same in one line',
  otherStations: 'Other stations',
  httpClosed:
    'Without TLS this service takes uploads only from its own network. From elsewhere the station must send to the https address.',
  afterwards: 'After the first upload its thermometers are listed here: look again in a few minutes.',
  lastContact: 'Last contact',
  silent: (when: string) => `A thermometer of this station has been silent since ${when}.`,
  silentRemedy: 'Check its battery, power and range: without it your nights follow the forecast alone.',
  isSilent: 'silent',
  never: 'none yet',
  revokedSince: (when: string) => `revoked ${when}`,
  channels: 'What it sends',
  channelsText:
    'What is not mapped is not stored. The service does not guess which of eight probes hangs in the orchard.',
  notMapped: 'not mapped',
  indoors: 'in a room',
  mappedTo: 'Where it hangs',
  wheres: {
    none: 'not mapped',
    air_2m: 'in the shade at 1.5 to 2\u00a0m',
    ground: 'at the ground, among plants',
    vine: 'at vine height',
    plant: 'at the plants',
    canopy: 'in the tree crown'
  },
  place: 'Place or coordinates',
  map: 'Save where it hangs',
  sensor: (where: string) => `Thermometer ${where}`,
  readings: 'Three days',
  noReadings: 'No reading has been stored yet.',
  chart: (count: number, low: string, last: string) =>
    `${counted(count)} in three days over the forecast, the lowest ${low}, the last ${last}.`,
  keys: {
    reading: 'measured',
    forecast: 'forecast of the air',
    range: 'forecast range of the night’s minimum'
  },
  lastReading: 'Last reading',
  taught: 'What it has taught',
  nights: (nights: number) => `${nights} ${nights === 1 ? 'night' : 'nights'} compared with the forecast.`,
  colder: (degrees: string) =>
    `On average it reads ${degrees} colder than forecast; forecasts here take that into account.`,
  warmer: (degrees: string) =>
    `On average it reads ${degrees} warmer than forecast; forecasts here take that into account.`,
  even: 'On average it reads as forecast.',
  noNight:
    'No night could be compared yet: that takes a forecast of the night before and readings until after sunrise.',
  needsNights: (missing: number) =>
    `It has no record yet: ${missing} more ${missing === 1 ? 'night is' : 'nights are'} needed. Until then it may only make your nights colder, never call off a warning.`,
  hasRecord: 'It has a record: from its readings your nights may become colder and warmer.',
  setAside: (night: string) =>
    `It has been set aside since the ${night}: three nights running were far from what it had shown and from the forecast. It may only make your nights colder until the operator accepts it.`,
  untilMended:
    'Its readings are set aside until they no longer show this: until then they may only make your nights colder.',
  byHand: 'Read by you',
  waiting: (nights: number) =>
    `${nights} unusual ${nights === 1 ? 'night waits' : 'nights wait'} to be judged by the next one.`,
  noExposure: 'Nothing is learned from it, because it is not known where among the plants it hangs.',
  refusals: 'Not accepted',
  noRefusals: 'Everything that came was accepted.',
  refusal: (count: string, when: string) => `${count}, last ${when}`,
  reasons: {
    clock: 'By the station’s clock the reading is from another time. Set the clock or its time zone.',
    implausible: 'No probe is connected, or air is never so cold or warm.',
    invalid_type: 'The value is not a number.',
    units_contradict:
      'The station is set to other units than its fields are named for. Say below what the console shows.',
    unit_unknown: 'The name of the field has no unit. Say below what the console shows.',
    too_large: 'The upload is larger than 64\u00a0kB.',
    too_many_fields: 'The upload has more than 300 fields.',
    repeated_field: 'One field has two values.',
    not_decoded: 'The network sends it undecoded. Set a payload formatter (a codec) for the device there.',
    no_temperature: 'No field of the upload is named like a temperature.',
    unreadable: 'The upload cannot be read. Check the protocol that is set on the station.',
    unreadable_time: 'The time of the upload cannot be read.',
    sensor_revoked: 'The thermometer is revoked.',
    too_many_channels: 'The station has more than 400 fields.',
    location_not_found: 'Its place is not known.',
    other: 'It could not be accepted.'
  },
  rotate: 'New secret',
  rotateText: 'The old secret is refused from then on. What is mapped stays.',
  revoke: 'Disconnect this station',
  revokeText: 'Nothing more is accepted from it. What it has sent stays.',
  revokeSure: 'Yes, disconnect it',
  revokeNot: 'No, keep it',
  done: {
    made: 'The station is connected.',
    changed: 'Saved.',
    mapped: 'Saved. Its readings are stored from the next upload on.',
    unmapped: 'Saved. It is no longer stored.',
    rotated: 'The station has a new secret; the old one is refused.',
    revoked: 'The station is disconnected.'
  },
  faults: {
    made_before: 'This station was connected already. If its secret is lost, open it and make a new one.',
    too_many: (most: number) => `There are ${most} stations already. One station may have many thermometers.`,
    no_name: 'The name is too long: 64 letters at most.',
    station_name:
      'The name of a thermometer begins with a letter or digit and has letters, digits and . _ : / - only.',
    no_place: (written: string) =>
      `“${written}” is not a place known here. Write its name, such as malatya, or coordinates such as 38.355, 38.310.`,
    taken: 'Another probe of yours is already stored as this thermometer. Give this one another name.',
    never_heard: 'The station no longer sends this. Look again.',
    read_only:
      'A secret opens this page for reading only. Open it with the link of your alert or with a key to change it.'
  },
  file: {
    title: 'A logger’s file',
    intro:
      'Send the file that your logger or a spreadsheet has saved, with a time and a temperature in each row. First the page shows how it was understood; nothing is stored before you press the second button.',
    file: 'File (CSV or text, up to 2\u00a0MB)',
    look: 'Look at the file',
    options: 'Read it differently',
    says: {
      units: 'Unit of the values',
      zone: 'Clock of the logger',
      dates: 'Order of the dates',
      time: 'Column of the time',
      temperature: 'Column of the temperature'
    },
    asTheFile: 'as the file shows',
    zonePlaceholder: 'Europe/Istanbul, +03:00',
    columnPlaceholder: 'name or number',
    again: 'Look again',
    understood: 'How the file was understood',
    question: 'A question first',
    notRead: 'Rows that are not read',
    more: (count: number) => `… and ${count} more`,
    nights: 'Night by night',
    nothingStored: 'Nothing is stored yet.',
    nothingNew: 'No night is covered and no reading is from the last month: there is nothing to store.',
    store: (nights: number, readings: number) =>
      readings === 0
        ? `Store ${nights} ${nights === 1 ? 'night' : 'nights'}`
        : `Store ${nights} ${nights === 1 ? 'night' : 'nights'} and ${counted(readings)} of the last month`,
    stored: (readings: number) =>
      `${counted(readings)} of the last month ${readings === 1 ? 'is' : 'are'} stored as well.`,
    faults: {
      none: 'Choose a file first.',
      too_large:
        'The file is larger than 2\u00a0MB. Split it by season, or ask the operator for “ayaz observe”.',
      too_slow: 'The file took too long to read. Split it by season.',
      busy: 'Other files are being read now. Try again in a minute.',
      no_series:
        'No row of this file has both a time of day and a temperature. Enter a list of nights one by one under “How cold was it?”, or ask the operator for “ayaz observe”.'
    }
  },
  placement: 'Where a thermometer belongs',
  placements: [
    'At 1.5\u00a0m above the ground, 2\u00a0m at most.',
    'In the shade all day: in a white screen with air through it, never at a wall or under a roof.',
    'In the coldest part of the field, where cold air gathers: at its lowest end.',
    'For the plants themselves a second one, unscreened, at the height of buds and leaves.'
  ]
}

export const intakes = {
  command: {
    summary: 'make, map, rotate and revoke the secrets of stations',
    usage: `ayaz intakes create [--label TEXT] [--unit C|F]
ayaz intakes list
ayaz intakes show ID
ayaz intakes map ID FIELD --location SLUG --kind KIND [--device DEVICE] [--exposure EXPOSURE] [--station NAME]
ayaz intakes rotate ID
ayaz intakes revoke ID
  The operator's intakes (docs/stations.md). A secret is shown once; only its hash is stored. What a station sends is
  listed by "show"; a field is stored only once mapped.

  --unit C|F      what the station measures in, whatever its fields are called
  --kind KIND     air_2m or plant; with plant --exposure ground, vine or canopy
  --json          for machines`
  },
  what: 'Say what to do: create, list, show, map, rotate or revoke.',
  words: (words: string) => `ayaz intakes does not know "${words}".`,
  unitIs: '--unit is C or F.',
  none: 'There are no intakes. "ayaz intakes create" makes one.',
  unknown: (id: string) => `There is no intake "${id}". "ayaz intakes list" shows them.`,
  secret: (id: string) => `Intake ${id}. The secret is not shown again: type it into the station.`,
  headings: ['id', 'owner', 'unit', 'last contact', 'state', 'label'],
  channelHeadings: ['device', 'field', 'last value', 'unit', 'last heard', 'sensor'],
  refusalHeadings: ['not accepted', 'count', 'newest', 'why'],
  active: 'active',
  revoked: (id: string) => `Intake ${id} is revoked.`,
  mapped: (field: string) => `"${field}" is mapped: its readings are stored from now on.`,
  notMapped: 'not mapped'
}

/** What a person read, and what the forecast had said. */
export const howCold = {
  title: 'How cold was it?',
  intro: 'Enter what your thermometer showed: the page says how that compares with the forecast.',
  degrees: 'Your thermometer',
  placeholder: '−2.3',
  when: 'When',
  whens: { night: 'lowest of last night', now: 'now' },
  where: 'Where it hangs',
  unit: 'Unit',
  place: 'Place or coordinates',
  send: 'Compare',
  yours: (degrees: string, when: string) => `You read ${degrees} (${when}).`,
  nowWords: 'now',
  foretoldNight: (value: string, low: string, high: string) =>
    `The forecast of the day before said ${value}, between ${low} and ${high} in 8 of 10 such nights.`,
  foretoldNow: (value: string) => `The forecast for this hour is ${value}.`,
  noForecast: 'No forecast of that is stored here, so there is nothing to compare it with.',
  noPlantNow: 'The hourly forecast is for the air; for plants compare the night’s lowest.',
  colder: (degrees: string) => `Your reading is ${degrees} colder than forecast.`,
  warmer: (degrees: string) => `Your reading is ${degrees} warmer than forecast.`,
  even: 'Your reading is as forecast.',
  inside: 'It is within the range.',
  outside: 'It is outside the range.',
  lostSign: (degrees: string) => `If you meant ${degrees}, enter it again with its minus.`,
  stored:
    'It is stored as a reading of your field. Until ten nights are known it may only make your nights colder.',
  notStored:
    'It is shown to you alone and changes no forecast. To have it counted for your field, enter it on the page of your alert, or connect a thermometer.',
  again: 'Enter another one',
  back: 'Back to the forecast',
  faults: {
    none: 'Enter what the thermometer showed, such as −2.3.',
    noNumber: (written: string) => `“${written}” is not a temperature. Write it as −2.3.`,
    outOfRange: (written: string) =>
      `${written} is not a temperature of air or plants. Check the number and its unit.`,
    implausible: (written: string) =>
      `${written} is too far from the forecast to be weather. Check the number, its minus and its unit; nothing was stored.`,
    noPlace: (written: string) =>
      `“${written}” is not a place known here. Write its name, such as malatya, or coordinates such as 38.355, 38.310.`,
    noChoice: (list: string, written: string) => `“${written}” is not in the list “${list}”. Choose from it.`,
    noNight: 'There was no night here recently.',
    revoked: 'This thermometer is revoked.'
  }
}
