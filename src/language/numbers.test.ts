import { expect, test } from 'vitest'
import { levelOf } from '../frost/published.ts'
import {
  formatNumber,
  formatQuantity,
  formatScore,
  formatTemperature,
  formatThreshold,
  percent,
  shownScore
} from './numbers.ts'

test('a negative number carries a real minus sign and the decimal mark of its language', () => {
  expect(formatNumber(-2.9, 1, 'tr')).toBe('\u22122,9')
  expect(formatNumber(-2.9, 1, 'en')).toBe('\u22122.9')
})

test('halves are rounded away from zero, also those that binary numbers fall short of', () => {
  expect(formatNumber(0.25, 1, 'en')).toBe('0.3')
  expect(formatNumber(-0.25, 1, 'en')).toBe('\u22120.3')
  expect(formatNumber(2.675, 2, 'en')).toBe('2.68')
  expect(formatNumber(1.005, 2, 'tr')).toBe('1,01')
})

test('a number that rounds to zero has no sign', () => {
  expect(formatNumber(-0.04, 1, 'tr')).toBe('0,0')
  expect(formatNumber(-0, 0, 'en')).toBe('0')
})

test('groups of three are set apart by the mark of the language', () => {
  expect(formatNumber(1234567.8, 1, 'en')).toBe('1,234,567.8')
  expect(formatNumber(1234567.8, 1, 'tr')).toBe('1.234.567,8')
  expect(formatNumber(954, 0, 'tr')).toBe('954')
})

test('a number that is not known is a dash and never a zero', () => {
  expect(formatNumber(null, 1, 'en')).toBe('–')
  expect(formatNumber(Number.NaN, 1, 'tr')).toBe('–')
  expect(formatTemperature(null, '°C', 'tr')).toBe('–\u00a0°C')
})

test('a temperature never breaks away from its unit', () => {
  expect(formatTemperature(-2.94, '°C', 'tr')).toBe('\u22122,9\u00a0°C')
  expect(formatTemperature(28.2, '°F', 'en')).toBe('28.2\u00a0°F')
  expect(formatQuantity(12.4, 0, 'km/h', 'en')).toBe('12\u00a0km/h')
})

test('the percent sign stands before the number in Turkish', () => {
  expect(percent(12.4, 'tr')).toBe('%12')
  expect(percent(12.4, 'en')).toBe('12%')
})

test('a score shows a decimal only where it matters', () => {
  expect(formatScore(0.4, 'tr')).toBe('0,4')
  expect(formatScore(9.9, 'en')).toBe('9.9')
  expect(formatScore(43.6, 'en')).toBe('44')
  expect(formatScore(0, 'en')).toBe('0')
  expect(formatScore(null, 'en')).toBe('–')
})

test('no score is shown as one of another level', () => {
  expect(formatScore(49.6, 'en')).toBe('49.6')
  expect(formatScore(89.5, 'tr')).toBe('89,5')
  expect(formatScore(9.96, 'en')).toBe('10')
  for (let tenths = 0; tenths <= 1000; tenths++) {
    const score = tenths / 10
    expect(levelOf(Number(formatScore(score, 'en'))), String(score)).toBe(levelOf(score))
    expect(Number(formatScore(score, 'en'))).toBe(shownScore(score))
  }
})

test('a threshold is told as it was set', () => {
  expect(formatThreshold(5, 'tr')).toBe('5')
  expect(formatThreshold(12.5, 'tr')).toBe('12,5')
  expect(formatThreshold(100, 'en')).toBe('100')
})
