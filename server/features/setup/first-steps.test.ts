import { expect, test } from 'vitest'
import type { FirstSteps } from '#contract/settings/first-steps.ts'
import { DRAWN } from '#contract/settings/photos.ts'
import { INITIAL_SETTINGS } from '#contract/settings/setting-table.ts'
import { setValue } from '#server/core/key-value.ts'
import { write } from '#server/db/write.ts'
import { orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'

test('the farm’s step is done once it has a name, an address of its own and a way to reach it', async () => {
  const shop = await aShop()
  const headers = { cookie: await signIn(shop), accept: 'application/json' }
  const isDone = async () => {
    const answer = await shop.inject({ url: '/api/admin/first-steps', headers })
    return (answer.json() as FirstSteps).done.includes('farm')
  }
  const say = async (key: string, value: string) => {
    const payload = { key, value, description: '' }
    await shop.inject({ method: 'POST', url: '/api/settings', headers, payload })
    const url = `/api/settings/${key}`
    const saved = await shop.inject({ method: 'PUT', url, headers, payload: { value } })
    expect(saved.statusCode).toBe(200)
    return isDone()
  }
  expect(await isDone()).toBe(false)
  expect(await say('farm_name', 'Miller Creek Farm')).toBe(false)
  expect(await say('contact_phone', '(740) 555-0100')).toBe(false)
  expect(await say('business_address', INITIAL_SETTINGS.business_address)).toBe(false)
  expect(await say('business_address', '9 Oak Rd, Athens, OH 45701')).toBe(true)
  expect(await say('contact_phone', '')).toBe(false)
  expect(await say('contact_email', 'hello@miller.example')).toBe(true)
})

test('the photos’ step is done once there are five of the farm’s own', async () => {
  const shop = await aShop()
  const headers = { cookie: await signIn(shop), accept: 'application/json' }
  const isDoneWith = async (key: string, value: string) => {
    await shop.inject({
      method: 'POST',
      url: '/api/settings',
      headers,
      payload: { key, value, description: '' },
    })
    const put = { method: 'PUT', url: `/api/settings/${key}`, headers, payload: { value } } as const
    expect((await shop.inject(put)).statusCode).toBe(200)
    const answer = await shop.inject({ url: '/api/admin/first-steps', headers })
    return (answer.json() as FirstSteps).done.includes('photos')
  }
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
  const shop = await aShop()
  const headers = { cookie: await signIn(shop), accept: 'application/json' }
  const eggs = await aProduct(shop.db)
  const ask = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    shop.inject({ method, url, headers, ...(payload && { payload }) })
  const done = async () => {
    const { done } = (await ask('GET', '/api/admin/first-steps')).json() as FirstSteps
    return ['cards', 'trial'].filter((step) => done.includes(step as 'cards'))
  }
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
  const shop = await aShop()
  const headers = { cookie: await signIn(shop), accept: 'application/json' }
  const eggs = await aProduct(shop.db)
  await aProduct(shop.db, { name: 'Bagels' })
  const { created_at: value } = await shop.db
    .selectFrom('products')
    .select('created_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  await write(shop.db, (tx) => setValue(tx, 'demo_filled', value))
  const told = async () =>
    (await shop.inject({ url: '/api/admin/notices', headers })).json().demoForMoney
  const put = (url: string, payload: object) =>
    shop.inject({ method: 'PUT', url, headers, payload })
  expect(await told()).toBe(0)
  const { payments } = shop.shop
  shop.shop.payments = { ...payments, name: 'stripe', livemode: true }
  expect(await told()).toBe(2)
  shop.shop.payments = payments
  expect(await told()).toBe(0)
  const who = { key: 'pickup_pay_who', value: 'anyone', description: '' }
  await shop.inject({ method: 'POST', url: '/api/settings', headers, payload: who })
  await put('/api/places/1', { paysAtPickup: true })
  expect(await told()).toBe(2)
  shop.clock.now = new Date(shop.clock.now.getTime() + 1000)
  await put(`/api/products/${eggs.id}`, { ...eggs, price: 7 })
  expect(await told()).toBe(1)
  await shop.inject({ method: 'DELETE', url: `/api/products/${eggs.id + 1}`, headers })
  expect(await told()).toBe(0)
})
