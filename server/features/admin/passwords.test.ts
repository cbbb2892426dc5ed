import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

test('a password is hashed at full cost unless it is asked otherwise, each time with another salt', async () => {
  const [one, other] = [await hashPassword('seven brown hens'), await hashPassword('seven brown hens')]
  expect(one).toMatch(/^15\.[\w-]{22}\.[\w-]{43}$/)
  expect(other).not.toBe(one)
  expect([await isPassword('seven brown hens', one), await isPassword('Seven brown hens', one)]).toEqual([true, false])
})

test('a hash is read at the cost it was made at; one without a cost is of the first release', async () => {
  const cheap = await hashPassword('eggs', 4)
  expect([cheap.slice(0, 2), await isPassword('eggs', cheap)]).toEqual(['4.', true])
  const first = (await hashPassword('eggs')).replace('15.', '')
  expect(await isPassword('eggs', first)).toBe(true)
  expect([await isPassword('eggs', ''), await isPassword('', 'nothing')]).toEqual([false, false])
})
