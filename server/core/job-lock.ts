import { type Db, write } from '../db/write.ts'
import { hasComeIn, isAheadIn } from './due.ts'

type Claim = { name: string; holder: string }

/**
 * False while someone else holds it; its own holder may extend it. A claim further ahead than one
 * made now is ignored: the clock was set back.
 */
export async function claimJob(db: Db, claim: Claim, now: Date, until: Date): Promise<boolean> {
  const { name, holder } = claim
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
              hasComeIn('job_claims.until', now, until.getTime() - now.getTime()),
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

export async function isClaimed(
  db: Db,
  { name, within }: { name: string; within: number },
  now: Date,
): Promise<boolean> {
  const claims = db.selectFrom('job_claims').select('holder').where('name', '=', name)
  return (await claims.where(isAheadIn('until', now, within)).executeTakeFirst()) !== undefined
}
