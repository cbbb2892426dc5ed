import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './table-list.ts'
import type { Db } from './write.ts'

type Part = { remove: string; restore: string }

/** What slows down each insert. SQLite can't drop constraints. */
const PARTS: Record<Engine, RawBuilder<Part>[]> = {
  sqlite: [
    sql`select 'drop trigger "' || name || '"' as remove, sql as restore from sqlite_schema where type = 'trigger'`,
    sql`select 'drop index "' || name || '"' as remove, sql as restore from sqlite_schema
      where type = 'index' and sql is not null`,
  ],
  postgres: [
    sql`select format('drop trigger %I on %s', tgname, tgrelid::regclass) as remove, pg_get_triggerdef(t.oid) as restore
      from pg_trigger t join pg_class c on c.oid = tgrelid
      where not tgisinternal and c.relnamespace = current_schema()::regnamespace`,
    sql`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
    sql`select format('drop index %s', indexrelid::regclass) as remove, pg_get_indexdef(indexrelid) as restore
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = current_schema()::regnamespace
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
  ],
}

/**
 * Drops indexes, triggers and references for bulk inserts, since building them once is far cheaper.
 * The returned function restores them, and fails if rows violate them.
 */
export async function suspendIndexes(tx: Db, engine: Engine): Promise<(tx: Db) => Promise<void>> {
  const parts: Part[] = []
  for (const listing of PARTS[engine]) parts.push(...(await listing.execute(tx)).rows)
  for (const { remove } of parts) await sql.raw(remove).execute(tx)
  return async (later) => {
    for (const { restore } of parts.toReversed()) await sql.raw(restore).execute(later)
  }
}
