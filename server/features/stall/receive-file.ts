import type { StallReceived, StallSending } from '#contract/market/stall.ts'
import { FARMER, type Person } from '#server/core/caller.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { findPerson } from '#server/features/people/people-queries.ts'
import { listMissing } from './list-missing.ts'
import { checkVersion, type StallShop, takeCommands } from './receive-commands.ts'

/**
 * Takes what a phone saved as a file. It may do what the phone's own sending may, and the rest waits
 * for the farmer; the phone itself was not heard. @throws Refusal 'invalid' for a newer page than the shop
 */
export async function receiveFile(shop: StallShop, file: StallSending): Promise<StallReceived> {
  const { deviceId: id } = file
  checkVersion(file.version)
  const phone = await write(shop.db, async (tx) => {
    await tx
      .insertInto('stall_phones')
      .values({ id, label: 'Phone from a file', heard_at: null })
      .onConflict((known) => known.doNothing())
      .execute()
    const phones = tx.selectFrom('stall_phones').select('lost_at').where('id', '=', id)
    return phones.executeTakeFirstOrThrow()
  })
  const person = await lastHolder(shop.db, id)
  const sender = { phoneId: id, isLost: phone.lost_at !== null, person }
  const results = await takeCommands(shop, sender, file)
  return { results, ...(await listMissing(shop.db, id)) }
}

/** Of a phone that nobody was granted, what only the farmer may do waits as well. */
async function lastHolder(db: Db, phoneId: string): Promise<Person> {
  const grants = db.selectFrom('stall_grants').select('person_id').where('phone_id', '=', phoneId)
  const last = await grants.orderBy('issued_at', 'desc').orderBy('id_hash').executeTakeFirst()
  const row = last && (await findPerson(db, last.person_id))
  return row ? { id: row.id, name: row.name, role: row.role } : { ...FARMER, role: 'helper' }
}
