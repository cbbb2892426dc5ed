import { expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { aHelper } from '#tests/a-helper.ts'
import { aBrowserAt, type Browser } from '#tests/a-passkey.ts'
import { type AShop, aShop, cookieOf } from '#tests/a-shop.ts'
import { anAuthenticator } from '#tests/an-authenticator.ts'

async function addPasskey(browser: Browser) {
  const device = anAuthenticator()
  const added = await browser.ask('POST', '/api/passkeys', device.make(await browser.begin()))
  expect(added.statusCode, added.body).toBe(201)
  return device
}

async function aHelperWithPasskeys(shop: AShop) {
  const helper = await aHelper(shop)
  const first = aBrowserAt(shop, helper.cookie)
  const second = aBrowserAt(shop, cookieOf(await helper.link(await helper.newSecret())))
  const [ofFirst, ofSecond] = [await addPasskey(first), await addPasskey(second)]
  const rows = shop.db.selectFrom('devices').select('id').orderBy('id')
  const [{ id } = { id: 0 }] = await rows.execute()
  const end = () => helper.ask('DELETE', `/api/devices/${id}`)
  return { helper, first, second, ofFirst, ofSecond, end }
}

const statusOf = async (browser: Browser) => (await browser.ask('GET', '/api/days')).statusCode

test('with a phone end the passkeys that were added from it, and the browsers and phones that they let in', async () => {
  const shop = await aShop()
  const { ofFirst, ofSecond, second, end } = await aHelperWithPasskeys(shop)
  const [laptop, other, atStall] = [aBrowserAt(shop), aBrowserAt(shop), aBrowserAt(shop)]
  await laptop.signIn(ofFirst)
  const ofLaptop = await addPasskey(laptop)
  await other.signIn(ofSecond)
  await atStall.signIn(ofLaptop)
  const grant = { deviceId: crypto.randomUUID(), label: 'Phone 1' }
  expect((await atStall.ask('POST', '/api/stall/grants', grant)).statusCode).toBe(201)
  expect((await end()).statusCode).toBe(204)
  expect([await statusOf(laptop), await statusOf(atStall)]).toEqual([401, 401])
  expect((await atStall.ask('GET', '/api/stall/days')).statusCode).toBe(401)
  for (const device of [ofFirst, ofLaptop])
    expect((await aBrowserAt(shop).signIn(device)).statusCode).toBe(401)
  expect([await statusOf(other), await statusOf(second)]).toEqual([200, 200])
  expect((await aBrowserAt(shop).signIn(ofSecond)).statusCode).toBe(200)
})

test('a passkey of the release before ends with any of its helper’s phones; the farmer’s stay', async () => {
  const shop = await aShop()
  const { ofSecond, second, end } = await aHelperWithPasskeys(shop)
  await write(shop.db, (tx) =>
    tx.updateTable('passkeys').set({ device_secret_hash: null }).execute(),
  )
  await write(shop.db, (tx) =>
    tx.updateTable('passkeys').set({ person_id: 1 }).where('id', '=', 1).execute(),
  )
  await end()
  expect((await aBrowserAt(shop).signIn(ofSecond)).statusCode).toBe(401)
  expect(await statusOf(second)).toBe(200)
  expect(await shop.db.selectFrom('passkeys').select('id').execute()).toEqual([{ id: 1 }])
})

test('a phone that signs out by itself leaves its passkeys, by which its helper comes in again', async () => {
  const shop = await aShop()
  const { first, ofFirst } = await aHelperWithPasskeys(shop)
  await first.ask('POST', '/api/admin/logout')
  expect(await statusOf(first)).toBe(401)
  expect((await first.signIn(ofFirst)).statusCode).toBe(200)
})
