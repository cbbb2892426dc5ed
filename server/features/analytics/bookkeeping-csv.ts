import { cents } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import { TENDER_KIND_LABELS, TENDER_KINDS } from '#contract/money/tender-kinds.ts'
import type { Db } from '#server/db/tables.ts'
import { snapshot } from '#server/db/write.ts'
import { CSV_FORM } from '#server/http/csv-form.ts'
import type { MoneyMove } from './figure-queries.ts'
import { sumOfMoves } from './period-money.ts'
import { type PeriodRequest, readMoves } from './read-period.ts'

const COLUMNS = ['Date', 'Paid with', 'Gross', 'Refunds', 'Fees', 'Net', 'Note']

const NO_TAX = 'No sales tax is collected: the shop adds none to its prices.'

/**
 * What moved on each day by each way to pay, the oldest first, then the sum, and a line on sales
 * tax. Days are the farm's, amounts dollars with two decimals.
 */
export async function writeBookkeeping(
  db: Db,
  request: PeriodRequest,
): Promise<{ fileName: string; content: string }> {
  const { stringify } = await import('csv-stringify/sync')
  const { span, moves } = await snapshot(db, (tx) => readMoves(tx, request))
  const test = request.livemode ? '' : 'Test cards: no real money'
  const rows = [
    ...lines(moves, test),
    ['Total', '', ...amounts(moves), feesNote(moves, '')],
    [NO_TAX],
  ]
  const wide = rows.map((row) => COLUMNS.map((_, column) => row[column] ?? ''))
  return {
    fileName: `farmstand-money-${span.from}-to-${span.to}.csv`,
    // All texts are the shop's own; with an apostrophe before it, -2.00 would be no number.
    content: stringify(wide, { ...CSV_FORM, escape_formulas: false, columns: COLUMNS }),
  }
}

function lines(moves: readonly MoneyMove[], test: string): string[][] {
  const byDay = Map.groupBy(moves, ({ day }) => day)
  return [...byDay.keys()].sort().flatMap((day) =>
    TENDER_KINDS.flatMap((kind) => {
      const own = (byDay.get(day) ?? []).filter((move) => move.kind === kind)
      if (own.length === 0) return []
      const note = feesNote(own, kind === 'card' ? test : '')
      return [[day, TENDER_KIND_LABELS[kind], ...amounts(own), note]]
    }),
  )
}

function amounts(moves: readonly MoneyMove[]): string[] {
  const { taken, given, fees, untold } = sumOfMoves(moves)
  const isUnknown = untold > 0 && fees === 0
  const texts = [taken, given, fees, taken - given - fees].map((sum) => plainDollars(cents(sum)))
  return isUnknown ? texts.with(2, 'not reported') : texts
}

function feesNote(moves: readonly MoneyMove[], test: string): string {
  const { untold, fees } = sumOfMoves(moves)
  const some = untold > 0 && fees !== 0 ? `Fees for ${untold} payments not reported yet` : ''
  return [test, some].filter(Boolean).join('; ')
}
