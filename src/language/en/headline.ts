/**
 * The sentence that begins a widget, a page and a message. `when` is one of the phrases below, or empty; `name` is when
 * a night is, where it is not to be called tonight.
 */
export const headline = {
  unknown: (name: string | null) => `Frost risk ${name ?? 'tonight'} is not known: data are missing`,
  /** @param lowered the same risk with a small first letter */
  tonight: (risk: string, _lowered: string, name: string | null) => `${risk} ${name ?? 'tonight'}`,
  around: (time: string) => ` around ${time}`,
  between: (from: string, to: string) => ` between ${from} and ${to}`,
  air: (air: string, when: string, isPast: boolean) => `${air}${isPast ? '' : ' expected'}${when}`,
  resting: (minima: string, name: string | null, isPast: boolean) =>
    `The crop rests; ${minima}${isPast ? '' : ' expected'} ${name ?? 'tonight'}`,
  unscored: (minima: string, name: string | null, isPast: boolean) =>
    `No score; ${minima}${isPast ? '' : ' expected'} ${name ?? 'tonight'}`,
  minima: (air: string, plants: string) => `air ${air}, plants ${plants}`,
  airAndPlants: (
    air: string,
    plants: string,
    { when, isPast }: { readonly when: string; readonly isPast: boolean }
  ) => `air ${air}, plants ${plants}${isPast ? '' : ' expected'}${when}`
}
