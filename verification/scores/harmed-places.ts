/** Whether learning helps everywhere, and not only in the mean. */

/** How many places a learned method makes worse, and by how much the worst of them. */
export interface HarmedPlaces {
  readonly places: number
  readonly worse: number
  /** The greatest growth of a place's mean CRPS [°C]; below 0 where learning helps everywhere. */
  readonly maxC: number
}

/** Fewer than a tenth of the places may become worse, and none by more than 0.02 °C. */
const tolerated = { share: 0.1, maxC: 0.02 }

/** @param differenceC CRPS with learning minus CRPS without, a row [°C]. `placeOf`: the place of each row. */
export function harmedPlaces(differenceC: Float64Array, placeOf: ArrayLike<number>): HarmedPlaces {
  const sums = new Map<number, { sumC: number; rows: number }>()
  for (const [row, value] of differenceC.entries()) {
    const place = placeOf[row] ?? Number.NaN
    const { sumC, rows } = sums.get(place) ?? { sumC: 0, rows: 0 }
    sums.set(place, { sumC: sumC + value, rows: rows + 1 })
  }
  const means = [...sums.values()].map(({ sumC, rows }) => sumC / rows)
  return {
    places: means.length,
    worse: means.filter((mean) => mean > 0).length,
    maxC: means.reduce((most, mean) => Math.max(most, mean), Number.NEGATIVE_INFINITY)
  }
}

/** Whether that is few enough, and little enough. */
export function isHarmTolerated({ places, worse, maxC }: HarmedPlaces): boolean {
  return worse < tolerated.share * places && maxC <= tolerated.maxC
}
