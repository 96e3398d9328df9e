import { expect, test } from 'vitest'
import { frostMessage } from '../../test/contracts/channels/message.ts'
import { withoutManageLink, withoutOwnThermometer } from './without-manage-link.ts'

test('readers who need not be the owner learn of thermometers that everybody is shown, of no other', () => {
  const updatedBy = { station: 'garden', measuredAt: 0, distanceKm: 0 }
  const message = frostMessage()
  const by = (changed: object) => {
    const nights = message.nights.map((night) => ({ ...night, updatedBy: { ...updatedBy, ...changed } }))
    return [withoutManageLink, withoutOwnThermometer].map((without) =>
      without({ ...message, nights }).nights.map((night) => night.updatedBy?.station ?? null)
    )
  }
  expect(by({})).toEqual(Array(2).fill(message.nights.map(() => 'garden')))
  expect(by({ isOwn: true })).toEqual(Array(2).fill(message.nights.map(() => null)))
})

test('nor that a thermometer of the owner is silent', () => {
  const message = frostMessage()
  const nights = message.nights.map((night) => ({ ...night, thermometerSilentSince: 0 }))
  for (const without of [withoutManageLink, withoutOwnThermometer])
    expect(without({ ...message, nights }).nights.map((night) => night.thermometerSilentSince)).toEqual([
      null
    ])
})
