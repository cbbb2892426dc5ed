import type { MarketCommand } from '#contract/market/commands.ts'
import { sumOf } from '#contract/sales.ts'
import type { Db } from '#server/db/tables.ts'
import { orderMarkOf } from '#server/features/standing/order-mark.ts'

/** Which of some commands could count by the farmer's word: those whose order is still that one. */
export async function listTakable(
  db: Db,
  commands: readonly MarketCommand[],
): Promise<Set<MarketCommand>> {
  const ids = commands.flatMap((command) => ('order' in command ? command.order.id : []))
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'receipt_secret', 'payment_method'])
    .where('id', 'in', [...ids, 0])
    .execute()
  return new Set(
    commands.filter((command) => {
      if (command.kind === 'sell') return sumOf(command.tenders) === sumOf(command.lines)
      if (!('order' in command)) return true
      const { id, mark } = command.order
      const order = rows.find((row) => row.id === id)
      const isMoney = command.kind === 'pay' || command.kind === 'pay-back'
      if (!order || (isMoney && order.payment_method === 'card')) return false
      return orderMarkOf(order.receipt_secret) === mark
    }),
  )
}
