import type { OrderData, ShippingAddress } from '#contract/orders.ts'
import type { Db } from '#server/db/tables.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'

export async function withState(db: Db, order: OrderData): Promise<OrderData> {
  const to = order.shippingAddress
  if (to?.state !== '') return order
  return { ...order, shippingAddress: { ...to, state: await stateOf(db, to) } }
}

export async function stateOf(db: Db, { state }: ShippingAddress): Promise<string> {
  return state || (await readSetting(db, 'default_state'))
}
