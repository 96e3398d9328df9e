/** The questions of `ayaz setup`. */
export const setup = {
  begin: (file: string) =>
    `Settings are written to ${file} once all questions are answered. An empty answer keeps what is there.`,
  questions: {
    SITE_URL: 'The address at which people will open the site, such as https://frost.example.org.',
    MET_NORWAY_CONTACT:
      'A mail address or site by which MET Norway can reach you. It makes MET Norway the second source, at no cost.',
    SECURITY_CONTACT: 'Where security faults are reported, such as mailto:security@example.org.',
    OPEN_METEO_KEY:
      'A key of Open-Meteo, where anybody pays for your service. It is not shown while you type.'
  },
  none: 'not set',
  hidden: 'set, not shown',
  place: 'Which place matters first? (a town or district)',
  noPlace: (text: string, near: string) =>
    `No place is called “${text}”.${near === '' ? '' : ` Similar names: ${near}.`}`,
  unchanged: (file: string) => `\n${file} stays as it is.`,
  written: (file: string) => `\n${file} is written. Restart the service so that it holds.`,
  keyLater: 'Once the service has run: ayaz keys create --tier free --operator',
  key: 'Make a first API key of your own? It is shown once. [y/N]',
  test: 'A topic of ntfy that gets a test message now (empty: none):',
  end: (address: string) => `\nReady. Tonight at your place: ${address}`,
  ended: 'The input ended before all was answered.'
}
