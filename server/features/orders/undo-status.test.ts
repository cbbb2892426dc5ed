import { describe, expect, test } from 'vitest'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { stockOf } from '#tests/shop-rows.ts'

async function aDesk() {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 700, stock: 10 })
  for (let count = 0; count < 3; count++) await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]]))
  await shop.settled()
  const desk = atSettledDesk(shop)
  const ask = async (...called: Parameters<typeof desk>) => (await desk(...called)).json()
  const set = (id: number, status: OrderStatus) =>
    ask('PUT', `/api/orders/${id}/status`, { status })
  const undo = (ids: number[], status: OrderStatus) =>
    ask('POST', '/api/orders/undo', { ids, status })
  const stands = async (id: number) => {
    const { status, hasLeft, paymentStatus } = await ask('GET', `/api/orders/${id}`)
    return [status, hasLeft, paymentStatus]
  }
  return { shop, ask, set, undo, stands, stock: () => stockOf(shop) }
}

describe('undo', () => {
  test('takes back what many orders were set to, in the history, as if their goods had never left', async () => {
    const { ask, set, undo, stands, stock } = await aDesk()
    await set(2, 'processing')
    await ask('POST', '/api/orders/status', { ids: [1, 2], status: 'delivered' })
    expect(await undo([1, 2], 'delivered')).toEqual({ changed: [1, 2], refused: [] })
    expect([await stands(1), await stands(2)]).toEqual([
      ['pending', false, 'completed'],
      ['processing', false, 'completed'],
    ])
    const { history } = await ask('GET', '/api/orders/2')
    expect(history.at(-1)).toMatchObject({ kind: 'undone', from: 'delivered', to: 'processing' })
    await set(1, 'cancelled')
    expect(await stock()).toBe(6)
  })

  test('leaves an order alone that moved on or was packed, and says so; the second click finds it undone', async () => {
    const { ask, set, undo, stands } = await aDesk()
    await set(1, 'shipped')
    await set(1, 'delivered')
    await ask('PUT', '/api/orders/2/packed', { packed: true })
    await set(3, 'delivered')
    await undo([3], 'delivered')
    const said = (id: number, status: string) => ({
      id,
      message: `Order #${id} was changed meanwhile and stays ${status}.`,
    })
    expect(await undo([1, 1], 'shipped')).toEqual({ changed: [], refused: [said(1, 'delivered')] })
    expect((await undo([2], 'processing')).refused).toEqual([said(2, 'processing')])
    expect(await undo([3, 99], 'delivered')).toEqual({
      changed: [3],
      refused: [{ id: 99, message: 'There is no order #99.' }],
    })
    await set(3, 'processing')
    expect((await undo([3], 'delivered')).refused).toEqual([said(3, 'processing')])
    expect(await stands(1)).toEqual(['delivered', true, 'completed'])
  })

  test('never moves money: a cancelled order stays so, and a reopened one gives its goods back', async () => {
    const { shop, set, undo, stands, stock } = await aDesk()
    await set(1, 'cancelled')
    expect((await undo([1], 'cancelled')).refused).toMatchObject([{ id: 1 }])
    expect([await stands(1), await stock()]).toEqual([['cancelled', false, 'refunded'], 6])
    await set(1, 'pending')
    expect(await stock()).toBe(4)
    const mails = () => shop.db.selectFrom('outbox').select('kind').execute()
    const before = await mails()
    expect(await undo([1], 'pending')).toEqual({ changed: [1], refused: [] })
    expect([await stands(1), await stock()]).toEqual([['cancelled', false, 'refunded'], 6])
    expect(await mails()).toEqual(before)
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('remembers that packing set the status, so that unpacking still sets it back', async () => {
    const { ask, set, undo, stands } = await aDesk()
    await ask('PUT', '/api/orders/1/packed', { packed: true })
    await set(1, 'delivered')
    await undo([1], 'delivered')
    await ask('PUT', '/api/orders/1/packed', { packed: false })
    expect((await stands(1))[0]).toBe('pending')
  })
})
