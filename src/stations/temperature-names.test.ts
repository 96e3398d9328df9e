import { expect, it } from 'vitest'
import { readTemperatureName, saidUnit } from './temperature-names.ts'

const turkish =
  'hava_sıcaklığı HavaSicakligi sicakligi HavaSıcaklığı HAVA_SICAKLIĞI SICAKLIK dışSıcaklık TOPRAK_SICAKLIĞI'
const capitals =
  'tmp TMP_SHT tmp1 tempC temp_celcius tempT1 tempTop tempTrunk tempOrchard TEMPT2 TEMPTOP TEMP_O asset_temp assetTemp'

it.each([...turkish.split(' '), ...capitals.split(' ')])('%s is the name of a temperature', (name) => {
  expect(readTemperatureName(name)).not.toBeNull()
})

it.each(['hava_sıcaklığı', 'HavaSicakligi', 'sicakligi'])('%s is that of the air', (name) => {
  expect(readTemperatureName(name)).toMatchObject({ isOfAir: true, place: '' })
})

it.each(['set', 'target', 'cpu', 'chip', 'windchill', 'feelslike', 'hedef', 'hissedilen'])(
  'of %s, a temperature is none outside',
  (what) => {
    const names = ['temp', 'Temp', '_temp', '_temperature', '_sıcaklık'].flatMap((ending) => [
      what + ending,
      (what + ending).toUpperCase(),
      `my_${what}${ending}`
    ])
    expect(names.filter((name) => readTemperatureName(name) !== null)).toEqual([])
  }
)

it.each(['temp_celcius', 'tmpC', 'Tmp (°C)', 'temperature_celsius'])('%s is in °C', (name) => {
  expect(readTemperatureName(name)).toMatchObject({ unit: 'C', place: '' })
})

it('of two members that say different units neither is believed', () => {
  const said = (...units: readonly string[]) =>
    saidUnit(units.map((unit, index) => [index === 0 ? 'unit' : 'temp_units', unit] as const))
  expect([said('°C'), said('°C', 'Celsius'), said('°C', '°F')]).toEqual(['C', 'C', null])
})
