import { standingCentsOf } from '#contract/money/standing.ts'
import type { Db } from '#server/db/write.ts'

type Settled = { cents: number; times: number }

type Story = { action: string; after: unknown }

/**
 * What each settled and since unchanged line costs, by its order's history: the weight typed last
 * before money went back. `times` counts consecutive settlements of one line.
 */
export async function settledCosts(db: Db) {
  const history = await db
    .selectFrom('audit')
    .select(['subject', 'action', 'after'])
    .orderBy('id')
    .execute()
  const ledger = await db
    .selectFrom('order_change_lines')
    .innerJoin('order_changes', 'order_changes.id', 'change_id')
    .select(['change_id', 'changed_by', 'product_id'])
    .execute()
  const items = await db.selectFrom('order_items').selectAll().execute()
  return items.flatMap((item) => {
    const own = history.filter(({ subject }) => subject === `order:${item.order_id}`)
    const lines = ledger.filter(({ product_id }) => product_id === item.product_id)
    const settled = settledOf(item.name, own, lines)
    const costs = standingCentsOf(item)
    return settled ? [{ order: item.order_id, costs, ...settled }] : []
  })
}

type LedgerLine = { change_id: string; changed_by: string }

function settledOf(
  name: string,
  story: readonly Story[],
  lines: readonly LedgerLine[],
): Settled | null {
  let [weighed, cents, times] = [0, 0, 0]
  for (const { action, after } of story) {
    const text = JSON.stringify(after)
    const typed = new RegExp(`"weighed":"${name}: [^"]*\\$([\\d,]+)\\.(\\d\\d)"`).exec(text)
    if (typed) weighed = Number(`${typed[1]?.replaceAll(',', '')}${typed[2]}`)
    const line = lines.find(({ change_id }) => text.includes(change_id))
    // From here on a different number of units stands, which nobody weighed.
    if (action === 'refunded' || (line && line.changed_by !== 'weighing')) times = 0
    else if (line) [cents, times] = [weighed, times + 1]
  }
  return times > 0 ? { cents, times } : null
}
