import fc from 'fast-check'
import { type Deed, deed, type Market } from './market-deed.ts'

const which = fc.nat(1)

export const takingOff: fc.Arbitrary<Deed> = fc
  .record({ place: which, isDeleted: fc.boolean() })
  .map(({ place, isDeleted }) =>
    deed(`${isDeleted ? 'deletes' : 'hides'} ${place}`, async ({ desk, shelf }) => {
      const url = `/api/products/${shelf[place]?.id}`
      const take = () => (isDeleted ? desk('DELETE', url) : desk('PUT', url, { hidden: true }))
      await Promise.all([take(), take()])
    }),
  )

export const puttingBack: fc.Arbitrary<Deed> = which.map((place) =>
  deed(`restores and shows ${place}`, async ({ desk, shelf }) => {
    const url = `/api/products/${shelf[place]?.id}`
    const restore = () => desk('POST', `${url}/restoration`, { hidden: true })
    await Promise.all([restore(), restore()])
    await desk('PUT', url, { hidden: false })
  }),
)

/**
 * Products out of the shop all the time `work` ran, those changed during it, and the orders made.
 */
export async function offSale({ shop: { db } }: Market, work: () => Promise<unknown>) {
  const off = await db
    .selectFrom('products')
    .select('id')
    .where('archived_at', 'is not', null)
    .execute()
  const lastOf = (table: 'audit' | 'orders') =>
    db
      .selectFrom(table)
      .select((row) => row.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
  const [change, order] = [await lastOf('audit'), await lastOf('orders')]
  await work()
  const changes = db.selectFrom('audit').select('subject').where('id', '>', Number(change.id))
  const subjects = new Set((await changes.execute()).map(({ subject }) => subject))
  const isChanged = (id: number) => subjects.has(`product:${id}`)
  const items = db.selectFrom('order_items').select(['order_id', 'product_id'])
  return {
    off: off.map(({ id }) => id).filter((id) => !isChanged(id)),
    isChanged,
    sold: await items.where('order_id', '>', Number(order.id ?? 0)).execute(),
  }
}
