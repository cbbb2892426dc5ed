import { expect, test } from 'vitest'
import { PASSWORD_COST } from '#server/config/config.ts'
import { CHEAP } from '#tests/cheap-password.ts'
import { hashPassword, isCheaper, isPassword } from './passwords.ts'

test('a password is hashed at full cost unless it is asked otherwise, each time with another salt', async () => {
  const [one, other] = [
    await hashPassword('seven brown hens'),
    await hashPassword('seven brown hens'),
  ]
  expect(one).toMatch(/^15\.8\.3\.[\w-]{22}\.[\w-]{43}$/)
  expect(other).not.toBe(one)
  expect([
    await isPassword('seven brown hens', one),
    await isPassword('Seven brown hens', one),
  ]).toEqual([true, false])
})

test('a hash is read at the cost it was made at', async () => {
  const cheap = await hashPassword('eggs', CHEAP)
  expect(cheap.slice(0, 6)).toBe('1.8.1.')
  expect([await isPassword('eggs', cheap), await isPassword('legs', cheap)]).toEqual([true, false])
  expect([await isPassword('eggs', ''), await isPassword('', 'nothing')]).toEqual([false, false])
})

test('whatever costs less than today’s advice counts as cheaper, and that alone', () => {
  const { power, r, p } = PASSWORD_COST
  const hashes = [`${power}.${r}.1.salt.hash`, '1.8.1.salt.hash', `${power}.${r}.${p}.salt.hash`]
  expect(hashes.map((hash) => isCheaper(hash, PASSWORD_COST))).toEqual([true, true, false])
})
