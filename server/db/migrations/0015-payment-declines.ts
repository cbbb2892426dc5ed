import { type Kysely, sql } from 'kysely'

export async function countDeclines(tx: Kysely<never>): Promise<void> {
  await sql.raw('alter table payments add column declines integer not null default 0').execute(tx)
}
