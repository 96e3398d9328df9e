import { expect, it } from 'vitest'
import { temperatureColumn } from './column-names.ts'

const names = (text: string): readonly string[] => text.split(/[|\n]/)

const others =
  names(`Temp deviation °C|Temperature SD °C|Standart sapma °C|Target Temp °C|Hedef sıcaklık °C|Ayar sıcaklığı °C
Temp limit °C|Reference Temp °C|Black globe temp °C|WBGT °C|Humidex °C|PTemp_C_Avg|Panel temp °C|Ground temp °C
Surface temp °C|Pool temp °C|Dewpoint (°C)|DewPt_C|Td_C|Tdew_C|Taupunkttemperatur °C|Dauwpunt °C|Point de rosée °C
Punto de rocío °C|Punto di rugiada °C|Punkt rosy °C|Çiy noktası °C|Wetbulb °C|Feuchtkugeltemperatur °C|Windchill °C
Gefühlte Temperatur °C|Température ressentie °C|Sensación térmica °C|Temperatura percepita °C|Bodentemperatur °C
Temperatura odczuwalna °C|Température du sol °C|Temperatura del suelo|Temperatura del suolo|Bodemtemperatuur °C
Temperatura gruntu °C|SoilT_C|Wassertemperatur °C|Temperatura del agua|IR temp °C|Sky temp °C|Coil temp °C|ΔT °C
Temp Diff °C|Temp error °C|Record low °C|Average Temp yesterday °C|Inverter temp °C|Greenhouse Temp °C|Sera sıcaklığı °C
Ahır sıcaklığı|Ev sıcaklığı|Depo sıcaklığı °C|Buzdolabı sıcaklığı|Freezer temperature|Innentemperatur °C
Température intérieure °C|Temperatura interior °C|Binnentemperatuur °C|Temperatura wewnętrzna °C`)

const air =
  names(`Temp °C|Air Temp °C|AirTC_Avg|AirTemp_C_Avg|Tair_C|Außentemperatur °C|Lufttemperatur in 2m °C|Temperatur in °C
Temp in C|Température de l'air °C|Temperatura exterior °C|Temperatura dell'aria °C|Buitentemperatuur °C|TMP|Ta_C
Temperatura powietrza °C|Dış sıcaklık °C|Sıcaklık (°C)|Ortam sıcaklığı °C|Temp 2m °C|Bahçe sıcaklığı °C|CH1 Temp °C
Ch.1 (°C)|Drybulb temp °C|Canopy temp °C|Temperature Celsius(°C)|Internal temp °C|Logger Temperature (°C)
Outside greenhouse temperature (°C)|Sıcaklık (°C) Ev önü
Temp in *C|Temperature in Celcius|Temperature 2 m above ground (°C)`)

it.each(others)('%s is not the temperature of the air, alone or beside it', (name) => {
  expect(temperatureColumn(['time', name]).index).toBeNull()
  expect(temperatureColumn(['time', name, 'AirTC_Avg']).index).toBe(2)
})

it.each(air)('%s is the temperature of the air, also beside what the logger has itself', (name) => {
  expect(temperatureColumn(['time', name, 'rh']).index).toBe(1)
  if (!/Internal|Logger/.test(name)) expect(temperatureColumn(['Internal temp °C', name]).index).toBe(1)
})
