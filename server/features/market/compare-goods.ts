import type { Db } from '#server/db/write.ts'
import { listOrderLines } from '#server/features/checkout/order-record.ts'
import { readNames } from './command-record.ts'

type Goods = readonly { productId: number; units: number }[]

export async function compareGoods(tx: Db, orderId: number, goods: Goods): Promise<string[]> {
  const lines = await listOrderLines(tx, orderId)
  const ids = new Set([...lines, ...goods].map(({ productId }) => productId))
  const names = [...(await readNames(tx, [...ids]))].sort(([one], [other]) => one - other)
  return names.flatMap(([productId, name]) => {
    const its = goods.find((one) => one.productId === productId)?.units ?? 0
    const stands = lines.find((line) => line.productId === productId)?.quantity ?? 0
    if (its === stands) return []
    return [`${Math.abs(its - stands)} ${its > stands ? 'more' : 'fewer'} of ${name}`]
  })
}
