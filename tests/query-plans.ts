import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { inject } from 'vitest'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'

/** How the database goes about all that a piece of work asks of it, line by line. */
export async function plansOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const queries = await queriesOf(db, work)
  const plans = await Promise.all(queries.map((query) => planOf(db, query)))
  return plans.flat().map((line) => line.trim())
}

/** Everything a piece of work asks the database. */
async function queriesOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const requested: CompiledQuery[] = []
  const overhear: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      requested.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(overhear))
  return requested
}

/** How the database goes about a query, line by line; PostgreSQL as if the tables were too long to be read whole. */
function planOf(db: Db, query: CompiledQuery): Promise<string[]> {
  const isPostgres = inject('postgresUrl') !== undefined
  return write(db, async (tx) => {
    if (isPostgres) await sql`set local enable_seqscan = off`.execute(tx)
    const text = `explain ${isPostgres ? '' : 'query plan '}${query.sql}`
    const { rows } = await tx.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(text, [...query.parameters]),
    )
    return rows.map((row) => String(row['QUERY PLAN'] ?? row.detail))
  })
}

/** A line of a plan that reads a table from one end to the other, or sorts what it found; a farm has few categories. */
export const READS_ALL =
  /^SCAN (?!\(|CONSTANT|categories\b)(?!.* USING .*INDEX)|Seq Scan(?! on categories\b)/
