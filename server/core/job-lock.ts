import type { Db } from '../db/tables.ts'
import { write } from '../db/write.ts'

/** Clocks of servers differ by no more, in ms: what is further ahead is from a clock set back. */
export const CLOCKS_DIFFER = 5 * 60_000

type Claim = { name: string; holder: string }

/**
 * Takes a job until an instant; false when someone else has it, in this process or another. Its
 * holder may take it again, and nobody holds it longer than it could be taken for now: then the
 * clock was set back.
 */
export async function claimJob(db: Db, claim: Claim, now: Date, until: Date): Promise<boolean> {
  const { name, holder } = claim
  const impossible = new Date(until.getTime() + CLOCKS_DIFFER).toISOString()
  const taken = await write(db, (tx) =>
    tx
      .insertInto('job_claims')
      .values({ name, holder, until: until.toISOString() })
      .onConflict((claimed) =>
        claimed
          .column('name')
          .doUpdateSet({ holder, until: until.toISOString() })
          .where((row) =>
            row.or([
              row('job_claims.until', '<=', now.toISOString()),
              row('job_claims.until', '>', impossible),
              row('job_claims.holder', '=', holder),
            ]),
          ),
      )
      .returning('holder')
      .executeTakeFirst(),
  )
  return taken !== undefined
}

export async function releaseJob(db: Db, { name, holder }: Claim): Promise<void> {
  await write(db, (tx) =>
    tx.deleteFrom('job_claims').where('name', '=', name).where('holder', '=', holder).execute(),
  )
}

export async function isClaimed(db: Db, name: string, now: Date): Promise<boolean> {
  const claim = await db
    .selectFrom('job_claims')
    .select('until')
    .where('name', '=', name)
    .executeTakeFirst()
  return claim !== undefined && claim.until > now.toISOString()
}

export async function listClaims(db: Db): Promise<{ name: string; until: Date }[]> {
  const claims = await db.selectFrom('job_claims').select(['name', 'until']).execute()
  return claims.map(({ name, until }) => ({ name, until: new Date(until) }))
}
