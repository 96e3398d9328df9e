/** A list in parts of at most `size`. */
export function portionsOf<One>(all: readonly One[], size: number): readonly (readonly One[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size)
  )
}
