import { mailboxKey } from '#contract/mail/mail-address.ts'
import type { PickupBuyer } from '#contract/orders/pickup-buyers.ts'
import { recordChange } from '#server/core/audit.ts'
import { type Db, write } from '#server/db/write.ts'
import type { DbAndClock } from '#server/shop.ts'

type Said = Pick<PickupBuyer, 'email' | 'trust' | 'note'>

export async function listPickupBuyers(db: Db): Promise<PickupBuyer[]> {
  const buyers = db.selectFrom('pickup_buyers').select(['mailbox as email', 'trust', 'note', 'at'])
  return buyers.orderBy('mailbox').execute()
}

export async function setPickupBuyer(tx: Db, { email, trust, note }: Said, now: Date) {
  const said = { trust, note, at: now.toISOString() }
  await tx
    .insertInto('pickup_buyers')
    .values({ mailbox: mailboxKey(email), ...said })
    .onConflict((known) => known.column('mailbox').doUpdateSet(said))
    .execute()
  // History names nobody; otherwise an erased person would still be in it.
  await recordChange(tx, { action: trust, subject: 'buyer' }, now)
}

export async function savePickupBuyer({ db, now }: DbAndClock, said: Said): Promise<PickupBuyer[]> {
  await write(db, (tx) => setPickupBuyer(tx, said, now()))
  return listPickupBuyers(db)
}

export async function removePickupBuyer({ db, now }: DbAndClock, email: string) {
  const mailbox = mailboxKey(email)
  await write(db, async (tx) => {
    await tx.deleteFrom('pickup_buyers').where('mailbox', '=', mailbox).execute()
    await recordChange(tx, { action: 'removed', subject: 'buyer' }, now())
  })
  return listPickupBuyers(db)
}
