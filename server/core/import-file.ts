import { type ImportedPerson, MAX_IMPORTED } from '#contract/mail/people-import.ts'
import type { Problem } from '#contract/refusal.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { type Db, type Emit, snapshot, write } from '#server/db/write.ts'
import { hashOfJson } from './hash.ts'
import { invalidField, Refusal } from './refusal.ts'

type Request = {
  apply?: boolean | undefined
  plan?: string | undefined
  skipRefused?: boolean | undefined
}

type Steps<Row, List> = {
  planRows: (db: Db) => Promise<Row[]>
  asList: (planned: readonly Row[], applied: boolean) => List
  problemsIn: (list: List) => Problem[]
  carryOut: (tx: Db, emit: Emit, planned: readonly Row[]) => Promise<void>
}

/**
 * Reports row by row what a file would do. With `apply` does it, all or nothing unless refused rows
 * may be skipped; with `plan` only if the effect is still the same.
 * @throws Refusal 'invalid' where a row is wrong, 'stock-changed' where stock is no longer what was
 * shown
 */
export async function importFile<Row, List extends { plan: string }>(
  db: Db,
  { apply, plan, skipRefused }: Request,
  { planRows, asList, problemsIn, carryOut }: Steps<Row, List>,
): Promise<List> {
  if (!apply) return asList(await snapshot(db, planRows), false)
  return write(db, async (tx, emit) => {
    const planned = await planRows(tx)
    const list = asList(planned, true)
    if (plan !== undefined && plan !== list.plan)
      throw new Refusal(
        'stock-changed',
        'The shop changed since you last looked. Please check the list again.',
      )
    const problems = skipRefused ? [] : problemsIn(list)
    if (problems.length > 0)
      throw new Refusal('invalid', 'Nothing was imported: some rows were refused.', {
        field: 'csv',
        problems,
      })
    await carryOut(tx, emit, planned)
    return list
  })
}

/** The same for people, a row each. */
export function importPeople<Row extends ImportedPerson>(
  db: Db,
  request: Request,
  { planRows, carryOut }: Pick<Steps<Row, never>, 'planRows' | 'carryOut'>,
) {
  return importFile(db, request, {
    planRows,
    asList: (planned, applied) => {
      const rows = planned.map(
        ({ row, who, outcome, message }): ImportedPerson => ({ row, who, outcome, message }),
      )
      return { applied, plan: hashOfJson(rows), rows }
    },
    problemsIn: ({ rows }) =>
      rows.flatMap(({ row, outcome, message }) =>
        outcome === 'refused' ? [{ field: `rows.${row}`, message: `Row ${row}: ${message}` }] : [],
      ),
    carryOut,
  })
}

export type FileRow<Column extends string> = {
  row: number
  cells: Partial<Record<Column, string>>
  columns: ReadonlySet<Column>
}

/** `headings`: in lowercase letters only. @throws Refusal 'invalid' */
export async function readPeople<Column extends string>(
  csv: string,
  headings: Readonly<Record<Column, RegExp>>,
  needed: { column: Column; name: string },
): Promise<FileRow<Column>[]> {
  const [heading = [], ...records] = await parseCsv(csv)
  const plain = heading.map((name) => lettersOf(name))
  const entries = (Object.keys(headings) as Column[]).flatMap((column) => {
    const at = plain.findIndex((name) => headings[column].test(name))
    return at < 0 ? [] : [[column, at] as const]
  })
  const columns = new Set(entries.map(([column]) => column))
  const refused = (message: string) => invalidField('csv', message)
  if (!columns.has(needed.column)) throw refused(`This file has no column for the ${needed.name}.`)
  const filled = records.flatMap((record, index) => {
    if (record.every((cell) => cell.trim() === '')) return []
    const cells = entries.map(([column, at]) => [column, unescaped(record[at] ?? '').trim()])
    return [
      { row: index + 2, cells: Object.fromEntries(cells) as FileRow<Column>['cells'], columns },
    ]
  })
  if (filled.length === 0) throw refused(`There is no ${needed.name} in this file.`)
  if (filled.length > MAX_IMPORTED) throw refused('At most 5,000 rows at once, please.')
  return filled
}

export const lettersOf = (text: string) => nameKey(text).replace(/[^a-z]/g, '')

/** Every text of one row at its longest, quoted; a longer row is slow to take apart. */
const MAX_ROW_LENGTH = 20_000

/** Excel's own separator declaration, which it doesn't show as a row. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=(.)"?(?:\r\n|\r|\n)/i

/** The cells of a file between `,` `;` or tabs, row by row. @throws Refusal 'invalid' */
export async function parseCsv(csv: string): Promise<string[][]> {
  const { parse, CsvError } = await import('csv-parse/sync')
  try {
    const [line = '', delimiter] = SEPARATOR_LINE.exec(csv) ?? []
    const text = csv.slice(line.length)
    return parse(text, {
      bom: true,
      delimiter: delimiter ?? delimiterOf(text),
      relax_column_count: true,
      max_record_size: MAX_ROW_LENGTH,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const where = typeof error.lines === 'number' ? ` near line ${error.lines}` : ''
    throw invalidField('csv', `This file cannot be read as CSV: check the quotation marks${where}.`)
  }
}

function delimiterOf(csv: string): string {
  const lines = csv.slice(0, MAX_ROW_LENGTH).split(/[\r\n]+/, 4)
  const heading = lines.find((line) => /[,;\t]/.test(line)) ?? ''
  const count = (mark: string) => heading.split(mark).length
  return [';', '\t'].find((mark) => count(mark) > count(',')) ?? ','
}

/** What our own files write behind an apostrophe. */
export const LOOKS_PROTECTED = /^'+[=+\-@|\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** A cell of one of our own files, without the apostrophe. */
export function unescaped(cell: string): string {
  return LOOKS_PROTECTED.test(cell) ? cell.slice(1) : cell
}
