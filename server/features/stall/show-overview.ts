import { type Selectable, type SqlBool, sql } from 'kysely'
import type { MarketCommand } from '#contract/market/commands.ts'
import { describeCommand, productsIn } from '#contract/market/describe-command.ts'
import { totalAmount } from '#contract/market/sales.ts'
import { STALL_GRANT_MS } from '#contract/market/stall.ts'
import type {
  StallDecision,
  StallOverview,
  StallPhone,
  StallToDecide,
} from '#contract/market/stall-desk.ts'
import { formatMoney } from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { isAheadIn } from '#server/core/due.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { listDaysWithPlaces } from '#server/features/calendar/choose-day.ts'
import { moneyWarning, readNames } from '#server/features/market/command-record.ts'
import { bodyOf, parseCommand } from '#server/features/market/read-command.ts'
import {
  dueAndKept,
  type MoneyRow,
  moneyOf,
  orderMarkOf,
  PAID,
  REFUNDED,
  WORTH,
} from '#server/features/order-balance/order-balance.ts'
import { listPersons } from '#server/features/people/people-queries.ts'
import { countMissing } from './list-missing.ts'

const MOST = 200

type CommandRow = Selectable<Tables['stall_commands']>

export async function showOverview(db: Db, at: Date): Promise<StallOverview> {
  const people = new Map((await listPersons(db)).map(({ id, name }) => [id, name]))
  const phones = await db.selectFrom('stall_phones').selectAll().orderBy('label').execute()
  const shown: StallPhone[] = []
  for (const phone of phones) shown.push(await showPhone(db, phone, people, at))
  const labels = new Map(phones.map(({ id, label }) => [id, label]))
  return { phones: shown.filter(isToShow), toDecide: await listToDecide(db, labels, people) }
}

function isToShow({ endsAt, lostAt, emptiedAt, waiting, missing }: StallPhone): boolean {
  return endsAt !== null || lostAt !== null || emptiedAt !== null || waiting + missing > 0
}

async function showPhone(
  db: Db,
  phone: Selectable<Tables['stall_phones']>,
  people: ReadonlyMap<number, string>,
  at: Date,
): Promise<StallPhone> {
  const grants = db.selectFrom('stall_grants').selectAll().where('phone_id', '=', phone.id)
  const last = await grants.orderBy('issued_at', 'desc').limit(1).executeTakeFirst()
  const living = await grants
    .where('ended_at', 'is', null)
    .where(isAheadIn('ends_at', at, 2 * STALL_GRANT_MS))
    .where('person_id', 'in', [...people.keys()])
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    id: phone.id,
    label: phone.label,
    heardAt: phone.heard_at,
    waiting: phone.waiting,
    personName: people.get((living ?? last)?.person_id ?? 0) ?? '',
    endsAt: phone.lost_at === null ? (living?.ends_at ?? null) : null,
    lostAt: phone.lost_at,
    emptiedAt: phone.emptied_at,
    ...(await countMissing(db, phone.id)),
  }
}

