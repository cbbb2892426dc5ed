import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Basket } from '#contract/orders.ts'
import type { Db } from '#server/db/tables.ts'

/**
 * Who asks: a cart by its key, or a browser by its cookie's hash. Either may be missing, never made
 * up.
 */
export type Buyer = { checkoutKey: string | null; visitorHash: string | null }

/**
 * Who begins a payment, and from where, as `addressKey` counts; without limits nobody is counted by
 * an address.
 */
export type Payer = Buyer & { address?: string }

export function bodyHash(basket: Basket): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted({ orderData: basket.orderData, items: basket.items })))
    .digest('base64url')
}

/**
 * Locks a visitor's row until the transaction ends: two payments without a key of one browser share
 * no other row.
 */
export async function lockVisitor(tx: Db, hash: string, at: Date): Promise<void> {
  await tx
    .insertInto('visitors')
    .values({ hash, seen_at: at.toISOString() })
    .onConflict((known) => known.column('hash').doUpdateSet({ seen_at: sql`excluded.seen_at` }))
    .execute()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, held]) => [name, sorted(held)]),
  )
}
