/** What a bench holds a figure to. */
export interface Gate {
  readonly name: string
  readonly value: number
  readonly most: number
}
