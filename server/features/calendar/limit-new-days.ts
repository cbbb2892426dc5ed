import type { Db } from '#server/db/tables.ts'

export type LimitRule = { weekday: number; most: number }

export type Day = { id: number; day: string }

/** At most how many a day takes by a product's rules: its weekday's own number, or each day's. */
export function mostOf(rules: readonly LimitRule[], day: string): number | null {
  const { dayOfWeek } = Temporal.PlainDate.from(day)
  const rule =
    rules.find(({ weekday }) => weekday === dayOfWeek) ?? rules.find(({ weekday }) => weekday === 0)
  return rule?.most ?? null
}

/**
 * Gives days that were just made, and have no orders, the limits that products'
 * rules ask for, of hidden and deleted ones as well: they may come back.
 */
export async function limitNewDays(tx: Db, days: readonly Day[]): Promise<void> {
  if (days.length === 0) return
  const rules = await tx
    .selectFrom('product_limits')
    .select(['product_id', 'weekday', 'most'])
    .execute()
  const products = [...Map.groupBy(rules, ({ product_id }) => product_id)]
  const limits = days.flatMap(({ id, day }) =>
    products.flatMap(([product_id, its]) => {
      const most = mostOf(its, day)
      return most === null ? [] : [{ ...limitOf(id, product_id, most), taken: 0 }]
    }),
  )
  for (let first = 0; first < limits.length; first += AT_ONCE)
    await tx
      .insertInto('day_limits')
      .values(limits.slice(first, first + AT_ONCE))
      .onConflict((exists) => exists.columns(['market_day_id', 'product_id']).doNothing())
      .execute()
}

const AT_ONCE = 1000

export function limitOf(market_day_id: number, product_id: number, most: number) {
  return { market_day_id, product_id, most, by_hand: false }
}
