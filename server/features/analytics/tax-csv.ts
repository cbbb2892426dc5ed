import { sql } from 'kysely'
import { cents } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import { formatRate, type RateSum, type TaxedPart, taxByRate } from '#contract/money/tax.ts'
import { parseWaysToPay } from '#contract/money/tenders.ts'
import { type Db, snapshot } from '#server/db/write.ts'
import { FEE_CHANGED, STANDING_CENTS } from '#server/features/order-balance/order-balance.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { asText, formatCsv } from '#server/http/csv-form.ts'
import { counts, datedOrders, datedSales, type Scope, sumOrders } from './figure-queries.ts'
import { add, monthsOf, type PeriodRequest, readPeriodContext, readPlaces } from './read-period.ts'

const COLUMNS = [
  'Place',
  'Rate',
  'Sales with tax',
  'Paid by SNAP',
  'Taxable without tax',
  'Tax',
  'Not taxable',
]

/** `id`: of the order or sale. */
type Sold = { id: string; place_id: number } & TaxedPart
type Paid = {
  id: string
  name: string
  is_ebt: boolean | number
  is_cash: boolean | number
  cents: number
}

/** What stands of each order and sale on these days, by rate, and how it was paid. */
async function readSold(tx: Db, { days, livemode }: Scope) {
  const standing = sql`orders.status <> 'cancelled' and ${counts(livemode)}`
  const { rows: sold } = await sql<Sold>`
    with ${datedOrders(days)}
    select 'order ' || orders.id as id, orders.place_id, order_items.tax_bp as rate,
      order_items.snap, sum(${STANDING_CENTS}) as cents
    from dated as orders left join payments on payments.order_id = orders.id
      cross join order_items
    where order_items.order_id = orders.id and ${standing}
    group by orders.id, orders.place_id, order_items.tax_bp, order_items.snap
    union all
    select 'order ' || orders.id, orders.place_id, placed.delivery_tax_bp, false,
      orders.delivery_cents + ${FEE_CHANGED}
    from dated as orders left join payments on payments.order_id = orders.id
      cross join orders as placed
    where placed.id = orders.id and orders.delivery_cents > 0 and ${standing}
    union all
    select * from (with ${datedSales(days)}
      select dated.id, dated.place_id, sale_items.tax_bp, sale_items.snap,
        sum(sale_items.cents)
      from dated cross join sale_items where sale_items.sale_id = dated.id
      group by dated.id, dated.place_id, sale_items.tax_bp, sale_items.snap) as of_sales`.execute(
    tx,
  )
  const { rows: paid } = await sql<Paid>`
    with ${datedOrders(days)}
    select 'order ' || orders.id as id, tenders.name, tenders.is_ebt, tenders.is_cash,
      sum(tenders.amount_cents) as cents
    from dated as orders cross join tenders
    where tenders.order_id = orders.id and orders.status <> 'cancelled'
    group by orders.id, tenders.name, tenders.is_ebt, tenders.is_cash
    union all
    select * from (with ${datedSales(days)}
      select dated.id, tenders.name, tenders.is_ebt, tenders.is_cash, sum(tenders.amount_cents)
      from dated cross join tenders where tenders.sale_id = dated.id
      group by dated.id, tenders.name, tenders.is_ebt, tenders.is_cash) as for_sales`.execute(tx)
  return { sold: sold.map((row) => ({ ...row, snap: Boolean(row.snap) })), paid }
}

type PlaceSum = RateSum & { place_id: number }
type Untied = { refunds: number; unlisted: Map<string, number> }

/** Each order's tax is rounded on its own, as on its receipt. */
export async function sumTax(tx: Db, request: PeriodRequest) {
  const { span, days, today } = await readPeriodContext(tx, request)
  const listed = parseWaysToPay(await readSetting(tx, 'ways_to_pay')).map(({ name }) => name)
  const sums: PlaceSum[] = []
  const unlisted = new Map<string, number>()
  let refunds = 0
  for await (const some of monthsOf(days)) {
    const scope = { days: some, livemode: request.livemode }
    const { sold, paid } = await readSold(tx, scope)
    const payments = Map.groupBy(paid, ({ id }) => id)
    for (const [id, own] of Map.groupBy(sold, (row) => row.id)) {
      const ebt = add(payments.get(id) ?? [], (row) => (row.is_ebt ? row.cents : 0))
      const place_id = own[0]?.place_id ?? 0
      sums.push(...taxByRate(own, ebt).map((row) => ({ ...row, place_id })))
    }
    for (const { name, is_ebt, is_cash, cents: more } of paid)
      if (!is_ebt && !is_cash && !listed.includes(name))
        unlisted.set(name, (unlisted.get(name) ?? 0) + more)
    for (const { refund } of await sumOrders(tx, scope)) refunds -= refund
  }
  const rows = [...Map.groupBy(sums, ({ place_id, rate }) => `${place_id} ${rate}`).values()].map(
    added,
  )
  return { span, today, rows: rows.filter((row) => row.cents !== 0), refunds, unlisted }
}

function added(rows: readonly PlaceSum[]): PlaceSum {
  const [{ place_id = 0, rate = 0 } = {}] = rows
  const tax = cents(add(rows, (row) => row.tax))
  const byEbt = add(rows, (row) => row.byEbt)
  return { place_id, rate, cents: add(rows, (row) => row.cents), byEbt, tax }
}

/** One row per place and rate, by market day; only headings if nothing was sold with tax. */
export async function writeSalesTax(db: Db, request: PeriodRequest) {
  const { span, rows, ...more } = await snapshot(db, (tx) => sumTax(tx, request))
  const names = await readPlaces(db)
  const isOn =
    rows.some(({ rate }) => rate > 0) || (await readSetting(db, 'tax_rate')).trim() !== ''
  const sorted = rows.toSorted((a, b) => a.place_id - b.place_id || b.rate - a.rate)
  const lines = isOn
    ? [
        ...sorted.map((row) => [
          asText(names.get(row.place_id) ?? 'Delivery'),
          row.rate > 0 ? formatRate(row.rate) : 'None',
          ...amounts([row]),
        ]),
        ['Total', '', ...amounts(rows)],
        ...notes(more),
      ]
    : []
  return {
    fileName: `farmstand-sales-tax-${span.from}-to-${span.to}.csv`,
    content: await formatCsv(COLUMNS, lines, { isMoney: true }),
  }
}

function amounts(rows: readonly PlaceSum[]): string[] {
  const taxed = added(rows.filter(({ rate }) => rate > 0))
  const rest = added(rows.filter(({ rate }) => rate === 0))
  const net = taxed.cents - taxed.byEbt - taxed.tax
  return [taxed.cents, taxed.byEbt, net, taxed.tax, rest.cents].map((sum) =>
    plainDollars(cents(sum)),
  )
}

function notes({ refunds, unlisted }: Untied): string[][] {
  const ways = [...unlisted].filter(([, sum]) => sum !== 0)
  return [
    ...(refunds === 0
      ? []
      : [[`Refunds not tied to an item, which lower no tax: ${plainDollars(cents(refunds))}`]]),
    ...ways.map(([name, sum]) => [
      `Unlisted way to pay, ${name}: ${plainDollars(cents(sum))}. Counted as not SNAP.`,
    ]),
  ]
}
