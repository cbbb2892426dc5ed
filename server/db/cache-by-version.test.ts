import { expect, test } from 'vitest'
import { cacheByVersion } from './cache-by-version.ts'

test('something is read once per version, and again after a reading that failed', async () => {
  let [version, readings] = [1, 0]
  const read = cacheByVersion(
    () => version,
    async () => {
      readings++
      if (readings === 1) throw new Error('away')
      return readings
    },
  )
  await expect(read()).rejects.toThrow('away')
  expect(await Promise.all([read(), read(), read()])).toEqual([2, 2, 2])
  version = 2
  expect([await read(), await read()]).toEqual([3, 3])
})
