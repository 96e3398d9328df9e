/** Scarce places are shared between networks: whoever commands many addresses of one still takes no more than a share. */

/** Places taken from a client's networks, and how many are still free for all. */
export interface Holding {
  readonly near: number
  readonly wide: number
  readonly free: number
}

/**
 * Whether one more may be taken. A wide network holds at most half as many places as are free, a near one an eighth: in quiet times a third and
 * a ninth of all; the fewer are left, the less. So what one takes always leaves places to others (dynamic thresholds of Choudhury and
 * Hahne, https://doi.org/10.1109/90.664262).
 */
export function isWithinShare({ near, wide, free }: Holding): boolean {
  return wide < free / 2 && near < free / 8
}
