import { type Kysely, sql } from 'kysely'

/** The sandbox says when a hold was placed, as Stripe does. Of holds before, nobody knows. */
export async function dateHolds(tx: Kysely<never>): Promise<void> {
  await sql.raw('alter table sandbox_intents add column held_at text').execute(tx)
}
