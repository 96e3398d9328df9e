/** An evening on which only a later night is cold: news of it waits for the morning. */
import { hourMs } from '../../src/common/time.ts'
import { clearNights, shifted, type WeatherAt } from './weather.ts'

/** 2026-04-11T19:00Z, 22:00 in Türkiye. */
export const lateEvening = Date.UTC(2026, 3, 11, 19)

const coldFromHour = Date.UTC(2026, 3, 12, 12) / hourMs
const mild = shifted(clearNights, 12)
const cold = shifted(clearNights, -4)

/** Cold from the noon after that evening's night on. */
export const onlyLaterNights: WeatherAt = (place, hour) => (hour < coldFromHour ? mild : cold)(place, hour)
