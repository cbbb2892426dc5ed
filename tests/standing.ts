import type { Db } from '#server/db/write.ts'

export type Standing = {
  orders: string[]
  payments: string[]
  holds: string[]
  refunds: string[]
  mails: string[]
  stock: number
}

type Part = { holds?: { status: string }[]; since?: string; productId?: number }

/**
 * How a shop stands, or what came since an instant. Defaults: the sandbox's holds and the first
 * product.
 */
export async function standingOf(
  db: Db,
  { holds, since = '', productId }: Part = {},
): Promise<Standing> {
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where('created_at', '>=', since)
    .orderBy('id')
    .execute()
  const payments = await db
    .selectFrom('payments')
    .select('state')
    .where('created_at', '>=', since)
    .execute()
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where('created_at', '>=', since)
    .execute()
  const mails = await db
    .selectFrom('outbox')
    .select('kind')
    .where('created_at', '>=', since)
    // On the eve of a market every order has one, whatever the case.
    .where('kind', '!=', 'reminder')
    .orderBy('id')
    .execute()
  const held = holds ?? (await db.selectFrom('sandbox_intents').select('status').execute())
  const products = await db.selectFrom('products').select(['id', 'stock']).orderBy('id').execute()
  const product = products.find(({ id }) => id === (productId ?? id))
  return {
    orders: orders.map((order) => order.status),
    payments: payments.map((payment) => payment.state).sort(),
    holds: held.map((hold) => hold.status).sort(),
    refunds: refunds.map((refund) => `${refund.amount_cents} ${refund.state}`).sort(),
    mails: mails.map((mail) => mail.kind),
    stock: product?.stock ?? 0,
  }
}
