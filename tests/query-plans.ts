import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { inject } from 'vitest'
import { type Db, write } from '#server/db/write.ts'

export async function plansOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const queries = await queriesOf(db, work)
  const plans = await Promise.all(queries.map((query) => planOf(db, query)))
  return plans.flat().map((line) => line.trim())
}

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

/** Line by line; PostgreSQL as if the tables were too long to read whole. */
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

/** A line of a plan that reads a table from one end to the other, or sorts what it found; a farm has few categories, places, settings and webhooks. */
export const READS_ALL =
  /^SCAN (?!\(|CONSTANT|(?:categories|hooks|places|settings)\b)(?!.* USING .*INDEX)|Seq Scan(?! on (?:categories|hooks|places|settings)\b)/
