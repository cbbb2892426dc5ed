import { expect, test } from 'vitest'
import { deviceOf, shortAddress } from './address-key.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

test.each([
  [PHONE, 'Chrome on Android'],
  [IPHONE, 'Safari on iOS'],
  ['curl/8.5.0', null],
  ['', null],
  [' ', null],
  ['The farmer himself/1.0 (do not look) x', null],
  ['<b>Chrome</b>/1 x', 'Chrome'],
  ['('.repeat(5000), null],
])('a browser that says %j is %j', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
])('%s is kept as %s', (ip, network) => {
  expect(shortAddress(ip)).toBe(network)
})
