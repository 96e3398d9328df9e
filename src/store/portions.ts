/** Deletes many rows without making others wait for all of them. */

const portion = 1000

/**
 * Calls `work` until it affects less than a portion; other statements run in between.
 * @param work deletes at most `portion` rows and answers how many
 * @returns all of them
 */
export async function inPortions(work: (portion: number) => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const count = await work(portion)
    all += count
    if (count < portion) return all
  }
}
