/** The sentence that begins a widget, a page and a message. `when` is one of the phrases below, or empty. */
export const headline = {
  unknown: 'Frost risk tonight is not known: data are missing',
  /** @param lowered the same risk with a small first letter */
  tonight: (risk: string, _lowered: string) => `${risk} tonight`,
  around: (time: string) => ` around ${time}`,
  between: (from: string, to: string) => ` between ${from} and ${to}`,
  air: (air: string, when: string) => `${air} expected${when}`,
  resting: (minima: string) => `The crop rests; ${minima} expected tonight`,
  minima: (air: string, plants: string) => `air ${air}, plants ${plants}`,
  airAndPlants: (air: string, plants: string, when: string) => `air ${air}, plants ${plants} expected${when}`
}