export async function countToDecide(db: Db): Promise<number> {
  const { notes } = await selectUndecided(db)
    .select((row) => row.fn.countAll<number>().as('notes'))
    .executeTakeFirstOrThrow()
  const { phones } = await db
    .selectFrom('stall_phones')
    .select((row) => row.fn.countAll<number>().as('phones'))
    .where('emptied_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return notes + phones
}

const IS_MONEY = sql<boolean>`(counts and kind in ('pay', 'pay-back', 'void-pay'))`

/** Notes that wait for the farmer. One that counts money waits only while its order doesn't add up. */
export function selectUndecided(db: Db) {
  return db
    .selectFrom('stall_commands')
    .leftJoin('orders', 'orders.id', 'stall_commands.order_id')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .where('stall_commands.settled_at', 'is', null)
    .where('outcome', '!=', 'applied')
    .where(sql<SqlBool>`(${IS_MONEY} and ${PAID} between 0 and ${WORTH}) is not true`)
}

async function listToDecide(
  db: Db,
  labels: ReadonlyMap<string, string>,
  people: ReadonlyMap<number, string>,
): Promise<StallToDecide[]> {
  const rows = await selectUndecided(db)
    .selectAll('stall_commands')
    .select(['orders.status', 'payments.state', 'payments.captured_cents', IS_MONEY.as('is_money')])
    .select([WORTH.as('worth'), PAID.as('paid'), REFUNDED.as('refunded')])
    .orderBy(sql`case outcome when 'set-aside' then 0 when 'unreadable' then 1 else 2 end`)
    .orderBy('received_at')
    .orderBy('stall_commands.id')
    .limit(MOST)
    .execute()
  const commands = new Map(rows.map((row) => [row.id, parseCommand(row.body)]))
  const ids = [...commands.values()].flatMap((command) => (command ? productsIn(command) : []))
  const names = await readNames(db, ids)
  const read = [...commands.values()].flatMap((command) => command ?? [])
  const takable = await listAcceptable(db, read)
  const days = await listDaysWithPlaces(db, [
    ...new Set(rows.flatMap(({ market_day_id }) => market_day_id ?? [])),
  ])
  const ofMoney = rows.flatMap(({ is_money, order_id }) => (is_money ? (order_id ?? []) : []))
  const payments = await listPayments(db, ofMoney)
  return rows.map((row) => {
    const command = commands.get(row.id) ?? null
    const day = days.find(({ id }) => id === row.market_day_id)
    return {
      id: row.id,
      phoneLabel: labels.get(row.phone_id ?? '') ?? '',
      madeAt: row.made_at,
      personName: people.get(row.person_id) ?? '',
      receivedAt: row.received_at,
      marketDay: day ? { id: day.id, day: day.day, placeName: day.place.name } : null,
      orderId: row.order_id,
      title: command ? describeCommand(bodyOf(command), names) : 'A note that cannot be read',
      message: messageOf(row, payments, labels),
      counts: row.counts,
      isFromLostPhone: row.outcome === 'quarantined',
      isPaid: dueAndKept(row).kept > 0,
      choices: choicesShown(row, command !== null && takable.has(command)),
    }
  })
}

type Payment = Awaited<ReturnType<typeof listPayments>>[number]

/** What was taken for these orders and stands, by command and way. */
function listPayments(db: Db, orderIds: readonly number[]) {
  const total = sql<number>`sum(tenders.amount_cents)`
  return db
    .selectFrom('stall_commands')
    .innerJoin('tenders', (join) =>
      join
        .onRef('tenders.order_id', '=', 'stall_commands.order_id')
        .on(sql<boolean>`tenders.id >= stall_commands.id || '/'`)
        .on(sql<boolean>`tenders.id < stall_commands.id || '0'`),
    )
    .select(['stall_commands.id', 'stall_commands.order_id', 'phone_id', 'tenders.name'])
    .select(total.as('amount'))
    .where('kind', '=', 'pay')
    .where('stall_commands.order_id', 'in', orderIds)
    .groupBy(['stall_commands.id', 'stall_commands.order_id', 'phone_id', 'received_at'])
    .groupBy('tenders.name')
    .having(total, '>', 0)
    .orderBy('received_at')
    .orderBy('stall_commands.id')
    .execute()
}

type Noted = Pick<CommandRow, 'id' | 'message' | 'order_id'> & MoneyRow & { is_money: boolean }

/** A warning about money says what is so now: `#7 was overpaid by $5.00. … Also taken: $5.00 by Check on Phone 2.` */
function messageOf(
  row: Noted,
  payments: readonly Payment[],
  labels: ReadonlyMap<string, string>,
): string {
  const { id, order_id: orderId } = row
  const money = moneyOf(row)
  const warning = row.is_money && orderId && money && moneyWarning(orderId, money)
  if (!warning) return row.message ?? ''
  const others = payments.filter((one) => one.order_id === orderId && one.id !== id)
  if (others.length === 0 || money.paid < 0) return warning
  const taken = others.map(({ name, amount, phone_id }) => {
    const label = labels.get(phone_id ?? '')
    return `${formatMoney(dollarsOf(Number(amount)))} by ${name} ${label ? `on ${label}` : 'at the desk'}`
  })
  return `${warning} Also taken: ${taken.join(', ')}.`
}

/** A note that couldn't take effect anyway can only be dismissed. */
function choicesShown(row: Undecided, isTakable: boolean): StallDecision[] {
  if (row.counts || row.outcome === 'unreadable') return choicesOf(row)
  return isTakable ? ['take', 'leave'] : ['done']
}

type Undecided = Pick<CommandRow, 'outcome' | 'counts' | 'kind'> & {
  status: OrderStatus | null
}

export function choicesOf({ outcome, counts, kind, status }: Undecided): StallDecision[] {
  if (outcome === 'unreadable') return ['done']
  if (!counts) return ['take', 'leave', 'done']
  return kind === 'give' && status === 'cancelled' ? ['reopen', 'done'] : ['done']
}

async function listAcceptable(
  db: Db,
  commands: readonly MarketCommand[],
): Promise<Set<MarketCommand>> {
  const ids = commands.flatMap((command) => ('order' in command ? command.order.id : []))
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'receipt_secret', 'payment_method'])
    .where('id', 'in', ids)
    .execute()
  return new Set(
    commands.filter((command) => {
      if (command.kind === 'sell')
        return totalAmount(command.tenders) === totalAmount(command.lines)
      if (!('order' in command)) return true
      const { id, mark } = command.order
      const order = rows.find((row) => row.id === id)
      const isMoney = command.kind === 'pay' || command.kind === 'pay-back'
      if (!order || (isMoney && order.payment_method === 'card')) return false
      return orderMarkOf(order.receipt_secret) === mark
    }),
  )
}
