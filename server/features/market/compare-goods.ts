import type { Db } from '#server/db/write.ts'
import { listOrderLines } from '#server/features/checkout/order-record.ts'

type Goods = readonly { productId: number; units: number }[]

export async function compareGoods(tx: Db, orderId: number, goods: Goods): Promise<string[]> {
  const lines = await listOrderLines(tx, orderId)
  const ids = new Set([...lines, ...goods].map(({ productId }) => productId))
  const names = await tx
    .selectFrom('products')
    .select(['id', 'name'])
    .where('id', 'in', [...ids, 0])
    .orderBy('id')
    .execute()
  return names.flatMap(({ id: productId, name }) => {
    const its = goods.find((one) => one.productId === productId)?.units ?? 0
    const stands = lines.find((line) => line.productId === productId)?.quantity ?? 0
    if (its === stands) return []
    return [`${Math.abs(its - stands)} ${its > stands ? 'more' : 'fewer'} of ${name}`]
  })
}
