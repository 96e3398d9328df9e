/** Prints what a drill has measured as a line of JSON; the unit is in the name. */
export function printFigures(drill: string, figures: Readonly<Record<string, number | string>>): void {
  console.log(JSON.stringify({ drill, ...figures }))
}
