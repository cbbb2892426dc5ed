import { expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { setCapacity } from '#server/features/calendar/set-capacity.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aFarmCalendar } from '#tests/a-farm-calendar.ts'
import { aMailbox } from '#tests/a-mailbox.ts'

const STORE = 2

const HOME = { address: '12 River St', city: 'Custer', state: 'SD', zipCode: '57730' }

async function aFarmWithMail() {
  const farm = await aFarmCalendar()
  const { letters, mailer } = aMailbox()
  farm.shop.mail = mailer
  const change = async (id: number, more: object) => {
    const body = { lines: [], reason: 'As you asked', tellsBuyer: true, ...more }
    const { revision } = await farm.answer('POST', `/api/orders/${id}/changes`, {
      ...{ id: crypto.randomUUID(), ...body },
    })
    letters.length = 0
    const done = await farm.answer('POST', `/api/orders/${id}/changes`, {
      ...{ id: crypto.randomUUID(), ...body, revision },
    })
    await farm.settled()
    return done
  }
  return { ...farm, letters, change }
}

test('a change moves an order to another day and place, with the room there, in the one mail', async () => {
  const { buy, change, dayAt, db, letters, answer, eggs } = await aFarmWithMail()
  const id = await buy()
  const before = await dayAt('2026-11-21', 1)
  const { id: moveTo } = await dayAt('2026-11-28', STORE)
  await write(db, (tx) => setCapacity(tx, before.id, 5))
  await write(db, (tx) => setCapacity(tx, moveTo, 5))
  const lines = [{ productId: eggs.id, units: 1, price: 0 }]
  expect(await change(id, { moveTo, lines })).toMatchObject({ revision: 1, refunded: 0 })
  expect(letters).toHaveLength(1)
  expect(letters[0]?.subject).toContain(`We changed your order #${id}`)
  expect(letters[0]?.text).toContain('We added 1 × ')
  expect(letters[0]?.text).toContain('Saturday, November 28, 2pm to 5pm\nFarm store')
  expect((await dayAt('2026-11-21', 1)).orders).toBe(0)
  expect((await dayAt('2026-11-28', STORE)).orders).toBe(1)
  expect((await answer('GET', `/api/orders/${id}`)).changes).toMatchObject([
    { reason: 'As you asked', movedTo: { day: '2026-11-28', placeName: 'Farm store' } },
  ])
  expect(await checkBooks(db)).toEqual([])
})

test('a delivery that is picked up gets its fee back, and the order says what it did', async () => {
  const farm = await aFarmWithMail()
  const { change, dayAt, db, answer, letters, eggs } = farm
  const shipping = { deliveryMethod: 'shipping', pickupLocation: null, shippingAddress: HOME }
  const { id } = (await aKeyedBuyer(farm).buy(orderBody([[eggs, 5]], shipping))).json()
  await farm.settled()
  const { id: moveTo } = await dayAt('2026-11-28', STORE)
  expect(await change(id, { moveTo })).toMatchObject({ deliveryFee: -5, refunded: 5, forgone: 0 })
  expect(await answer('GET', `/api/orders/${id}`)).toMatchObject({
    ...{ deliveryMethod: 'pickup', pickupLocation: 'farm_store', pickupDate: '2026-11-28' },
    ...{ deliveryFee: 5, shippingAddress: null, paymentStatus: 'partially_refunded' },
  })
  expect(letters[0]?.text).toContain('We refunded $5.00 to the card you used.')
  expect(letters[0]?.text).toContain('Delivery: -$5.00\nTotal after changes: ')
  expect(await checkBooks(db)).toEqual([])
})

test('a day that is closed, over or in another zone is refused, and the goods stay', async () => {
  const { buy, dayAt, db, refusal, eggs } = await aFarmWithMail()
  const id = await buy()
  const { id: moveTo } = await dayAt('2026-11-28', STORE)
  await write(db, (tx) =>
    tx.updateTable('market_days').set({ state: 'closed' }).where('id', '=', moveTo).execute(),
  )
  const body = {
    ...{ id: crypto.randomUUID(), reason: 'Late', tellsBuyer: true, revision: 0, moveTo },
    lines: [{ productId: eggs.id, units: 1, price: 0 }],
  }
  expect(await refusal('POST', `/api/orders/${id}/changes`, body)).toEqual([
    ...[400, 'invalid', 'moveTo', 'That market day is closed.'],
  ])
  expect(await checkBooks(db)).toEqual([])
})
