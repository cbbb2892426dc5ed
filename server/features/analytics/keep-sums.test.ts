import { expect, test } from 'vitest'
import { publish } from '#server/db/write.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { keepSums, type OrderRange } from './keep-sums.ts'

const NOW = new Date('2026-11-18T18:00:00.000Z')

/** Sums of 2,500 orders that say how often what was read; a reading does `meanwhile` when it has seen what there is. */
async function someSums() {
  const { db } = await aShop()
  await fillWithOrders(db, 2500, NOW, [(await aProduct(db)).id])
  const ranges: OrderRange[] = []
  const on = { meanwhile: async (): Promise<void> => {} }
  const tell = (orderId: number) => publish(db, [{ kind: 'orders', orderId }])
  const sums = keepSums(db, (_: { of: string }) => ({
    first: async () => 1,
    read: async (_tx, range) => {
      ranges.push(range)
      await on.meanwhile()
      return ranges.length
    },
  }))
  const loseNews = () => publish(db, [{ kind: 'missed' }])
  return { sums, on, tell, loseNews, many: () => ranges.length, last: () => ranges.at(-1) }
}

test('orders are read by the thousand, once, and then only where one of them changed', async () => {
  const { sums, tell, many, last } = await someSums()
  expect(await sums.of({ of: 'eggs' })).toHaveLength(3)
  await sums.of({ of: 'eggs' })
  expect(many()).toBe(3)
  tell(1500)
  tell(1700)
  await sums.of({ of: 'eggs' })
  expect([many(), last()]).toEqual([4, { from: 1000, until: 2000 }])
})

test('what is told while its orders are read makes them be read again', async () => {
  const { sums, on, tell, many } = await someSums()
  await sums.of({ of: 'eggs' })
  tell(1500)
  on.meanwhile = async () => {
    on.meanwhile = async () => {}
    tell(1500)
  }
  await sums.of({ of: 'eggs' })
  await sums.of({ of: 'eggs' })
  expect(many()).toBe(5)
})

test('who asks while others are answered gets what was told before they asked; all who ask together share one reading', async () => {
  const { sums, on, tell, many } = await someSums()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  await sums.of({ of: 'eggs' })
  on.meanwhile = () => mayEnd
  tell(1500)
  const first = sums.of({ of: 'eggs' })
  await expect.poll(many).toBe(4)
  tell(1500)
  const later = [1, 2, 3].map(() => sums.of({ of: 'eggs' }))
  end()
  await first
  for (const answer of await Promise.all(later)) expect(answer).toContain(5)
  expect(many()).toBe(5)
})

test('a reading that fails is begun again by who asks next', async () => {
  const { sums, on, many } = await someSums()
  on.meanwhile = async () => {
    throw new Error('not now')
  }
  await expect(sums.of({ of: 'eggs' })).rejects.toThrow('not now')
  on.meanwhile = async () => {}
  expect(await sums.of({ of: 'eggs' })).toHaveLength(3)
  expect(many()).toBe(4)
})

test('something else that is wanted is read anew, and so is everything when news are lost', async () => {
  const { sums, loseNews, many } = await someSums()
  await sums.of({ of: 'eggs' })
  await sums.of({ of: 'honey' })
  expect(many()).toBe(6)
  loseNews()
  await sums.of({ of: 'honey' })
  expect(many()).toBe(9)
})
