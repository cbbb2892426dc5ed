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

// Hashes of "eggs" as the first two releases stored them.
const OF_THE_FIRST = 'AAAAAAAAAAAAAAAAAAAAAA.8LFOIigQXBLplGCP8pPanPd4Q9qqZm8fD9kGhGF72GE'
const OF_THE_SECOND = '4.AAAAAAAAAAAAAAAAAAAAAA.sFZ6zDe_Dkfz3yiB36L_wKmdjOnTEucmA8zwueLfQvc'

test('a hash is read at the cost it was made at, in every form that was ever kept', async () => {
  const cheap = await hashPassword('eggs', CHEAP)
  expect([cheap.slice(0, 6), await isPassword('eggs', cheap)]).toEqual(['1.8.1.', true])
  expect([await isPassword('eggs', OF_THE_FIRST), await isPassword('eggs', OF_THE_SECOND)]).toEqual(
    [true, true],
  )
  expect([await isPassword('legs', OF_THE_FIRST), await isPassword('legs', OF_THE_SECOND)]).toEqual(
    [false, false],
  )
  expect([await isPassword('eggs', ''), await isPassword('', 'nothing')]).toEqual([false, false])
})

test('whatever costs less than today’s advice counts as cheaper, and that alone', async () => {
  const hashes = [
    OF_THE_FIRST,
    OF_THE_SECOND,
    await hashPassword('eggs', CHEAP),
    await hashPassword('eggs'),
  ]
  expect(hashes.map((hash) => isCheaper(hash, PASSWORD_COST))).toEqual([true, true, true, false])
})
