import { expect, test } from 'vitest'
import { sameBytes } from './send-bytes.ts'

test('bytes that are read anew and did not change are the same ones', async () => {
  let text = 'twelve eggs'
  const read = sameBytes(async () => Buffer.from(text))
  const first = await read()
  expect(await read()).toBe(first)
  text = 'eleven eggs'
  const second = await read()
  expect(String(second)).toBe('eleven eggs')
  expect(await read()).toBe(second)
})
