import { cents } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import type { Db } from '#server/db/tables.ts'
import { snapshot } from '#server/db/write.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { CSV_FORM } from '#server/http/csv-form.ts'
import type { MoneyMove } from './figure-queries.ts'
import { movesByWay, sumOfMoves } from './period-money.ts'
import { type PeriodRequest, readMoves } from './read-period.ts'

const COLUMNS = ['Date', 'Paid with', 'Gross', 'Refunds', 'Total', 'Fees', 'Net', 'Note']

const NO_TAX = 'No sales tax is collected: the shop adds none to its prices.'

/**
 * Money moved per day and way to pay, oldest first, then the total and a sales tax line. Farm days,
 * dollars with two decimals.
 */
export async function writeBookkeeping(
  db: Db,
  request: PeriodRequest,
): Promise<{ fileName: string; content: string }> {
  const { stringify } = await import('csv-stringify/sync')
  const { span, moves } = await snapshot(db, (tx) => readMoves(tx, request))
  const hasTax = (await readSetting(db, 'tax_rate')).trim() !== ''
  const test = request.livemode ? '' : 'Test cards: no real money'
  const rows = [
    ...lines(moves, test),
    ['Total', '', ...amounts(moves), feesNote(moves, '')],
    ...(hasTax ? [] : [[NO_TAX]]),
  ]
  const wide = rows.map((row) => COLUMNS.map((_, column) => row[column] ?? ''))
  return {
    fileName: `farmstand-money-${span.from}-to-${span.to}.csv`,
    // With an apostrophe before it, -2.00 would be no number; of the texts, only names are not the shop's own.
    content: stringify(wide, { ...CSV_FORM, escape_formulas: false, columns: COLUMNS }),
  }
}

function lines(moves: readonly MoneyMove[], test: string): string[][] {
  const byDay = Map.groupBy(moves, ({ day }) => day)
  return [...byDay.keys()].sort().flatMap((day) =>
    movesByWay(byDay.get(day) ?? []).map((own) => {
      const [{ kind, way }] = own
      return [day, asText(way), ...amounts(own), feesNote(own, kind === 'card' ? test : '')]
    }),
  )
}

/** A name that a spreadsheet would take for a formula is a text. */
export const asText = (name: string) => (/^[=+\-@\t\r]/.test(name) ? `'${name}` : name)

function amounts(moves: readonly MoneyMove[]): string[] {
  const { taken, given, fees, untold } = sumOfMoves(moves)
  const isUnknown = untold > 0 && fees === 0
  const sums = [taken, given, taken - given, fees, taken - given - fees]
  const texts = sums.map((sum) => plainDollars(cents(sum)))
  return isUnknown ? texts.with(3, 'not reported') : texts
}

function feesNote(moves: readonly MoneyMove[], test: string): string {
  const { untold, fees } = sumOfMoves(moves)
  const some = untold > 0 && fees !== 0 ? `Fees for ${untold} payments not reported yet` : ''
  return [test, some].filter(Boolean).join('; ')
}
