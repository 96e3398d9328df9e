/** A temperature as people type it. */
import { type TemperatureUnit, temperatureOf } from '../../common/file-cells.ts'
import { celsius } from '../../observations/observation-row.ts'

/** −2,3 · -2.3 °C · eksi 2,5 derece · minus 3; null for what is no temperature [°C]. */
export function typedDegrees(written: string, chosen: TemperatureUnit): number | null {
  const plain = written
    .trim()
    .replace(/^(?:eksi|minus) ?/i, '-')
    .replace(/(?:derece|degrees?|santigrat)$/i, '')
    .trimEnd()
  const { value, unit } = temperatureOf(plain)
  return plain === '' || !Number.isFinite(value) ? null : celsius(value, unit ?? chosen)
}
