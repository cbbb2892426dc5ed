import { type RawBuilder, sql } from 'kysely'
import { ORDER_STATUSES, type OrderStatus } from '#contract/orders/order-status.ts'
import { FAULTS, type Fault, OVERDUE } from '#contract/people/admin.ts'
import { hasFailed } from '#server/core/watched-mails.ts'
import { MAIL_QUEUES, type MailQueue } from '#server/db/mail-kinds.ts'
import { type Db, snapshot } from '#server/db/write.ts'
import type { CacheFigures } from '#server/http/page-cache.ts'
import type { Shop } from '#server/shop.ts'
import type { Writing } from './database-outage.ts'
import type { Metrics } from './prometheus.ts'
import { readFaults, readOverdue } from './trouble-queries.ts'

/** Counting stops here, so that ten years of orders cost no more than a season. */
const MAX_COUNTED = 10_000

export type Watched = {
  shop: Shop
  openSockets: () => number
  pageCache: () => CacheFigures
  freeBytes: () => Promise<number>
  writing: () => Promise<Writing>
  lastRuns: () => Promise<ReadonlyMap<string, number>>
}

export function watchShop(metrics: Metrics, watched: Watched): void {
  watchDatabase(metrics, watched)
  watchJobs(metrics, watched)
  watchProcess(metrics, watched)
}

function watchDatabase(metrics: Metrics, { shop, writing }: Watched): void {
  const figures = onePerLook(() =>
    snapshot(shop.db, (db) => readFigures(db, shop.now())).catch(() => null),
  )
  const byLabel = (
    name: string,
    { help, label }: { help: string; label: string },
    pick: (known: Figures) => ReadonlyMap<string, number>,
  ) =>
    metrics.gauges(name, { help, label }, async () => {
      const known = await figures()
      return known ? pick(known) : new Map()
    })
  const age = (since: string | null) =>
    since === null ? 0 : (shop.now().getTime() - Date.parse(since)) / 1000

  const isUp = 'Whether the database answers and can be written, as by an order.'
  metrics.gauge('farmstand_database_up', isUp, async () =>
    (await figures()) && (await writing()).fault === null ? 1 : 0,
  )
  const orders = { help: 'Orders by status, counted to 10,000.', label: 'status' }
  byLabel('farmstand_orders', orders, (known) => known.orders)
  const payments = { help: 'Payments that are not over, by state.', label: 'state' }
  byLabel('farmstand_payments', payments, (known) => countsOf(known.payments))
  const oldestPayment = 'Age of the oldest payment left in the middle.'
  metrics.gauge('farmstand_payment_oldest_seconds', oldestPayment, async () => {
    const known = await figures()
    const left = known?.payments.filter(({ label }) => label !== 'open') ?? []
    const [first = null] = left.map((one) => one.first).sort()
    return known && age(first)
  })
  const waiting = { help: 'Emails waiting, counted to 10,000.', label: 'queue' }
  byLabel('farmstand_mails_waiting', waiting, (known) => countsOf(known.mailsWaiting))
  const oldestMail = { help: 'Age of the oldest email waiting.', label: 'queue' }
  byLabel(
    'farmstand_mail_oldest_seconds',
    oldestMail,
    (known) => new Map(known.mailsWaiting.map(({ label, first }) => [label, age(first)])),
  )
  const givenUp = { help: 'Emails that could not be sent, counted to 10,000.', label: 'queue' }
  byLabel('farmstand_mails_given_up', givenUp, (known) => countsOf(known.mailsGivenUp))
}

function watchJobs(metrics: Metrics, { shop, writing, lastRuns }: Watched): void {
  const overdue = {
    help: '1 for each kind of the shop’s own work that is overdue, else 0.',
    label: 'what',
  }
  metrics.gauges('farmstand_overdue', overdue, () => overdueFigures(shop).catch(() => new Map()))
  const faults = {
    help: '1 for each thing that keeps orders from being taken or makes their days doubtful, else 0.',
    label: 'what',
  }
  metrics.gauges('farmstand_fault', faults, () => faultFigures(shop, writing))
  const ran = { help: 'When a job last ran, in Unix time.', label: 'job' }
  metrics.gauges('farmstand_job_last_run_seconds', ran, () => lastRuns().catch(() => new Map()))
}

function watchProcess(metrics: Metrics, { openSockets, pageCache, freeBytes }: Watched): void {
  metrics.gauge('farmstand_disk_free_bytes', 'Free space in DATA_DIR.', () =>
    freeBytes().catch(() => null),
  )
  metrics.gauge('farmstand_open_sockets', 'Open live connections.', openSockets)
  metrics.gauge('farmstand_page_cache_bytes', 'Bytes of cached pages.', () => pageCache().bytes)
  const hits = 'Pages answered from memory.'
  metrics.total('farmstand_page_cache_hits_total', hits, () => pageCache().hits)
  const misses = 'Pages that had to be rendered or waited for.'
  metrics.total('farmstand_page_cache_misses_total', misses, () => pageCache().misses)
}

async function overdueFigures(shop: Shop): Promise<ReadonlyMap<string, number>> {
  const overdue = await readOverdue(shop, shop.now())
  return new Map(OVERDUE.map((what) => [what, overdue.includes(what) ? 1 : 0]))
}

async function faultFigures(
  shop: Shop,
  writing: Watched['writing'],
): Promise<ReadonlyMap<string, number>> {
  const state = await writing()
  const faults = await readFaults(shop, state).catch((): Fault[] => [
    state.fault ?? 'database-away',
  ])
  return new Map(FAULTS.map((what) => [what, faults.includes(what) ? 1 : 0]))
}

/** Figures asked for at once share one reading, and so do simultaneous looks. */
function onePerLook<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null
  return () => {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }
}

type Figures = Awaited<ReturnType<typeof readFigures>>

export async function readFigures(db: Db, at: Date) {
  // Every mail has a `due_at`: filtering on it uses the index of those waiting.
  const isWaiting = sql`due_at > '' and sent_at is null and given_up_at is null`
  return {
    orders: await countOrders(db),
    payments: await readPayments(db),
    mailsWaiting: await readMails(db, isWaiting),
    mailsGivenUp: await readMails(db, sql`given_up_at is not null and ${hasFailed(at)}`),
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

/** `first`: when the oldest was made. */
type Counted = { label: string; n: number; first: string | null }

/** By state; none is captured or canceled. */
async function readPayments(db: Db): Promise<Counted[]> {
  const rows = sql<Counted>`
    select state as label, count(*) as n, min(created_at) as first from payments
    where state not in ('captured', 'canceled') group by state`
  return (await rows.execute(db)).rows
}

async function readMails(db: Db, which: RawBuilder<unknown>): Promise<Counted[]> {
  const ofQueue = (queue: MailQueue) => sql`
    select ${sql.lit(queue)} as label, count(*) as n, min(created_at) as first from (
      select created_at from outbox where queue = ${sql.lit(queue)} and ${which}
      limit ${sql.lit(MAX_COUNTED)}
    ) as counted`
  const rows = sql<Counted>`${sql.join(MAIL_QUEUES.map(ofQueue), sql` union all `)}`
  return (await rows.execute(db)).rows
}

function countsOf(rows: readonly Counted[]): Map<string, number> {
  return new Map(rows.map(({ label, n }) => [label, n]))
}
