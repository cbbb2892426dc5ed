import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/** What each process of a shop on PostgreSQL told after its writes, for the others to read; on SQLite there are no others. */
export async function addNews(tx: Kysely<never>, { id, json }: ColumnWords): Promise<void> {
  for (const statement of [
    `create table news (
      id ${id},
      transaction_id bigint not null,
      teller text not null,
      events ${json} not null,
      told_at bigint not null
    )`,
    `create index news_by_transaction on news (transaction_id)`,
  ]) {
    await sql.raw(statement).execute(tx)
  }
}
