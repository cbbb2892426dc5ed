import { describe, expect, test } from 'vitest'
import { acceptedDigits, faultsOf, groupedNumber, TEST_CARDS, testCardOf } from './test-cards.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

describe('the number field of the test mode', () => {
  test('lets every test number be typed to its end, with or without spaces', () => {
    for (const { number, token } of TEST_CARDS) {
      for (let length = 0; length <= number.length; length++) {
        expect(acceptedDigits(number.slice(0, length))).toBe(number.slice(0, length))
      }
      expect(testCardOf(groupedNumber(number))?.token).toBe(token)
    }
  })

  test('refuses a digit that no test number goes on with', () => {
    expect(acceptedDigits('41')).toBeNull()
    expect(acceptedDigits('4242 4242 4242 4243')).toBeNull()
    expect(acceptedDigits('42424242424242420')).toBeNull()
    expect(acceptedDigits('4111111111111111')).toBeNull()
  })

  test('lets at most six digits of a real-looking number in', () => {
    let seed = 7
    const random = () => {
      seed = (seed * 48271) % 2147483647
      return seed % 10
    }
    const longest = Array.from({ length: 20_000 }, () => {
      const number = `4${Array.from({ length: 15 }, random).join('')}`
      return (
        Array.from({ length: 16 }, (_, index) => index + 1).findLast((end) =>
          acceptedDigits(number.slice(0, end)),
        ) ?? 0
      )
    })
    expect(Math.max(...longest)).toBeLessThanOrEqual(6)
  })

  test('shows the number as it stands on the card', () => {
    expect(groupedNumber('4242424242424242')).toBe('4242 4242 4242 4242')
    expect(groupedNumber('378282246310005')).toBe('3782 822463 10005')
    expect(groupedNumber('42424')).toBe('4242 4')
  })
})

describe('a typed card', () => {
  const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' }

  test('is whole with a test number, a date to come and three digits', () => {
    expect(faultsOf(card, NOW)).toEqual({})
  })

  test('needs four digits on American Express', () => {
    const amex = { ...card, number: '3782 822463 10005' }
    expect(Object.keys(faultsOf(amex, NOW))).toEqual(['cvc'])
    expect(faultsOf({ ...amex, cvc: '1234' }, NOW)).toEqual({})
  })

  test('is good to the end of its month and not a day longer', () => {
    expect(faultsOf({ ...card, expiry: '11 / 26' }, NOW)).toEqual({})
    expect(Object.keys(faultsOf({ ...card, expiry: '10 / 26' }, NOW))).toEqual(['expiry'])
    expect(Object.keys(faultsOf({ ...card, expiry: '13 / 30' }, NOW))).toEqual(['expiry'])
  })

  test('says what is missing at each field', () => {
    expect(Object.keys(faultsOf({ number: '4242', expiry: '', cvc: '12' }, NOW))).toEqual([
      'number',
      'expiry',
      'cvc',
    ])
  })
})
