/** Shares a limited number of places between networks: a client with many addresses gets only its network's share. */

/** Places that a client's networks have, and how many are free. */
export interface Holding {
  readonly near: number
  readonly wide: number
  readonly free: number
}

/**
 * A wide network holds at most half as many as are free, a near one an eighth, so that one network always leaves places
 * to others (dynamic thresholds of Choudhury and Hahne, https://doi.org/10.1109/90.664262).
 */
export function isWithinShare({ near, wide, free }: Holding): boolean {
  return wide < free / 2 && near < free / 8
}
