import { sql } from 'kysely'
import { FARMER } from '#server/core/caller.ts'
import { isBeforeBaseline, migrateWithin, unknownMigrations } from '#server/db/migrate.ts'
import { suspendIndexes } from '#server/db/suspend-indexes.ts'
import { type Engine, listTables, raiseCounters, type Table } from '#server/db/table-list.ts'
import { countRows, insertRows, MisfitError, type Row } from '#server/db/table-rows.ts'
import type { Db } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import {
  BackupError,
  LEFT_OUT,
  type Piece,
  type PieceHeader,
  type Sums,
  type Tally,
} from './backup-format.ts'
import { readSums } from './read-shop.ts'

export type EmptyShop = {
  engine: Engine
  step<T>(work: (tx: Db) => Promise<T>): Promise<T>
  storePicture(file: string, bytes: Buffer): Promise<void>
}

export type Filled = {
  about: PieceHeader
  sums: Sums
  booksDiffer: number
  newlyDiffer: number
}

export function fillShop(place: EmptyShop, now: Date) {
  let about: PieceHeader | null = null
  let tally: Tally | null = null
  let prepared: Prepared = { tables: [], putBack: async () => {} }
  const take = async (piece: Piece) => {
    if (piece.kind === 'about') {
      about = piece.about
      prepared = await prepare(place, about, now)
    }
    if (piece.kind === 'rows') await putRows(place, prepared.tables, piece)
    if (piece.kind === 'picture') await place.storePicture(piece.file, piece.bytes)
    if (piece.kind === 'tally') tally = piece.tally
  }
  /** @throws BackupError */
  const finish = async (): Promise<Filled> => {
    if (!about || !tally) throw new BackupError('This backup is not complete.')
    return { about, sums: tally.sums, ...(await finishFilling(place, prepared, tally, now)) }
  }
  return { take, finish }
}

type Prepared = { tables: Table[]; putBack(tx: Db): Promise<void> }

async function prepare(
  { engine, step }: EmptyShop,
  { migrations }: PieceHeader,
  now: Date,
): Promise<Prepared> {
  if (isBeforeBaseline(migrations))
    throw new BackupError(
      'This backup was made before Farmstand 0.1.0, the first release, and cannot be restored.',
    )
  const unknown = unknownMigrations(migrations)
  if (unknown.length > 0)
    throw new BackupError(
      `This shop is from a newer Farmstand (it knows ${unknown.join(', ')}). Please restore it with that one.`,
    )
  return step(async (tx) => {
    await migrateWithin(tx, engine, now, migrations)
    const tables = await listTables(tx, engine)
    for (const { name } of tables.toReversed())
      await sql`delete from ${sql.table(name)}`.execute(tx)
    return { tables, putBack: await suspendIndexes(tx, engine) }
  })
}

async function putRows(
  { engine, step }: EmptyShop,
  tables: Table[],
  piece: Piece & { kind: 'rows' },
): Promise<void> {
  const table = tables.find(({ name }) => name === piece.table)
  if (!table)
    throw new BackupError(`This backup has a table that its release did not have: ${piece.table}.`)
  await fitting(async () => {
    if (LEFT_OUT.includes(table.name)) throw new MisfitError(`no backup holds ${table.name}`)
    const rows = piece.text.trimEnd().split('\n').map(readRow)
    await step((tx) => insertRows(tx, engine, table, rows))
  })
}

async function fitting(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isRowsFault(error))
      throw new BackupError(`A row of this backup does not fit: ${error.message}.`)
    throw error
  }
}

/** A row the database refuses: by message on SQLite, by error classes 22 and 23 on PostgreSQL. */
function isRowsFault(error: unknown): error is Error {
  if (error instanceof MisfitError || error instanceof SyntaxError) return true
  if (!(error instanceof Error)) return false
  return /constraint/i.test(error.message) || ('code' in error && /^2[23]/.test(String(error.code)))
}

function readRow(line: string): Row {
  const row: unknown = JSON.parse(line)
  if (typeof row !== 'object' || row === null) throw new MisfitError('a line is no row')
  return { ...row }
}

async function finishFilling(
  place: EmptyShop,
  { tables, putBack }: Prepared,
  tally: Tally,
  now: Date,
): Promise<Pick<Filled, 'booksDiffer' | 'newlyDiffer'>> {
  const { engine, step } = place
  await fitting(() => step(putBack))
  await step(async (tx) => {
    await raiseCounters(tx, engine, tables, tally.counters)
    for (const table of tables)
      compare(`rows in ${table.name}`, await countRows(tx, table), tally.tables[table.name] ?? 0)
    const found = await readSums(tx)
    for (const [what, sum] of Object.entries(tally.sums))
      compare(what, found[what as keyof Sums], sum)
  })
  await step((tx) => migrateWithin(tx, engine, now))
  await fitting(() => step(requireFarmer))
  return step(async (tx) => {
    const rows = await checkBooks(tx)
    const laws: ReadonlySet<string> = new Set(tally.laws)
    const known = rows.filter(({ law }) => laws.has(law)).length
    if (tally.booksDiffer !== null)
      compare('rows in which the books differ', known, tally.booksDiffer)
    return { booksDiffer: known, newlyDiffer: rows.length - known }
  })
}

async function requireFarmer(tx: Db): Promise<void> {
  const people = tx.selectFrom('people').select('id').where('role', '=', 'farmer')
  const farmer = await people.executeTakeFirst()
  if (farmer?.id !== FARMER.id) throw new MisfitError('somebody else is the farmer')
}

function compare(what: string, found: number, promised: number): void {
  if (found !== promised)
    throw new BackupError(
      `The restored shop is not the same: ${what}: ${found} instead of ${promised}.`,
    )
}
