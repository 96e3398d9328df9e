/** Alert messages. */
export const alerts = {
  score: 'Score',
  scoreOfAnyPlant: 'Score (any plant)',
  plantMinimum: 'Plant minimum',
  airMinimum: 'Air minimum (2 m)',
  range: 'range',
  frostHours: 'Frost hours',
  harmHours: 'Hours of harmful cold',
  sun: 'Sunset and sunrise',
  frostType: 'Kind',
  crop: 'Crop',
  damage: 'Expected damage',
  threshold: 'Your threshold',
  label: 'Your name for it',
  labelOfRequester: 'Name given when it was asked for',
  /** Other people's words, in a message that asks whether it was meant. */
  requesterWrote: (label: string) => `The person who asked wrote: “${label}”`,
  yourField: (coordinates: string) => `Your field (${coordinates})`,
  fieldNear: (place: string) => `A field near ${place}`,
  aField: 'A field',
  issued: 'Forecast from',
  lastConfirmed: 'Last data',
  details: 'Details',
  manage: 'Change or pause',
  stop: 'Stop these messages',
  confirm: 'Confirm',
  liftedNight: 'alert lifted',
  belowNight: 'below your threshold',
  lastKnown: 'last known',
  alertStands: 'An alert stands',
  also: 'Also',
  alsoCleared: 'Alert also lifted',
  alsoBelow: 'Also below your threshold',
  lastMessage: 'Last message',
  tonight: 'tonight',
  tomorrow_night: 'tomorrow night',
  last_night: 'last night',
  /** Of cold that comes by day, at the end of what is counted to a night. */
  today: 'today',
  tomorrow: 'tomorrow',
  renewStage: 'Renew the stage',
  stageIsOld:
    'You gave this growth stage more than ten days ago; your trees may have moved on. Look at them and renew the stage: until then the alert follows the general score where that is higher.',
  demo: 'DEMO: this weather is made up. Do not act on it.',
  test: 'This is a test that you asked for. It is not a warning.',
  dataGap:
    'No source has confirmed a forecast of the coming night for six hours, so we cannot tell how cold tonight becomes. Look at your own thermometer and at the State Meteorological Service.',
  noDataYet:
    'No source has given a forecast of the coming night for this place yet, so we cannot tell how cold tonight becomes. Look at your own thermometer and at the State Meteorological Service.',
  notAnsweredByOther:
    'No one has answered this warning yet. Call or wake the person it is for, then say that you have seen it.',
  notAnswered: 'No one has answered this warning yet. Say that you have seen it.',
  dataRestored: 'Forecasts are arriving again.',
  cleared: 'The risk has fallen below your threshold.',
  riskRemains: 'The night is below your threshold, but a risk remains: watch your thermometer.',
  stillWatching:
    'There was no frost alert for half a year. This message shows that the way to you still works; you need do nothing.',
  confirmRequest: (site: string) =>
    `Someone asked ${site} for frost alerts to this address. If it was you, open the address below within 48 hours and press the button. If not, do nothing: you will get no alerts.`,
  verifyRequest: 'This destination was named for frost alerts. Answer with the challenge to confirm it.',
  /** Stands before the place in a title; a first alert (`raised`) has none, its level says enough. */
  titlePrefix: {
    updated: 'Update',
    cleared: 'All clear',
    dusk: 'Reminder',
    escalated: 'Second warning',
    blind: 'No view tonight',
    sighted: 'View restored',
    still_watching: 'Still watching',
    test: 'TEST',
    verify: 'Verification',
    confirm: 'Please confirm'
  },
  /** In place of `All clear`, while a risk remains. */
  titleToContact: 'Not answered',
  titleBelow: 'Below your threshold',
  /** In titles, where a bare temperature would be taken for that of the air. */
  plants: (temperature: string) => `plants ${temperature}`,
  scoreInTitle: (score: string) => `score ${score}`,
  until: (time: string) => `until ${time}`,
  after: (time: string) => `from ${time} on`,
  dayAndNight: 'day and night',
  readyBy: (time: string) => `ready by ${time}`,
  /** What a person has to do after subscribing, by the word a channel returns. */
  instructions: {
    press_start: 'Open the link in Telegram and press START within 24 hours.',
    answer_challenge:
      'Your server must answer the verification request with the challenge that it carries, or someone opens its confirm_url and presses the button.',
    open_mail: 'Open the mail that was just sent and confirm within 48 hours.',
    subscribe_topic:
      'Subscribe to this topic in your app. Anyone who knows the address can read it: keep it to yourself.',
    enter_code: 'Enter the six digits that are on their way to this number, within ten minutes.',
    open_feed: 'Add this address to your feed reader. Keep it to yourself.',
    open_stream: 'Read this address as an event stream. Keep it to yourself.'
  } as Readonly<Record<string, string>>,
  /** What the answer to a new subscription says of it. */
  subscribeNotices: {
    preview_becomes_real: () =>
      'No source of weather has answered yet, so this is a preview. It becomes a real alert with the first forecast.',
    preview_asks_later: () =>
      'No source of weather has answered yet, so this is a preview. With the first forecast it becomes a real alert, whose confirmation is asked for then.',
    preview_ends: () =>
      'This is a preview on made-up weather. It ends with the first real forecast: the channel is not set up here, or needs a key of the operator.',
    too_many_proofs: (when: string) =>
      `The confirmation was not sent: too many were asked for this destination. It is sent at ${when}, or when you ask for it after that.`
  },
  demoMark: 'DEMO',
  around: (time: string) => `around ${time}`,
  wasBefore: (value: string) => `was ${value}`,
  moreNights: (count: number) => `${count} more`,
  andMoreNights: (count: number) => `and ${count} more night${count === 1 ? '' : 's'}`,
  damagedShare: (share: string, part: string) => `about ${share} of ${part}`
}
