/** When a night is: tonight, or by its name. */
const during = (name: string | null): string => (name === null ? 'tonight' : `in the ${name}`)

/**
 * The sentence that begins a widget, a page and a message. `when` is one of the phrases below, or empty; `name` is a
 * night's name where it is not to be called tonight.
 */
export const headline = {
  unknown: (name: string | null) => `Frost risk ${during(name)} is not known: data are missing`,
  /** @param lowered the same risk with a small first letter */
  tonight: (risk: string, _lowered: string, name: string | null) => `${risk} ${during(name)}`,
  around: (time: string) => ` around ${time}`,
  between: (from: string, to: string) => ` between ${from} and ${to}`,
  air: (air: string, when: string) => `${air} expected${when}`,
  resting: (minima: string, name: string | null) => `The crop rests; ${minima} expected ${during(name)}`,
  unscored: (minima: string, name: string | null) =>
    `No score for this stage; ${minima} expected ${during(name)}`,
  minima: (air: string, plants: string) => `air ${air}, plants ${plants}`,
  airAndPlants: (air: string, plants: string, when: string) => `air ${air}, plants ${plants} expected${when}`
}
