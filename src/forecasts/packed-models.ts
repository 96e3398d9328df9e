/** The blend of the models as stored: three bytes an hour, as text, because it lies in JSON. */
import type { BlendedHours } from '../frost/blend/blend-hours.ts'
import type { ModelSpread } from '../frost/blend/model-record.ts'

/** Temperatures in hundredths of a degree, spreads in tenths up to 25.4. */
const missing = { temperature: -32_768, spread: 255 } as const
const bytesPerHour = 3

type PackedHours = Pick<BlendedHours, 'othersC' | 'spreadC'>

export function packModels({ othersC, spreadC }: PackedHours): string {
  const view = new DataView(new ArrayBuffer(othersC.length * bytesPerHour))
  othersC.forEach((value, hour) => {
    const spread = spreadC[hour] ?? Number.NaN
    const hundredths = Number.isNaN(value) ? missing.temperature : Math.round(value * 100)
    view.setInt16(hour * bytesPerHour, hundredths, true)
    view.setUint8(
      hour * bytesPerHour + 2,
      Number.isNaN(spread) ? missing.spread : Math.min(Math.round(spread * 10), missing.spread - 1)
    )
  })
  return new Uint8Array(view.buffer).toBase64()
}

export function unpackModels(packed: string): PackedHours {
  const bytes = Uint8Array.fromBase64(packed)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const hours = Math.floor(bytes.byteLength / bytesPerHour)
  const othersC = new Float64Array(hours)
  const spreadC = new Float64Array(hours)
  for (let hour = 0; hour < hours; hour++) {
    const hundredths = view.getInt16(hour * bytesPerHour, true)
    const tenths = view.getUint8(hour * bytesPerHour + 2)
    othersC[hour] = hundredths === missing.temperature ? Number.NaN : hundredths / 100
    spreadC[hour] = tenths === missing.spread ? Number.NaN : tenths / 10
  }
  return { othersC, spreadC }
}

export function openModelSpread(
  models: { readonly startHour: number; readonly packed: string } | null
): ModelSpread | null {
  if (models === null) return null
  return { startHour: models.startHour, spreadC: unpackModels(models.packed).spreadC }
}
