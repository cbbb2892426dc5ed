import { expect, test } from 'vitest'
import { groupedExpiry } from './sandbox-card-entry.tsx'

function typeInto(keys: string): string {
  return [...keys].reduce((shown, key) => groupedExpiry(shown + key, shown), '')
}

test.each([
  ['1230', '12 / 30'],
  ['12/30', '12 / 30'],
  ['12 / 30', '12 / 30'],
  ['1/30', '01 / 30'],
  ['12/2030', '12 / 30'],
  ['1/2030', '01 / 30'],
  ['122030', '12 / 30'],
  ['12', '12 / '],
  ['x', ''],
])('a card’s date may be typed as %s', (keys, shown) => {
  expect(typeInto(keys)).toBe(shown)
  if (/\d{2}$/.test(keys) && keys.length > 2) expect(groupedExpiry(keys, '')).toBe(shown)
})

test('what is taken away at its end stays away', () => {
  expect(groupedExpiry('12 /', '12 / ')).toBe('12')
  expect(groupedExpiry('1', '12')).toBe('1')
})
