import { type BOOK_FORMS, type JournalForm, readAccounts } from '#contract/money/journals.ts'
import { cents } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, snapshot } from '#server/db/write.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { asText, CSV_FORM } from '#server/http/csv-form.ts'
import type { MoneyMove } from './figure-queries.ts'
import { journalsOf, tableOf } from './journal.ts'
import { movesByWay, sumOfMoves } from './period-money.ts'
import { type PeriodRequest, readMoves } from './read-period.ts'
import { sumTax } from './tax-csv.ts'

const COLUMNS = ['Date', 'Paid with', 'Gross', 'Refunds', 'Total', 'Fees', 'Net', 'Note']

const NO_TAX = 'No sales tax is collected: the shop adds none to its prices.'

/**
 * Money moved per day and way to pay, oldest first, then the total and a sales tax line. Farm days,
 * dollars with two decimals.
 */
export async function writeBookkeeping(
  db: Db,
  request: BookRequest,
): Promise<{ fileName: string; content: string }> {
  const { stringify } = await import('csv-stringify/sync')
  const { span, moves } = await snapshot(db, (tx) => readMoves(tx, request))
  const { form = 'plain' } = request.query
  if (form !== 'plain') {
    const { columns, rows } = await writeJournals(db, { request, form, moves })
    const content = stringify(rows, { ...CSV_FORM, bom: false, escape_formulas: false, columns })
    return { fileName: `farmstand-${form}-${span.from}-to-${span.to}.csv`, content }
  }
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

type BookRequest = PeriodRequest & { query: { form?: keyof typeof BOOK_FORMS | undefined } }

type Journaling = { request: PeriodRequest; form: JournalForm; moves: readonly MoneyMove[] }

/** @throws Refusal 'invalid' for test money */
async function writeJournals(db: Db, { request, form, moves }: Journaling) {
  if (!request.livemode && moves.some(({ kind }) => kind === 'card'))
    throw new Refusal('invalid', 'These are test cards: no real money.', { field: 'form' })
  const accounts = readAccounts(await readSetting(db, 'book_accounts'))
  const { span, today, rows } = await snapshot(db, (tx) => sumTax(tx, request))
  const [day = ''] = [span.to, today].sort()
  const tax = { day, cents: rows.reduce((sum, row) => sum + row.tax, 0) }
  return tableOf(form, journalsOf(moves, accounts, tax), accounts)
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
