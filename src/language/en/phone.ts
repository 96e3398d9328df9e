/** Short messages and calls: one part of a message, and one sentence that is spoken. */
export const phone = {
  code: (code: string, site: string) =>
    `Your code for frost alerts is ${code} (${site}). It is valid for 10 minutes. If you did not ask for it, do nothing.`,
  /** How a message is answered. */
  answer: (number: string) => `Seen: send 1 to ${number}`,
  answerByLink: (address: string) => `Seen: ${address}`,
  ready: (time: string) => `Ready by ${time}`,
  noForecast: 'No forecast tonight: watch your own thermometer',
  lastKnown: 'No forecast, last known',
  stillWatching: 'Test of the way to you: nothing to do',
  spoken: {
    opening: 'This is Ayaz, the frost warning.',
    minimum: (temperature: string) => `The plants are expected at ${temperature} degrees.`,
    below: (temperature: string) => `minus ${temperature}`,
    hours: (from: string, to: string) => `From ${from} to ${to}.`,
    ready: (time: string) => `Be ready by ${time}.`,
    answer: 'Press 1 if you have heard this.',
    code: (digits: string) => `Your code is ${digits}.`
  }
}
