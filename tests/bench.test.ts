// What the bench says must not be wrong by its own sums.

import { describe, expect, test } from 'vitest'
import { readWrk } from '../bench/by-wrk.ts'
import { median, percentile } from '../bench/numbers.ts'

describe('a percentile', () => {
  test('is the value below which that share of all lies, whatever their order', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect([percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1)]).toEqual([51, 100, 100])
    expect(median([3, 1, 2])).toBe(2)
  })

  test('of nothing is zero', () => {
    expect(percentile([], 0.99)).toBe(0)
  })
})

describe('what wrk tells', () => {
  const words = 'Running 1s test @ http://127.0.0.1/\n  1 threads and 32 connections\n'

  test('is read in seconds and milliseconds', () => {
    const told = '{"answers":3000,"micros":1500000,"p50":900,"p99":12500,"wrong":2}\n'
    expect(readWrk(words + told)).toEqual({ answers: 3000, seconds: 1.5, p50: 0.9, p99: 12.5, wrong: 2 })
  })

  test('nothing at all is an error, not a zero', () => {
    expect(() => readWrk(words)).toThrow('wrk told nothing')
  })
})
