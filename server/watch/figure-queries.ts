import { type RawBuilder, sql } from 'kysely'
import { ORDER_STATUSES, type OrderStatus } from '#contract/orders/order-status.ts'
import { hasFailed } from '#server/core/watched-mails.ts'
import { MAIL_QUEUES, type MailQueue } from '#server/db/tables/mail.ts'
import type { PaymentState } from '#server/db/tables/payments.ts'
import type { Db } from '#server/db/write.ts'

/** Counting stops here, so that ten years of orders cost no more than a season. */
const MAX_COUNTED = 10_000

export type Figures = {
  orders: Map<OrderStatus, number>
  /** Neither captured nor canceled. */
  payments: Map<PaymentState, number>
  oldestPayment: Date | null
  mailsWaiting: Map<MailQueue, number>
  oldestMails: Map<MailQueue, Date>
  mailsGivenUp: Map<MailQueue, number>
}

export async function readFigures(db: Db, at: Date): Promise<Figures> {
  const payments = await readPayments(db)
  const waiting = await readWaiting(db)
  return {
    orders: await countOrders(db),
    payments: new Map(payments.map(({ state, n }) => [state, n])),
    oldestPayment: oldest(
      payments.filter(({ state }) => state !== 'open').map(({ first }) => first),
    ),
    mailsWaiting: new Map(waiting.map(({ queue, n }) => [queue, Number(n)])),
    oldestMails: new Map(
      waiting.flatMap(({ queue, first }) => (first ? [[queue, new Date(first)]] : [])),
    ),
    mailsGivenUp: await countGivenUp(db, at),
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

type Waiting = { queue: MailQueue; n: number; first: string | null }

/** Every mail has a `due_at`: filtering on it uses the index of those waiting. */
async function readWaiting(db: Db): Promise<Waiting[]> {
  const ofQueue = (queue: MailQueue) => sql`
    select ${sql.lit(queue)} as queue, count(*) as n, min(created_at) as first from (
      select created_at from outbox
      where queue = ${sql.lit(queue)} and due_at > '' and sent_at is null and given_up_at is null
      limit ${sql.lit(MAX_COUNTED)}
    ) as waiting`
  const rows = sql<Waiting>`${sql.join(MAIL_QUEUES.map(ofQueue), sql` union all `)}`
  return (await rows.execute(db)).rows
}

async function countGivenUp(db: Db, at: Date): Promise<Map<MailQueue, number>> {
  const ofQueue = (queue: MailQueue) => sql`
    select ${sql.lit(queue)} as queue, count(*) as n from (
      select id from outbox
      where queue = ${sql.lit(queue)} and given_up_at is not null and ${hasFailed(at)}
      limit ${sql.lit(MAX_COUNTED)}
    ) as failed`
  const counts = sql<
    Pick<Waiting, 'queue' | 'n'>
  >`${sql.join(MAIL_QUEUES.map(ofQueue), sql` union all `)}`
  return new Map((await counts.execute(db)).rows.map(({ queue, n }) => [queue, Number(n)]))
}

function oldest(instants: (string | null)[]): Date | null {
  const [first] = instants.filter((instant) => instant !== null).sort()
  return first === undefined ? null : new Date(first)
}
