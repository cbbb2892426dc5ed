import { sql } from 'kysely'
import { MIGRATIONS, type Migration } from '#server/db/migrate.ts'

/** A made-up change a next release might bring, with every kind of change a release may make. */
export const NEXT_MIGRATION: Migration = {
  name: '9001-made-up',
  up: async (tx, { id }) => {
    for (const statement of [
      `create table tastings (
        id ${id},
        product_id integer not null references products (id),
        at text not null
      )`,
      `create index tastings_of_product on tastings (product_id)`,
      `insert into tastings (product_id, at) select id, created_at from products`,
      `alter table products add column origin text`,
      `alter table products add column tasted boolean not null default false`,
      `update products set origin = 'here'`,
    ])
      await sql.raw(statement).execute(tx)
  },
}

/** Does the work as the next release would; a shop made meanwhile has its tables too. */
export async function asNextRelease<Done>(
  work: () => Promise<Done>,
  next: Migration = NEXT_MIGRATION,
): Promise<Done> {
  MIGRATIONS.push(next)
  try {
    return await work()
  } finally {
    MIGRATIONS.splice(MIGRATIONS.indexOf(next), 1)
  }
}
