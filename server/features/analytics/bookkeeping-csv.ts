import {
  type Accounts,
  accountOf,
  accountOfWay,
  type BOOK_FORMS,
  type JournalForm,
  readAccounts,
} from '#contract/money/bookkeeping.ts'
import { cents } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import { invalidField } from '#server/core/refusal.ts'
import { type Db, snapshot } from '#server/db/write.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { asText, formatCsv } from '#server/http/csv-form.ts'
import type { MoneyMove } from './figure-queries.ts'
import { movesByWay, sumOfMoves, totalOf } from './period-money.ts'
import { add, type PeriodRequest, readMoves } from './read-period.ts'
import { sumTax } from './tax-csv.ts'

const COLUMNS = ['Date', 'Paid with', 'Gross', 'Refunds', 'Total', 'Fees', 'Net', 'Note']

const NO_TAX = 'No sales tax is collected: the shop adds none to its prices.'

/**
 * Money moved per day and way to pay, oldest first, then the total and a sales tax line. Farm days,
 * dollars with two decimals.
 */
export async function writeBookkeeping(db: Db, request: BookRequest) {
  const { span, moves } = await snapshot(db, (tx) => readMoves(tx, request))
  const { form = 'plain' } = request.query
  if (form !== 'plain') {
    const { columns, rows } = await writeJournals(db, { request, form, moves })
    const content = await formatCsv(columns, rows, { isMoney: true, bom: false })
    return { fileName: `farmstand-${form}-${span.from}-to-${span.to}.csv`, content }
  }
  const hasTax = (await readSetting(db, 'tax_rate')).trim() !== ''
  const test = request.livemode ? '' : 'Test cards: no real money'
  const rows = [
    ...lines(moves, test),
    ['Total', '', ...amounts(moves), feesNote(moves, '')],
    ...(hasTax ? [] : [[NO_TAX]]),
  ]
  return {
    fileName: `farmstand-money-${span.from}-to-${span.to}.csv`,
    content: await formatCsv(COLUMNS, rows, { isMoney: true }),
  }
}

type BookRequest = PeriodRequest & { query: { form?: keyof typeof BOOK_FORMS | undefined } }

type Journaling = { request: PeriodRequest; form: JournalForm; moves: readonly MoneyMove[] }

/** @throws Refusal 'invalid' for test money */
async function writeJournals(db: Db, { request, form, moves }: Journaling) {
  if (!request.livemode && moves.some(({ kind }) => kind === 'card'))
    throw invalidField('form', 'These are test cards: no real money.')
  const accounts = readAccounts(await readSetting(db, 'book_accounts'))
  const { span, today, rows } = await snapshot(db, (tx) => sumTax(tx, request))
  const [day = ''] = [span.to, today].sort()
  const tax = { day, cents: add(rows, (row) => row.tax) }
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

/** Positive is a debit, negative a credit. */
type Line = { account: string; description: string; cents: number }
type Journal = { day: string; lines: Line[] }

/**
 * One journal a day: what each way took minus what it gave back, card fees, and the rest as sales.
 * The period's sales tax comes off the sales on its last day.
 * @throws Error for one that doesn't balance
 */
export function journalsOf(
  moves: readonly MoneyMove[],
  accounts: Accounts,
  tax: { day: string; cents: number },
): Journal[] {
  const of = (name: Parameters<typeof accountOf>[1]) => accountOf(accounts, name)
  const days = new Set([...moves.map(({ day }) => day), ...(tax.cents === 0 ? [] : [tax.day])])
  return [...days].sort().flatMap((day) => {
    const own = moves.filter((move) => move.day === day)
    const { taken, given, fees, untold } = sumOfMoves(own)
    const taxed = day === tax.day ? tax.cents : 0
    const late =
      untold > 0 ? `, without the fees of ${untold} payments that are not reported yet` : ''
    const lines = [
      ...movesByWay(own).map((some) => {
        const [first] = some
        const account = accountOfWay(accounts, first)
        return { account, description: first.way, cents: totalOf(some) }
      }),
      { account: of('Card fees'), description: 'Card fees', cents: fees },
      { account: of('Card'), description: 'Card fees', cents: -fees },
      { account: of('Sales'), description: `Sales${late}`, cents: given - taken },
      { account: of('Sales'), description: 'Sales tax in the sales of the period', cents: taxed },
      { account: of('Sales tax'), description: 'Sales tax of the period', cents: -taxed },
    ].filter((line) => line.cents !== 0)
    if (add(lines, (line) => line.cents) !== 0)
      throw new Error(`The journal of ${day} does not balance.`)
    return lines.length === 0 ? [] : [{ day, lines }]
  })
}

const FORMS = {
  quickbooks: {
    columns: ['Journal No', 'Journal Date', 'Account Name', 'Description', 'Debits', 'Credits'],
    /** The limit of its bank files; it doesn't state one for journals. */
    most: 999,
    rowOf: (day: string, { account, description, cents: amount }: Line) => [
      `FS-${day.replaceAll('-', '')}`,
      `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
      ...[asText(account), asText(description)],
      amount > 0 ? plainDollars(cents(amount)) : '',
      amount < 0 ? plainDollars(cents(-amount)) : '',
    ],
  },
  xero: {
    columns: [
      ...['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
      ...['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2'],
    ],
    most: 300,
    rowOf: (day: string, { account, description, cents: amount }: Line, accounts: Accounts) => [
      `Farmstand ${day}`,
      `${day.slice(8)} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`,
      ...[asText(description), asText(account), accountOf(accounts, 'Xero tax rate')],
      plainDollars(cents(amount)),
      ...['', '', '', ''],
    ],
  },
} as const

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** @throws Refusal 'invalid' for more rows than one file may have */
export function tableOf(form: JournalForm, journals: readonly Journal[], accounts: Accounts) {
  const { columns, most, rowOf } = FORMS[form]
  const rows = journals.flatMap(({ day, lines }) => lines.map((line) => rowOf(day, line, accounts)))
  if (rows.length <= most) return { columns: [...columns], rows }
  throw invalidField('form', 'Please export a shorter period: this one has too many lines.')
}
