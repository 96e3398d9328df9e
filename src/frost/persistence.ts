/** How much of what a night was off by comes again on the next one, as a thermometer's nights have shown. */

/** Fading sums: what each night was off by [σ] times that of the night before, and the square of the latter. */
export interface Persistence {
  readonly products: number
  readonly squares: number
}

export const noPersistence: Persistence = { products: 0, squares: 0 }

/** The share at most places, the nights that hold it there, and the greatest; docs/science.md §6. */
const usual = { share: 0.1, nights: 60, most: 0.5 }

/** The share of an error that comes again a night later, 0 to 0.5. */
export function persistenceOf({ products, squares }: Persistence): number {
  const { share, nights, most } = usual
  return Math.min(Math.max((share * nights + products) / (nights + squares), 0), most)
}

/** With a night: what it and the one before were off by [σ]; `before`: 0 where it is not known. */
export function withNight(
  { products, squares }: Persistence,
  { sigmas, before, fading }: { readonly sigmas: number; readonly before: number; readonly fading: number }
): Persistence {
  return { products: fading * products + sigmas * before, squares: fading * squares + before * before }
}
