/**
 * Where the sun was, according to others. Numbers quoted from:
 * - Horizons: JPL Horizons, topocentric apparent altitude with refraction.
 * - USNO: U.S. Naval Observatory, rise and set of the upper limb and transit, UTC to the minute.
 * - SPA: the worked example of NREL/TP-560-34302 (Reda & Andreas 2003, revised 2008), table A5.1 and its text.
 * - Meeus: Astronomical Algorithms, 2nd ed., example 28.a/b.
 */

/** [°N, °E, instant, apparent altitude °, source]. */
export const altitudes: readonly (readonly [number, number, string, number, string])[] = [
  [78.22334, 15.64689, '2026-01-03T00:00:00Z', -33.551808, 'Horizons'],
  [78.22334, 15.64689, '2026-01-25T12:00:00Z', -6.735365, 'Horizons'],
  [78.22334, 15.64689, '2026-03-20T06:00:00Z', 2.885664, 'Horizons'],
  [78.22334, 15.64689, '2026-06-21T00:00:00Z', 12.118881, 'Horizons'],
  [78.22334, 15.64689, '2026-09-23T06:00:00Z', 3.638298, 'Horizons'],
  [78.22334, 15.64689, '2026-12-21T18:00:00Z', -25.542816, 'Horizons'],
  [69.6489, 18.95508, '2026-01-18T12:00:00Z', -0.260243, 'Horizons'],
  [69.6489, 18.95508, '2026-01-25T12:00:00Z', 1.129468, 'Horizons'],
  [69.6489, 18.95508, '2026-03-20T06:00:00Z', 5.86878, 'Horizons'],
  [69.6489, 18.95508, '2026-06-01T00:00:00Z', 2.97468, 'Horizons'],
  [69.6489, 18.95508, '2026-06-21T00:00:00Z', 4.221784, 'Horizons'],
  [69.6489, 18.95508, '2026-07-06T00:00:00Z', 3.448624, 'Horizons'],
  [4.60971, -74.08175, '2026-01-03T12:00:00Z', 11.819476, 'Horizons'],
  [4.60971, -74.08175, '2026-03-20T18:00:00Z', 75.221851, 'Horizons'],
  [4.60971, -74.08175, '2050-06-21T12:00:00Z', 16.043638, 'Horizons'],
  [-4.32758, 15.31357, '2026-01-25T18:00:00Z', -9.463686, 'Horizons'],
  [-4.32758, 15.31357, '2026-06-21T06:00:00Z', 11.893375, 'Horizons']
]

/** [°N, °E, UTC day, sunrise, sunset (UTC; null = none that day), source]. */
export const risesAndSets: readonly (readonly [
  number,
  number,
  string,
  string | null,
  string | null,
  string
])[] = [
  [50.45466, 30.5238, '2026-01-03', '05:58', '14:07', 'USNO'],
  [50.45466, 30.5238, '2026-03-20', '04:01', '16:11', 'USNO'],
  [50.45466, 30.5238, '2026-06-21', '01:46', '18:13', 'USNO'],
  [59.32938, 18.06871, '2026-01-25', '07:13', '14:48', 'USNO'],
  [59.32938, 18.06871, '2026-06-21', '01:31', '20:08', 'USNO'],
  [59.32938, 18.06871, '2026-09-23', '04:34', '16:45', 'USNO'],
  [59.32938, 18.06871, '2026-12-21', '07:43', '13:48', 'USNO'],
  [59.32938, 18.06871, '2050-06-21', '01:31', '20:08', 'USNO'],
  [64.13548, -21.89541, '2026-09-23', '07:13', '19:25', 'USNO'],
  [64.13548, -21.89541, '2026-12-21', '11:22', '15:29', 'USNO'],
  [78.216667, 15.633333, '2020-02-05', null, null, 'USNO (all night)'],
  [78.216667, 15.633333, '2020-02-25', '08:11', '14:13', 'USNO'],
  [78.216667, 15.633333, '2020-03-25', '04:09', '18:02', 'USNO'],
  [78.216667, 15.633333, '2020-06-25', null, null, 'USNO (all day)'],
  [78.216667, 15.633333, '2020-10-15', '07:29', '13:54', 'USNO'],
  [78.216667, 15.633333, '2020-12-15', null, null, 'USNO (all night)'],
  [-77.85, 166.666667, '2020-04-25', null, null, 'USNO (all night)'],
  [-77.85, 166.666667, '2020-12-05', null, null, 'USNO (all day)']
]

/** [°E, UTC day, transit of the sun (UTC), source]. */
export const transits: readonly (readonly [number, string, string, string])[] = [
  [18.06871, '2026-01-03', '10:52', 'USNO'],
  [18.06871, '2026-01-25', '11:00', 'USNO'],
  [18.06871, '2026-03-20', '10:55', 'USNO'],
  [18.06871, '2026-06-01', '10:46', 'USNO'],
  [18.06871, '2026-07-06', '10:53', 'USNO'],
  [18.06871, '2026-09-23', '10:40', 'USNO'],
  [18.06871, '2026-12-24', '10:47', 'USNO'],
  [-21.89541, '2026-07-06', '13:32', 'USNO'],
  [-21.89541, '2026-09-23', '13:20', 'USNO'],
  [-21.89541, '2026-12-21', '13:26', 'USNO'],
  [-21.89541, '1950-06-21', '13:29', 'USNO'],
  [-21.89541, '2050-06-21', '13:30', 'USNO'],
  [30.5238, '2026-06-01', '09:56', 'USNO']
]

/** [instant, equation of time in minutes, source]. */
export const equationsOfTime: readonly (readonly [string, number, string])[] = [
  ['2003-10-17T19:30:30Z', 14.641503, 'SPA'],
  ['1992-10-13T00:00:00Z', 13.709, 'Meeus 28.b: 13 m 42.6 s']
]

export interface Tolerance {
  readonly value: number
  readonly why: string
}

/** How far ours may be from theirs, and why not less. */
export const tolerances = {
  altitudeDegrees: {
    value: 0.02,
    why: 'the low-precision sun of Meeus ch. 25 is good to 0.01°; the rest is refraction taken as standard air above the horizon'
  },
  altitudeBelowHorizonDegrees: {
    value: 0.65,
    why: 'below the horizon refraction is not physical: Horizons gives the airless altitude, suncalc adds its horizon value of 0.57° throughout'
  },
  riseAndSetMinutes: {
    value: 1,
    why: 'the almanac is rounded to the minute (0.5) and the refraction at the horizon is a convention'
  },
  polarRiseAndSetMinutes: {
    value: 3,
    why: 'above 70° near the change to polar day or night the sun grazes the horizon and 0.01° is minutes of time'
  },
  transitMinutes: {
    value: 0.7,
    why: 'the almanac is rounded to the minute (0.5); the equation of time drifts by 0.02 a day'
  },
  equationOfTimeMinutes: { value: 0.03, why: 'the closed form of NOAA drops terms of up to 2 seconds' }
} satisfies Record<string, Tolerance>
