import { dollarsOf } from '#contract/money/plain-dollars.ts'
import type { OrderChange } from '#contract/orders/order-changes.ts'
import type { Db } from '#server/db/write.ts'
import { type DayWithPlace, listDaysWithPlaces } from '#server/features/calendar/choose-day.ts'
import {
  type ChangeRow,
  listChanges,
  readMoney,
} from '#server/features/order-balance/order-balance.ts'

export async function showChanges(db: Db, orderId: number): Promise<OrderChange[]> {
  const changes = (await listChanges(db, [orderId])).get(orderId) ?? []
  const days = await listDaysWithPlaces(
    db,
    changes.flatMap(({ to_day_id }) => to_day_id ?? []),
  )
  const isByCard = changes.length === 0 || (await readMoney(db, orderId)) === null
  return changes.map((change) => ({ ...showChange(change, days), ...(isByCard ? {} : NO_CARD) }))
}

/** Without a card nothing is refunded or lost, just no longer due. */
export const NO_CARD = { refunded: 0, forgone: 0 }

function showChange(change: ChangeRow, days: readonly DayWithPlace[]): OrderChange {
  const to = days.find(({ id }) => id === change.to_day_id)
  return {
    ...showAmounts(change),
    reason: change.reason,
    movedTo: to ? { day: to.day, placeName: to.place.name } : null,
    at: change.at,
  }
}

type Amounts = Pick<ChangeRow, 'delivery_cents' | 'refunded_cents' | 'forgone_cents'> & {
  lines: readonly Omit<ChangeRow['lines'][number], 'change_id'>[]
}

export function showAmounts(change: Amounts) {
  return {
    lines: change.lines.map((line) => ({
      productId: line.product_id,
      name: line.name,
      units: line.units,
      amount: dollarsOf(line.cents),
      goods: line.goods,
    })),
    deliveryFee: dollarsOf(change.delivery_cents),
    refunded: dollarsOf(change.refunded_cents),
    forgone: dollarsOf(change.forgone_cents),
  }
}
