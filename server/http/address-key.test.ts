import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressKey } from './address-key.ts'

const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
const half = fc.array(group, { minLength: 4, maxLength: 4 }).map((groups) => groups.join(':'))

describe('the key of an address', () => {
  test('is the same for all 2^64 addresses of one line', () => {
    fc.assert(
      fc.property(half, half, half, (line, one, other) => {
        expect(addressKey(`${line}:${one}`)).toBe(addressKey(`${line}:${other}`))
      }),
    )
  })

  test('is another for another line', () => {
    fc.assert(
      fc.property(half, half, half, (one, other, host) => {
        fc.pre(one !== other)
        fc.pre(!one.startsWith('0:0:0:0') && !other.startsWith('0:0:0:0'))
        expect(addressKey(`${one}:${host}`)).not.toBe(addressKey(`${other}:${host}`))
      }),
    )
  })

  test('is the IPv4 address, however it is written', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number)
        const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)]
        expect(addressKey(ip)).toBe(ip)
        expect(addressKey(`::ffff:${ip}`)).toBe(ip)
        expect(addressKey(`::ffff:${high}:${low}`)).toBe(ip)
        expect(addressKey(`0:0:0:0:0:FFFF:${high}:${low}`)).toBe(ip)
      }),
    )
  })

  test('reads short forms, zones and what is no address', () => {
    expect(addressKey('2001:db8::1')).toBe(addressKey('2001:0db8:0:0:ffff::2'))
    expect(addressKey('fe80::1%eth0')).toBe(addressKey('fe80::2'))
    expect(addressKey('::1')).toBe('0:0:0:0::/64')
    expect(addressKey('')).toBe('')
  })
})
