import type { BookRow } from '#contract/money/books.ts'
import { formatCents } from '#contract/money/plain-dollars.ts'
import type { Db } from '#server/db/tables.ts'
import type { BooksFound, BooksSince } from '#server/outside/books-runner.ts'
import {
  BLOCK_SIZE,
  blockOf,
  findOrdersWithoutMoney,
  findWrongCaptures,
  findWrongMovements,
  findWrongRefunds,
  findWrongSubtotals,
  listStock,
  type Part,
  sumMovementsAfter,
  sumMovementsOf,
} from './book-queries.ts'
import { settledOtherwise, wrongChangedLines, wrongChanges } from './check-changes.ts'
import { checkDays, isOfDays, lateOrders, wrongPlaces } from './check-days.ts'
import { wrongFees, wrongWeights } from './check-fees.ts'
import { wrongTenders } from './check-tenders.ts'
import { wrongUndone } from './check-undone.ts'

/**
 * The rows in which stock, orders, days and money do not agree; none when the books balance. `db`
 * should see one moment (a snapshot).
 */
export async function checkBooks(db: Db): Promise<BookRow[]> {
  const { rows } = await checkStock(db, null)
  return [...rows, ...(await checkOrders(db, 'all')), ...(await checkDays(db))]
}

async function checkOrders(db: Db, part: Part): Promise<BookRow[]> {
  const laws = [
    wrongMovements,
    wrongSubtotals,
    wrongChangedLines,
    wrongChanges,
    wrongFees,
    wrongWeights,
    wrongCaptures,
    ordersWithoutMoney,
    wrongRefunds,
    settledOtherwise,
    wrongTenders,
    lateOrders,
    wrongPlaces,
  ]
  const found: BookRow[][] = []
  for (const law of laws) found.push(await law(db, part))
  return found.flat()
}

async function wrongMovements(db: Db, part: Part): Promise<BookRow[]> {
  return (await findWrongMovements(db, part)).map(({ order_id, product_id, moved, owed }) => ({
    law: 'movements',
    subject: `order:${order_id}`,
    found: moved,
    expected: owed,
    words: `Order #${order_id} moved product ${product_id} by ${moved}, but its lines say ${owed}.`,
  }))
}

async function wrongSubtotals(db: Db, part: Part): Promise<BookRow[]> {
  return (await findWrongSubtotals(db, part)).map(({ order_id, subtotal, lines }) => ({
    law: 'subtotal',
    subject: `order:${order_id}`,
    found: subtotal,
    expected: lines,
    words: `Order #${order_id} has a subtotal of ${formatCents(subtotal)}, but its lines add up to ${formatCents(lines)}.`,
  }))
}

async function wrongCaptures(db: Db, part: Part): Promise<BookRow[]> {
  return (await findWrongCaptures(db, part)).map(({ payment_id, order_id, captured, total }) => ({
    law: 'captured',
    subject: order_id === null ? `payment:${payment_id}` : `order:${order_id}`,
    found: captured,
    expected: total,
    words:
      total === null
        ? `Payment ${payment_id} was charged without an order. Please check it at the card provider.`
        : `Order #${order_id} costs ${formatCents(total)}, but ${formatCents(captured)} was charged.`,
  }))
}

async function ordersWithoutMoney(db: Db, part: Part): Promise<BookRow[]> {
  return (await findOrdersWithoutMoney(db, part)).map(({ order_id, state }) => ({
    law: 'paid',
    subject: `order:${order_id}`,
    found: null,
    expected: null,
    words: state
      ? `Order #${order_id} was placed, but its payment is ${state}.`
      : `Order #${order_id} has no payment.`,
  }))
}

async function wrongRefunds(db: Db, part: Part): Promise<BookRow[]> {
  return (await findWrongRefunds(db, part)).map(({ order_id, payment_id, captured, refunded }) => ({
    law: 'refunds',
    subject: order_id === null ? `payment:${payment_id}` : `order:${order_id}`,
    found: refunded,
    expected: captured,
    words: `${order_id === null ? `Payment ${payment_id}` : `Order #${order_id}`}: ${formatCents(refunded)} refunded of ${formatCents(captured)} charged.`,
  }))
}

type MovedStock = { moved: [productId: number, units: number][]; upTo: number }

/** Stock is the sum of its movements; with earlier sums only later movements are read. */
async function checkStock(
  db: Db,
  before: MovedStock | null,
): Promise<MovedStock & { rows: BookRow[] }> {
  const later = await sumMovementsAfter(db, before?.upTo ?? 0)
  const moved = new Map(before?.moved)
  for (const { product_id, moved: units } of later.sums)
    moved.set(product_id, (moved.get(product_id) ?? 0) + units)
  const rows: BookRow[] = []
  for (const product of await listStock(db)) {
    // A movement may be committed after one with a greater number, so sums of before are not enough
    // to speak of a difference.
    if (before && product.stock !== (moved.get(product.id) ?? 0))
      moved.set(product.id, await sumMovementsOf(db, product.id))
    const expected = moved.get(product.id) ?? 0
    if (product.stock !== expected) rows.push(wrongStock(product, expected))
  }
  rows.push(...(await wrongUndone(db)))
  return { rows, moved: [...moved], upTo: later.last }
}

function wrongStock(
  { id, name, stock }: { id: number; name: string; stock: number },
  expected: number,
): BookRow {
  return {
    law: 'stock',
    subject: `product:${id}`,
    found: stock,
    expected,
    words: `${name}: the stock is ${stock}, but its movements add up to ${expected}.`,
  }
}

/** Checks what changed since `before`; what was found of the rest stands. */
export async function checkChanged(db: Db, since: BooksSince | null): Promise<BooksFound> {
  const { rows, ...moved } = await checkStock(db, since?.found ?? null)
  const orders = since ? await checkBlocks(db, since) : await checkOrders(db, 'all')
  return { orders: [...orders, ...(await checkDays(db))], products: rows, ...moved }
}

async function checkBlocks(db: Db, { found, blocks }: BooksSince): Promise<BookRow[]> {
  const changed = new Set(blocks)
  const rows = found.orders.filter((row) => stillStands(row, changed))
  for (const block of changed)
    rows.push(
      ...(await checkOrders(db, { from: block * BLOCK_SIZE, until: (block + 1) * BLOCK_SIZE })),
    )
  return [...rows, ...(await checkOrders(db, 'without-order'))]
}

/** Payments without an order have no block: they are always looked at. */
function stillStands(row: BookRow, blocks: Set<number>): boolean {
  if (isOfDays(row)) return false
  const [kind, id] = row.subject.split(':')
  return kind === 'order' && !blocks.has(blockOf(Number(id)))
}
