import { setImmediate as turn } from 'node:timers/promises'
import type { BookRow } from '#contract/books.ts'
import { type Cents, formatDollars } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'
import {
  findOrdersWithoutMoney,
  findWrongCaptures,
  findWrongMovements,
  findWrongRefunds,
  findWrongStock,
  findWrongSubtotals,
} from './book-queries.ts'

/** The rows in which stock, orders and money do not agree; none when the books balance. `db` should see one moment (a snapshot). */
export async function checkBooks(db: Db): Promise<BookRow[]> {
  const laws = [wrongStock, wrongMovements, wrongSubtotals, wrongCaptures, ordersWithoutMoney, wrongRefunds]
  const rows: BookRow[] = []
  for (const law of laws) {
    rows.push(...(await law(db)))
    // SQLite answers on this thread: between two laws others get their turn.
    await turn()
  }
  return rows
}

const dollars = (amount: number) => formatDollars(amount as Cents)

async function wrongStock(db: Db): Promise<BookRow[]> {
  return (await findWrongStock(db)).map(({ product_id, name, stock, moved }) => ({
    law: 'stock',
    subject: `product:${product_id}`,
    found: stock,
    expected: moved,
    words: `${name}: the stock is ${stock}, but its movements make ${moved}.`,
  }))
}

async function wrongMovements(db: Db): Promise<BookRow[]> {
  return (await findWrongMovements(db)).map(({ order_id, product_id, moved, owed }) => ({
    law: 'movements',
    subject: `order:${order_id}`,
    found: moved,
    expected: owed,
    words: `Order #${order_id} moved product ${product_id} by ${moved}, but its lines say ${owed}.`,
  }))
}

async function wrongSubtotals(db: Db): Promise<BookRow[]> {
  return (await findWrongSubtotals(db)).map(({ order_id, subtotal, lines }) => ({
    law: 'subtotal',
    subject: `order:${order_id}`,
    found: subtotal,
    expected: lines,
    words: `Order #${order_id} has a subtotal of ${dollars(subtotal)}, but its lines make ${dollars(lines)}.`,
  }))
}

async function wrongCaptures(db: Db): Promise<BookRow[]> {
  return (await findWrongCaptures(db)).map(({ payment_id, order_id, captured, total }) => ({
    law: 'captured',
    subject: order_id === null ? `payment:${payment_id}` : `order:${order_id}`,
    found: captured,
    expected: total,
    words:
      total === null
        ? `Payment ${payment_id} was taken without an order. Please look at it at the card provider.`
        : `Order #${order_id} costs ${dollars(total)}, but ${dollars(captured)} were taken.`,
  }))
}

async function ordersWithoutMoney(db: Db): Promise<BookRow[]> {
  return (await findOrdersWithoutMoney(db)).map(({ order_id, state }) => ({
    law: 'paid',
    subject: `order:${order_id}`,
    found: null,
    expected: null,
    words: state ? `Order #${order_id} stands, but its payment is ${state}.` : `Order #${order_id} has no payment.`,
  }))
}

async function wrongRefunds(db: Db): Promise<BookRow[]> {
  return (await findWrongRefunds(db)).map(({ order_id, payment_id, captured, refunded }) => ({
    law: 'refunds',
    subject: order_id === null ? `payment:${payment_id}` : `order:${order_id}`,
    found: refunded,
    expected: captured,
    words: `${order_id === null ? `Payment ${payment_id}` : `Order #${order_id}`}: ${dollars(refunded)} given back of ${dollars(captured)} taken.`,
  }))
}
