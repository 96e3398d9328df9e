/** What the bot says in a chat; plain text. */
export const telegram = {
  confirmed: 'Frost alerts will come to this chat.',
  expired: 'This link has expired. Please subscribe again on the site.',
  unknown: 'This link is not known or was already used. /list shows what is on.',
  none: 'There are no frost alerts in this chat.',
  help: '/list shows your alerts\n/threshold 60 changes the threshold of all, /threshold 60 2 of the second; in degrees /threshold -2\n/stop ends all, /stop 2 the second',
  commands: { list: 'list', threshold: 'threshold', stop: 'stop' },
  commandHelp: {
    list: 'Shows your frost alerts',
    threshold: 'Changes the threshold: /threshold 60',
    stop: 'Ends your frost alerts'
  },
  keep: 'No, keep it',
  begin: 'To get frost alerts here, choose a place on this site and open the link it gives you:',
  thresholdFaults: {
    needs_score:
      'Nothing was changed. This threshold is a score: give one from 1 to 100, such as /threshold 60. For one in degrees open “Change or pause” under a message.',
    needs_degrees:
      'Nothing was changed. This threshold is in degrees: give a temperature from −30 to 10 °C, such as /threshold -2. For a score open “Change or pause” under a message.',
    of_both_kinds:
      'Nothing was changed: some of your alerts have a score as threshold, others degrees. Name the one you mean by its number, such as /threshold 60 2 or /threshold -2 1. /list shows the numbers.'
  },
  noSuchNumber: 'There is no alert with that number. /list shows them.',
  statuses: {
    paused: 'paused',
    suspended: 'suspended'
  } as Readonly<Record<string, string>>,
  threshold: (score: string) => `threshold ${score}`,
  stopped: (count: number) =>
    count === 1 ? '1 frost alert has ended.' : `${count} frost alerts have ended.`,
  takeBack: 'Take it back (within ten minutes)',
  goesOn: (count: number) =>
    count === 1 ? '1 frost alert is on again.' : `${count} frost alerts are on again.`,
  thresholdChanged: (count: number, score: string) =>
    count === 1 ? `The threshold is now ${score}.` : `The threshold of ${count} alerts is now ${score}.`,
  temperatureChanged: (count: number, temperature: string) =>
    count === 1
      ? `The threshold is now ${temperature}; its probability stays.`
      : `The threshold of ${count} alerts is now ${temperature}; their probabilities stay.`
}
