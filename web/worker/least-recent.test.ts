import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastRecent } from './least-recent.ts'

const entries = fc.array(fc.record({ bytes: fc.nat(100) }), { maxLength: 30 })
const bounds = fc.record({ count: fc.nat(20), bytes: fc.nat(1000) })

test('what stays is within both bounds, is the newest, and no more goes than has to', () => {
  fc.assert(
    fc.property(entries, bounds, (all, most) => {
      const gone = leastRecent(all, most)
      const left = all.slice(gone.length)
      const fits = (some: typeof all) =>
        some.length <= most.count && some.reduce((sum, { bytes }) => sum + bytes, 0) <= most.bytes
      expect(gone).toEqual(all.slice(0, gone.length))
      expect(fits(left)).toBe(true)
      if (gone.length > 0) expect(fits(all.slice(gone.length - 1))).toBe(false)
    }),
  )
})
