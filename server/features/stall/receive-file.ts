import type { StallReceived, StallSending } from '#contract/stall.ts'
import { FARMER } from '#server/core/caller.ts'
import { write } from '#server/db/write.ts'
import { listMissing } from './list-missing.ts'
import { checkVersion, type StallShop, takeCommands } from './receive-commands.ts'

/**
 * Takes what a phone saved as a file, by the farmer's hand and so as trusted, whoever's phone it is;
 * the phone itself was not heard. @throws Refusal 'invalid' for a newer page than the shop
 */
export async function receiveFile(shop: StallShop, file: StallSending): Promise<StallReceived> {
  const { deviceId: id } = file
  checkVersion(file.version)
  await write(shop.db, (tx) =>
    tx
      .insertInto('stall_phones')
      .values({ id, label: 'Phone from a file', heard_at: null })
      .onConflict((known) => known.doNothing())
      .execute(),
  )
  const sender = { phoneId: id, isLost: false, person: FARMER }
  const results = await takeCommands(shop, sender, file)
  return { results, ...(await listMissing(shop.db, id)) }
}
