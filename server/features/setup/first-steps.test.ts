import { expect, test } from 'vitest'
import type { FirstSteps } from '#contract/settings/first-steps.ts'
import { DRAWN } from '#contract/settings/photos.ts'
import { INITIAL_SETTINGS } from '#contract/settings/setting-table.ts'
import { setValue } from '#server/core/key-value.ts'
import { write } from '#server/db/write.ts'
import { orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { signedInDesk } from '#tests/at-desk.ts'

async function aDesk() {
  const shop = await aShop()
  const { ask } = await signedInDesk(shop)
  const done = async (): Promise<FirstSteps['done']> =>
    (await ask('GET', '/api/admin/first-steps')).json().done
  const say = async (key: string, value: string) => {
    await ask('POST', '/api/settings', { key, value, description: '' })
    expect((await ask('PUT', `/api/settings/${key}`, { value })).statusCode).toBe(200)
    return done()
  }
  return { shop, ask, done, say }
}

test('the farm’s step is done once it has a name, an address of its own and a way to reach it', async () => {
  const { done, say } = await aDesk()
  expect(await done()).not.toContain('farm')
  expect(await say('farm_name', 'Miller Creek Farm')).not.toContain('farm')
  expect(await say('contact_phone', '(740) 555-0100')).not.toContain('farm')
  expect(await say('business_address', INITIAL_SETTINGS.business_address)).not.toContain('farm')
  expect(await say('business_address', '9 Oak Rd, Athens, OH 45701')).toContain('farm')
  expect(await say('contact_phone', '')).not.toContain('farm')
  expect(await say('contact_email', 'hello@miller.example')).toContain('farm')
})

test('the photos’ step is done once there are five of the farm’s own', async () => {
  const { say } = await aDesk()
  const isDoneWith = async (key: string, value: string) =>
    (await say(key, value)).includes('photos')
  const url = `/uploads/${'cd'.repeat(16)}.webp`
  const seen: boolean[] = []
  for (const part of ['top', 'farmer', 'farm', 'stall', 'hands'])
    seen.push(await isDoneWith(`photo_${part}`, `${url} The hens`))
  expect(seen).toEqual([false, false, false, false, true])
  expect(await isDoneWith('photo_farm', `${url} The barn ${DRAWN}`)).toBe(false)
  expect(await isDoneWith('photo_farm', url)).toBe(true)
  expect(await isDoneWith('photo_farm', '')).toBe(false)
})

test('a farm that is paid at pickup alone ends its steps without a card', async () => {
  const { shop, ask, done: readDone } = await aDesk()
  const eggs = await aProduct(shop.db)
  const done = async () =>
    (await readDone()).filter((step) => step === 'cards' || step === 'trial').sort()
  expect(await done()).toEqual([])
  const who = { key: 'pickup_pay_who', value: 'anyone', description: '' }
  await ask('POST', '/api/settings', who)
  await ask('PUT', '/api/places/1', { paysAtPickup: true })
  expect(await done()).toEqual(['cards'])
  const body = orderBody([[eggs, 1]], { paymentMethod: 'at_pickup' })
  const placed = await ask('POST', '/api/orders', { ...body, checkout_key: crypto.randomUUID() })
  expect(placed.statusCode, placed.body).toBe(201)
  expect(await done()).toEqual(['cards'])
  const paid = { id: crypto.randomUUID(), kind: 'taken', way: 'Cash', amount: 5 }
  const taken = await ask('POST', `/api/orders/${placed.json().id}/tenders`, paid)
  expect(taken.statusCode, taken.body).toBeLessThan(300)
  expect(await done()).toEqual(['cards', 'trial'])
})

test('demo products are told of as soon as they can be ordered for real money', async () => {
  const { shop, ask } = await aDesk()
  const eggs = await aProduct(shop.db)
  await aProduct(shop.db, { name: 'Bagels' })
  const { created_at: value } = await shop.db
    .selectFrom('products')
    .select('created_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  await write(shop.db, (tx) => setValue(tx, 'demo_filled', value))
  const told = async () => (await ask('GET', '/api/admin/notices')).json().demoForMoney
  expect(await told()).toBe(0)
  const { payments } = shop.shop
  shop.shop.payments = { ...payments, name: 'stripe', livemode: true }
  expect(await told()).toBe(2)
  shop.shop.payments = payments
  expect(await told()).toBe(0)
  const who = { key: 'pickup_pay_who', value: 'anyone', description: '' }
  await ask('POST', '/api/settings', who)
  await ask('PUT', '/api/places/1', { paysAtPickup: true })
  expect(await told()).toBe(2)
  shop.clock.now = new Date(shop.clock.now.getTime() + 1000)
  await ask('PUT', `/api/products/${eggs.id}`, { ...eggs, price: 7 })
  expect(await told()).toBe(1)
  await ask('DELETE', `/api/products/${eggs.id + 1}`)
  expect(await told()).toBe(0)
})
