/**
 * Shares a limited number of places between networks: a client with many addresses in one network gets only
 * that network's share.
 */

/** Places taken by a client's networks, and how many are still free. */
export interface Holding {
  readonly near: number
  readonly wide: number
  readonly free: number
}

/**
 * Whether one more may be taken. A wide network holds at most half as many places as are free, a near one an
 * eighth: where there is little demand, a third and a ninth of all, and less as fewer are left. So one
 * network always leaves places to others (dynamic thresholds of Choudhury and Hahne,
 * https://doi.org/10.1109/90.664262).
 */
export function isWithinShare({ near, wide, free }: Holding): boolean {
  return wide < free / 2 && near < free / 8
}
