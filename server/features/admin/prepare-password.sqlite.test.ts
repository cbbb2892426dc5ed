import { describe, expect, test } from 'vitest'
import { ConfigError } from '#server/config/config.ts'
import { getValue } from '#server/core/key-value.ts'
import { write } from '#server/db/write.ts'
import { type AShop, aShop, PASSWORD, signIn } from '#tests/a-shop.ts'
import { aToken } from '#tests/a-token.ts'
import { CHEAP } from '#tests/cheap-password.ts'
import { isEasyToGuess, shopTerms } from './password-strength.ts'
import { preparePassword } from './prepare-password.ts'

const FAR = 'https://hill-farm.example'
const NEAR = 'http://localhost:3000'

const start = ({ db }: AShop, adminPassword: string | null, publicUrl: string | null) =>
  preparePassword(
    db,
    { adminPassword, publicUrl, passwordCost: CHEAP },
    new Date('2026-11-18T18:00:00.000Z'),
  )

async function warningOf(shop: AShop, cookie: string): Promise<unknown> {
  return (await shop.inject({ url: '/api/admin/notices', headers: { cookie } })).json()
    .passwordWarning
}

describe('ADMIN_PASSWORD', () => {
  test('that is easy does not open a new shop to the world, and is warned of on this machine', async () => {
    const shop = await aShop()
    const easy = ['password', 'Farmstand', 'farmstand2026', '12345678', 'letmein123']
    for (const one of [...easy, 'hillfarm'])
      await expect(start(shop, one, FAR), one).rejects.toThrow(ConfigError)
    expect(await getValue(shop.db, 'environment_password_hash')).toBeNull()
    for (const one of easy)
      expect(await start(shop, one, NEAR), one).toMatchObject({ isEasy: true })
  })

  test('that a shop has already goes on opening it, with a warning at every start and at the desk', async () => {
    const shop = await aShop({ env: { ADMIN_PASSWORD: 'password' } })
    const cookie = await signIn(shop, 'password')
    expect(await start(shop, 'password', FAR)).toMatchObject({ isEasy: true })
    expect(await warningOf(shop, cookie)).toBe('easy')
    await expect(start(shop, 'password1', FAR)).rejects.toThrow(
      /^ADMIN_PASSWORD: That password is easy to guess/,
    )
    expect(await start(shop, 'eight brown hens', FAR)).toMatchObject({ isEasy: false })
    expect(await warningOf(shop, await signIn(shop, 'eight brown hens'))).toBeNull()
  })
})

test('a new ADMIN_PASSWORD ends every API token and every session, the same one again none', async () => {
  const shop = await aShop({ env: { ADMIN_PASSWORD: PASSWORD } })
  const { ask, cookie } = await aToken(shop)
  const statuses = async () => [
    (await ask('GET', '/api/orders')).statusCode,
    (await shop.inject({ url: '/api/admin/session', headers: { cookie } })).statusCode,
  ]
  await start(shop, PASSWORD, NEAR)
  expect(await statuses()).toEqual([200, 200])
  await start(shop, 'eight brown hens', NEAR)
  expect(await statuses()).toEqual([401, 401])
})

test('ADMIN_PASSWORD stays the password when it is taken out, and none is made in its place', async () => {
  const shop = await aShop({ env: { ADMIN_PASSWORD: 'eight brown hens' } })
  expect(await start(shop, null, NEAR)).toEqual({
    ...{ storedAs: 'admin_password_hash', made: null, isEasy: false },
  })
  const hash = await getValue(shop.db, 'environment_password_hash')
  // Neither the desk's old password, which may be lost or leaked, nor a new one.
  expect(await getValue(shop.db, 'admin_password_hash')).toBe(hash)
})

test('a password that the shop made asks to be changed until it is', async () => {
  const shop = await aShop()
  await write(shop.db, (tx) =>
    tx.deleteFrom('shop_memory').where('key', '=', 'admin_password_hash').execute(),
  )
  const { made } = await start(shop, null, FAR)
  expect((await start(shop, null, FAR)).made).toBeNull()
  const cookie = await signIn(shop, made ?? '')
  expect(await warningOf(shop, cookie)).toBe('made')
  const payload = { currentPassword: made, newPassword: 'eight brown hens' }
  const change = { method: 'POST', url: '/api/admin/password', headers: { cookie } } as const
  const changed = await shop.inject({ ...change, payload })
  expect([changed.statusCode, await warningOf(shop, cookie)]).toEqual([204, null])
})

test('a sentence or a made-up word is not easy to guess', async () => {
  const shop = await aShop()
  const terms = await shopTerms(shop.db, FAR)
  for (const password of [
    ...['seven brown hens', 'correct horse battery', 'kd7m-93qx-ab2w-zz4t'],
    'Wagon7Barley!Creek',
  ])
    expect([password, await isEasyToGuess(password, terms)]).toEqual([password, false])
})
