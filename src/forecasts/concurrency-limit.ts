/** Work that would look like an attack if all of it began at once. */

/** Begins work as soon as fewer than `most` pieces are under way, first come first served. */
export function limitConcurrency(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let underWay = 0
  return async (work) => {
    if (underWay >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else underWay++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) underWay--
      else next()
    }
  }
}
