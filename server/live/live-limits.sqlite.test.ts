import { expect, test } from 'vitest'
import { tokenBucket } from '#server/core/token-bucket.ts'
import { type AddressLimits, addressLimits } from './live-route.ts'

test('a bucket lets a burst through, then so many a second, and never saves up more than a burst', () => {
  const bucket = tokenBucket({ burst: 3, perSecond: 2 }, 0)
  const taken = (at: number, tries: number) =>
    Array.from({ length: tries }, () => bucket.take(at)).filter((wait) => wait === 0).length
  expect([taken(0, 9), taken(400, 9), taken(500, 9), taken(1500, 9), taken(60_000, 9)]).toEqual([
    3, 0, 1, 2, 3,
  ])
  expect(bucket.take(60_100)).toBe(0.4)
})

function crowd(limits: AddressLimits, address: string, pages: number, dropped = { times: 0 }) {
  return Array.from({ length: pages }, () => {
    const place = limits.enter(address, 0, () => dropped.times++)
    place?.hasSpoken()
    return place
  })
}

test('one address has a thousand places and no more, until pages leave', () => {
  const limits = addressLimits()
  const market = crowd(limits, '10.0.0.1', 1001)
  expect(market.filter(Boolean)).toHaveLength(1000)
  expect(crowd(limits, '10.0.0.2', 1)).not.toEqual([null])
  market[0]?.leave()
  expect(crowd(limits, '10.0.0.1', 2).filter(Boolean)).toHaveLength(1)
})

test('one address keeps no more than fifty pages that say nothing, the newest', () => {
  const limits = addressLimits()
  const dropped: number[] = []
  for (let page = 0; page < 60; page++)
    limits.enter('2001:db8:0:0::/64', 0, () => dropped.push(page))
  expect(dropped).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('when all twenty thousand places are taken, the fullest address makes room for the next visitor', () => {
  const limits = addressLimits()
  const ofCrowd = { times: 0 }
  const ofOthers = { times: 0 }
  crowd(limits, 'crowd', 1000, ofCrowd)
  for (let line = 0; line < 38; line++) crowd(limits, `line ${line}`, 500, ofOthers)
  const visitors = Array.from({ length: 400 }, (_, n) =>
    limits.enter(`visitor ${n}`, 0, () => ofOthers.times++),
  )
  expect(visitors.filter(Boolean)).toHaveLength(400)
  expect([ofCrowd.times, ofOthers.times]).toEqual([400, 0])
})

test('a network that has many addresses, each with a page, makes room before one address with two', () => {
  const limits = addressLimits()
  const ofNetwork = { times: 0 }
  const ofOthers = { times: 0 }
  crowd(limits, '192.0.2.7', 2, ofOthers)
  for (let line = 0; line < 19_998; line++)
    crowd(limits, `2001:db8:7:${line.toString(16)}::/64`, 1, ofNetwork)
  for (let visitor = 0; visitor < 100; visitor++) crowd(limits, `198.51.${visitor}.1`, 1, ofOthers)
  expect([ofNetwork.times, ofOthers.times]).toEqual([100, 0])
})
