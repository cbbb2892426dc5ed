import {
  STALL_VERSION,
  type StallReceived,
  type StallResult,
  type StallSending,
} from '#contract/stall.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isDatabaseAway, isWorthAnotherTry } from '#server/db/database-errors.ts'
import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { applyCommand } from './apply-command.ts'
import { insertCommand, storeOutcome } from './command-record.ts'
import type { Holder } from './grants.ts'
import { listMissing } from './list-missing.ts'
import { readCommand, type SentCommand } from './read-command.ts'

type StallShop = Pick<Shop, 'db' | 'now' | 'report'>

/**
 * Takes what happened at the stall, each command once and in a transaction of its own, so that one
 * that cannot be applied holds up none behind it. @throws Refusal 'invalid' for another device or a
 * newer page than the shop
 */
export async function receiveCommands(
  shop: StallShop,
  holder: Holder,
  { version, deviceId, waiting, gone, commands }: StallSending,
): Promise<StallReceived> {
  if (version > STALL_VERSION || version < STALL_VERSION - 1)
    throw new Refusal('invalid', 'Please load the stall again: it is of another version.')
  if (deviceId !== holder.phoneId)
    throw new Refusal('invalid', 'This phone was signed in as another one.', { field: 'deviceId' })
  const results: StallResult[] = []
  for (const sent of commands) results.push(await receiveCommand(shop, holder, readCommand(sent)))
  await hear(shop, holder.phoneId, { waiting, gone })
  return { results, ...(await listMissing(shop.db, holder.phoneId)) }
}

async function receiveCommand(
  shop: StallShop,
  holder: Holder,
  sent: SentCommand,
): Promise<StallResult> {
  const at = shop.now()
  try {
    return await write(shop.db, async (tx, emit) => {
      const known = await insertCommand(tx, holder, sent, at)
      if (known) return known
      const stored = await applyCommand(tx, emit, { sent, holder, at })
      return storeOutcome(tx, sent, stored)
    })
  } catch (error) {
    if (isDatabaseAway(error) || isWorthAnotherTry(error)) throw error
    if (!(error instanceof Refusal)) shop.report('apply a command of the stall', error)
    const words = error instanceof Refusal ? error.message : NOT_NOTED
    return write(shop.db, async (tx) => {
      const known = await insertCommand(tx, holder, sent, at)
      return known ?? storeOutcome(tx, sent, { outcome: 'set-aside', counts: false, words })
    })
  }
}

const NOT_NOTED = 'The shop could not note this. It is kept as it was sent.'

async function hear(
  { db, now }: StallShop,
  phone_id: string,
  { waiting, gone }: Pick<StallSending, 'waiting' | 'gone'>,
): Promise<void> {
  const at = now().toISOString()
  await write(db, async (tx) => {
    const phone = tx.updateTable('stall_phones').set({ heard_at: at, waiting })
    await phone.where('id', '=', phone_id).execute()
    for (const seq of gone)
      await tx
        .insertInto('stall_gone')
        .values({ phone_id, seq, at })
        .onConflict((known) => known.doNothing())
        .execute()
  })
}
