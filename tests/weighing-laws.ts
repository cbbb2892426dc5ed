import { standingCentsOf } from '#contract/money/standing.ts'
import type { Db } from '#server/db/tables.ts'

/** What a line costs by its last settled weight, and how often that was settled. */
type Settled = { cents: number; times: number }

type Story = { action: string; after: unknown }

/**
 * What each line costs whose weight was settled and which nothing has changed since, by the history
 * of its order: the weight that was typed last before money went back. `times` counts the settlements
 * of one line that followed each other.
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
    // From there on, another number of units stands, which nobody weighed.
    if (action === 'refunded' || (line && line.changed_by !== 'weighing')) times = 0
    else if (line) [cents, times] = [weighed, times + 1]
  }
  return times > 0 ? { cents, times } : null
}
