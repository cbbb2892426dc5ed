import { expect, test } from 'vitest'
import { networkCounts, networksOf } from './networks.ts'

test('an address lies in what providers give: of IPv6 a /32, /48, /56 and /64, of IPv4 a /24', () => {
  expect(networksOf('2001:db8:7:abcd::/64')).toEqual([
    '2001:db8::/32',
    '2001:db8:7::/48',
    '2001:db8:7:ab00::/56',
    '2001:db8:7:abcd::/64',
  ])
  expect(networksOf('192.0.2.7')).toEqual(['192.0.2.0/24', '192.0.2.7'])
  expect(networksOf('a socket')).toEqual(['a socket'])
})

test('the fullest is looked for in the widest networks first, however little each address has', () => {
  const flood = Array.from({ length: 30 }, (_, n) => `2001:db8:7:${n.toString(16)}00::/64`)
  const counts = networkCounts([...Array<string>(20).fill('192.0.2.7'), ...flood])
  expect(counts.fullest()).toBe(flood[0])
  for (const one of flood.slice(0, 11)) counts.add(one, -1)
  expect(counts.fullest()).toBe('192.0.2.7')
  counts.add('192.0.2.7', -20)
  for (const one of flood.slice(11)) counts.add(one, -1)
  expect(counts.fullest()).toBe(null)
})

test('what is around an address is counted once for each of its networks', () => {
  const counts = networkCounts(['2001:db8:7:1::/64', '2001:db8:7:2::/64', '2001:db8:8:1::/64'])
  expect(counts.around('2001:db8:7:1::/64')).toBe(3 + 2 + 2 + 1)
  expect(counts.around('2001:db8:9:1::/64')).toBe(3)
  expect(counts.around('192.0.2.7')).toBe(0)
})
