import { expect, it } from 'vitest'
import { frostMessage, frostNight } from '../../../test/contracts/channels/message.ts'
import { renderAlert } from './render-alert.ts'

const distribution = { plantTemperatureMinC: -3.2, sigmaC: 1.1, airTemperatureMinC: -1.4, sigmaAirC: 1 }
const nights = [frostNight({ distribution })]
const atBuds = { temperatureC: -2, of: 'plant', probability: 0.5 } as const
const inAir = { temperatureC: -2.2, of: 'air', probability: 0.2 } as const

it('says what may happen in the words of the threshold, with its published probability', () => {
  const english = renderAlert(frostMessage({ threshold: atBuds, nights }))
  expect(english.short).toContain(
    'Tonight: the temperature may fall below −2\u00a0°C on the plants (86%). Severe damage risk'
  )
  expect(english.text).toContain(
    'Malatya: the temperature may fall below −2\u00a0°C on the plants (86%), tonight.'
  )
  expect(english.text).toContain('Probability of −2\u00a0°C or less on the plants: 86%')
  expect(english.text).toContain('Your threshold: −2\u00a0°C on the plants, from a probability of 50%\n')
})

it('says it in Turkish, and of the air', () => {
  const turkish = renderAlert(frostMessage({ threshold: inAir, nights, language: 'tr' }))
  expect(turkish.short).toContain('Bu gece: sıcaklık havada −2,2\u00a0°C’nin altına düşebilir (%21).')
  expect(turkish.text).toContain('Havada −2,2\u00a0°C ve altı olasılığı: %21')
  expect(turkish.text).toContain('Eşiğiniz: havada −2,2\u00a0°C, en az %20 olasılıkla\n')
})

it('names no buds where there is no crop, and no probability where none is known', () => {
  const crop = { crop: 'generic', stage: null, exposure: null, stageIsOld: false }
  const { text } = renderAlert(frostMessage({ threshold: atBuds, crop }))
  expect(text).toContain('Malatya: the temperature may fall below −2\u00a0°C on the plants, tonight.')
  expect(text).not.toContain('Probability')
})

it('does not say "may" of what is all but certain', () => {
  const cold = [frostNight({ distribution: { ...distribution, plantTemperatureMinC: -5 } })]
  const message = { threshold: atBuds, nights: cold }
  expect(renderAlert(frostMessage(message)).short).toContain(
    'is expected to fall below −2\u00a0°C on the plants (100%)'
  )
  expect(renderAlert(frostMessage({ ...message, language: 'tr' })).short).toContain(
    'sıcaklığın bitkide −2\u00a0°C’nin altına düşmesi bekleniyor (%100).'
  )
})

it('says of an alert that is over only that', () => {
  const cleared = [frostNight({ standing: 'cleared', distribution })]
  const { short } = renderAlert(frostMessage({ kind: 'cleared', threshold: atBuds, nights: cleared }))
  expect(short).not.toContain('may fall')
})

it('is an alarm tonight whatever the level is', () => {
  const mild = [frostNight({ level: 'none', score: 0, distribution })]
  expect(frostMessage({ threshold: { ...atBuds, temperatureC: 5 }, nights: mild }).urgency).toBe('alarm')
  expect(frostMessage({ threshold: 60, nights: mild }).urgency).toBe('warning')
})

it('names of what the share is, and the temperature as that of the plants', () => {
  const of = (stage: string, language: 'en' | 'tr') => {
    const crop = { ...frostMessage({}).crop, stage }
    const scored = [frostNight({ distribution, expectedDamagePercent: 34 })]
    return renderAlert(frostMessage({ threshold: atBuds, nights: scored, crop, language })).text
  }
  expect(of('green-fruit', 'en')).toContain('may fall below −2\u00a0°C on the plants')
  expect(of('green-fruit', 'en')).toContain('about 34% of fruits')
  expect(of('first-leaf', 'en')).toContain('may fall below −2\u00a0°C on the plants')
  expect(of('green-fruit', 'tr')).toContain('bitkide −2\u00a0°C')
  expect(of('first-leaf', 'tr')).toContain('yaklaşık %34 (sürgün)')
})
