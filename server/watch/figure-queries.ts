import { type RawBuilder, sql } from 'kysely'
import { ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'
import type { PaymentState } from '#server/db/tables/payments.ts'
import type { Db } from '#server/db/tables.ts'

/**
 * Counting stops here, so that a look at ten years of orders costs no more than one at a season.
 */
const MAX_COUNTED = 10_000

export type Figures = {
  orders: Map<OrderStatus, number>
  /** Those that are neither captured nor canceled. */
  payments: Map<PaymentState, number>
  oldestPayment: Date | null
  mailsWaiting: number
  oldestMail: Date | null
  /** Among the last `MAX_COUNTED` mails. */
  mailsGivenUp: number
}

export async function readFigures(db: Db): Promise<Figures> {
  const payments = await readPayments(db)
  const waiting = await readWaiting(db)
  return {
    orders: await countOrders(db),
    payments: new Map(payments.map(({ state, n }) => [state, n])),
    oldestPayment: oldest(
      payments.filter(({ state }) => state !== 'open').map(({ first }) => first),
    ),
    mailsWaiting: waiting.n,
    oldestMail: oldest([waiting.first]),
    mailsGivenUp: await countGivenUp(db),
  }
}

async function countOrders(db: Db): Promise<Map<OrderStatus, number>> {
  const counts = await sql<
    Record<OrderStatus, number>
  >`select ${sql.join(ORDER_STATUSES.map(countedUpTo))}`.execute(db)
  const [row] = counts.rows
  return new Map(ORDER_STATUSES.map((status) => [status, row?.[status] ?? 0]))
}

function countedUpTo(status: OrderStatus): RawBuilder<unknown> {
  const some = sql`select 1 from orders where status = ${sql.lit(status)} limit ${sql.lit(MAX_COUNTED)}`
  return sql`(select count(*) from (${some}) as counted) as ${sql.id(status)}`
}

async function readPayments(
  db: Db,
): Promise<{ state: PaymentState; n: number; first: string | null }[]> {
  const rows = sql<{ state: PaymentState; n: number; first: string | null }>`
    select state, count(*) as n, min(created_at) as first from payments
    where state not in ('captured', 'canceled') group by state`
  return (await rows.execute(db)).rows
}

async function readWaiting(db: Db): Promise<{ n: number; first: string | null }> {
  const rows = sql<{ n: number; first: string | null }>`
    select count(*) as n, min(created_at) as first from (
      select created_at from outbox where queue = 'orders' and sent_at is null and given_up_at is null
      limit ${sql.lit(MAX_COUNTED)}
    ) as waiting`
  return (await rows.execute(db)).rows[0] ?? { n: 0, first: null }
}

/**
 * No index knows which mails were given up; the last ones by number are those that anybody still
 * cares for.
 */
async function countGivenUp(db: Db): Promise<number> {
  const rows = sql<{ n: number }>`
    select count(given_up_at) as n from (
      select given_up_at from outbox where queue = 'orders' order by id desc limit ${sql.lit(MAX_COUNTED)}
    ) as latest`
  return (await rows.execute(db)).rows[0]?.n ?? 0
}

function oldest(instants: (string | null)[]): Date | null {
  const [first] = instants.filter((instant) => instant !== null).sort()
  return first === undefined ? null : new Date(first)
}
