import { type Kysely, sql } from 'kysely'

/** Finds the orders of one status at one place; without it all of that status were gone through where few or none are. */
export async function addStatusAtPlace(tx: Kysely<never>): Promise<void> {
  await sql
    .raw(
      `create index orders_of_status_at_place on orders (status, pickup_location, created_at, id)
        where pickup_location is not null`,
    )
    .execute(tx)
}
