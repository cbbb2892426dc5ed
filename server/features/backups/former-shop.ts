import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Selectable } from 'kysely'
import { getValue, setValue } from '#server/core/key-value.ts'
import { openFile } from '#server/db/open-database.ts'
import { type Engine, raiseCounters, readCounters } from '#server/db/table-list.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { eraseAgain, listErased, readErasedList } from '#server/features/orders/erase-person.ts'
import { countPasskeys, preserveAccess, readAccess } from './former-access.ts'
import type { RestoreRequest } from './restore-stage.ts'

export type FormerShop = Awaited<ReturnType<typeof readFormerShop>>

export async function readFormerShop(db: Db, engine: Engine, at: Date) {
  return {
    shopId: await getValue(db, 'shop_id'),
    lastOrder: await lastOrderNumber(db, engine),
    erased: await listErased(db),
    sentDayMails: await listSentDayMails(db, at),
    waiters: await listWaiters(db),
    newsletter: await readNewsletter(db),
    access: await readAccess(db, engine),
  }
}

/** Null for none, and for one that cannot be read. */
export async function formerShopIn(file: string, at: Date): Promise<FormerShop | null> {
  if (!existsSync(file)) return null
  await using former = openFile(file)
  try {
    return await readFormerShop(former.db, 'sqlite', at)
  } catch {
    return null
  }
}

type Replacement = Pick<RestoreRequest, 'file' | 'dataDir' | 'takeOver' | 'backupFolder'> & {
  former: FormerShop | null
}

/**
 * Lets a restored shop replace the former one. Customers erased there, or on the lists next to the
 * backups, are erased again, since a backup may be older. Nobody is mailed again about a market
 * day, a product back in stock, or by a letter, and unsubscribers stay out. The desk keeps its
 * current password and passkeys: old ones may have been revoked for a reason. Helpers who were
 * removed and phones that were unlinked stay out.
 */
export async function replaceFormer(
  tx: Db,
  engine: Engine,
  { former, file, dataDir, takeOver, backupFolder }: Replacement,
) {
  const own = await ownShopId(tx, (id) => takeOver || id === former?.shopId)
  const same = own.shopId === former?.shopId ? former : null
  await preserveAccess(tx, engine, same?.access ?? null)
  if (same) {
    await restoreSentDayMails(tx, same.sentDayMails)
    await retainKnownWaiters(tx, same.waiters)
    await preserveNewsletter(tx, same.newsletter)
  }
  const folders = [...new Set([dirname(file), join(dataDir, 'backups'), backupFolder ?? dataDir])]
  const listed = (await Promise.all(folders.map(readErasedList))).flat()
  return {
    ...own,
    passkeys: same ? 0 : await countPasskeys(tx),
    erasedAgain: await eraseAgain(tx, [...(former?.erased ?? []), ...listed]),
    nextOrder: await skipOrderNumbers(tx, engine, former?.lastOrder ?? 0),
  }
}

/**
 * Gives a new ID at the card provider unless it replaces the very shop it came from; otherwise it
 * would release the holds of a shop still open elsewhere. `hasNewId`: the backup's was replaced.
 */
async function ownShopId(
  tx: Db,
  isTheSameShop: (id: string) => boolean,
): Promise<{ shopId: string; hasNewId: boolean }> {
  const former = await getValue(tx, 'shop_id')
  if (former !== null && isTheSameShop(former)) return { shopId: former, hasNewId: false }
  const shopId = randomUUID()
  await setValue(tx, 'shop_id', shopId)
  return { shopId, hasNewId: former !== null }
}

const ORDERS = { name: 'orders', counter: 'id' }

/** More orders than a farm takes between two backups. */
const SKIPPED = 1000

async function lastOrderNumber(db: Db, engine: Engine): Promise<number> {
  return (await readCounters(db, engine, [ORDERS])).orders ?? 0
}

/**
 * Continues above every order number buyers may have: those of the former shop, or if it is gone,
 * those given after the backup. Returns the next order number.
 */
async function skipOrderNumbers(tx: Db, engine: Engine, formerLast: number): Promise<number> {
  const last = Math.max(await lastOrderNumber(tx, engine), formerLast)
  const orders = (Math.floor(last / SKIPPED) + 1) * SKIPPED + SKIPPED
  await raiseCounters(tx, engine, [ORDERS], { orders })
  return orders + 1
}

async function listWaiters(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('waiters').select('secret_hash').execute()
  return rows.map(({ secret_hash }) => secret_hash)
}

async function retainKnownWaiters(tx: Db, known: readonly string[]): Promise<void> {
  const isKnown = new Set(known)
  const rows = await tx.selectFrom('waiters').select(['id', 'secret_hash']).execute()
  for (const { id, secret_hash } of rows)
    if (!isKnown.has(secret_hash)) await tx.deleteFrom('waiters').where('id', '=', id).execute()
}

type SentDayMail = {
  mail: Omit<Selectable<Tables['outbox']>, 'id'>
  placeId: number
  day: string
  receiptSecret: string | null
}

async function listSentDayMails(db: Db, at: Date): Promise<SentDayMail[]> {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('market_days', 'market_days.id', 'outbox.market_day_id')
    .leftJoin('orders', 'orders.id', 'outbox.order_id')
    .selectAll('outbox')
    .select(['market_days.place_id as placeId', 'market_days.day'])
    .select('orders.receipt_secret as receiptSecret')
    .where('outbox.queue', '=', 'days')
    .where('outbox.sent_at', 'is not', null)
    .where('market_days.closes_at', '>', at.toISOString())
    .execute()
  return rows.map(({ id: _, placeId, day, receiptSecret, ...mail }) => ({
    mail,
    placeId,
    day,
    receiptSecret,
  }))
}

/** Mails nobody twice: what the copy would still send counts as sent; unknown mails are added. */
async function restoreSentDayMails(tx: Db, sent: readonly SentDayMail[]): Promise<void> {
  for (const one of sent) {
    const { uuid, sent_at } = one.mail
    const known = await tx
      .updateTable('outbox')
      .set({ sent_at, given_up_at: null, last_error: null })
      .where('uuid', '=', uuid)
      .returning('id')
      .execute()
    if (known.length > 0 || !(await isOfThisShop(tx, one))) continue
    const insert = tx.insertInto('outbox').values(one.mail)
    await insert.onConflict((exists) => exists.doNothing()).execute()
  }
}

async function isOfThisShop(
  tx: Db,
  { mail: { market_day_id, order_id }, placeId, day, receiptSecret }: SentDayMail,
): Promise<boolean> {
  const days = tx
    .selectFrom('market_days')
    .select('id')
    .where('id', '=', market_day_id)
    .where('place_id', '=', placeId)
    .where('day', '=', day)
  if (!(await days.executeTakeFirst())) return false
  if (order_id === null) return true
  const orders = tx.selectFrom('orders').select('id').where('id', '=', order_id)
  return (
    (await orders.where('receipt_secret', '=', receiptSecret ?? '').executeTakeFirst()) !==
    undefined
  )
}

type FormerNewsletter = Awaited<ReturnType<typeof readNewsletter>>

/** Subscribers by `email_key`; `left_at` is null for those still subscribed. */
async function readNewsletter(db: Db) {
  const done = db.selectFrom('letters').selectAll().where('done_at', 'is not', null)
  const planned = await db.selectFrom('planned_letters').select('letter_key').execute()
  return {
    subscribers: await db.selectFrom('subscribers').select(['email_key', 'left_at']).execute(),
    done: (await done.execute()).map(({ id: _, ...letter }) => letter),
    planned: planned.map(({ letter_key }) => letter_key),
  }
}

/**
 * Nobody who unsubscribed meanwhile is mailed, and no letter goes out twice. Subscribers that the
 * former shop no longer knew were erased.
 */
async function preserveNewsletter(tx: Db, former: FormerNewsletter): Promise<void> {
  await leaveAgain(tx, former)
  for (const letter of former.done) await finishLetter(tx, letter)
  const plans = await tx.selectFrom('planned_letters').select('letter_key').execute()
  for (const { letter_key } of plans)
    if (!former.planned.includes(letter_key))
      await tx.deleteFrom('planned_letters').where('letter_key', '=', letter_key).execute()
}

async function leaveAgain(tx: Db, { subscribers }: FormerNewsletter): Promise<void> {
  const leftAt = new Map(subscribers.map(({ email_key, left_at }) => [email_key, left_at]))
  const rows = await tx.selectFrom('subscribers').select(['id', 'email_key']).execute()
  for (const { id, email_key } of rows) {
    const left_at = leftAt.get(email_key)
    if (left_at === undefined) await tx.deleteFrom('subscribers').where('id', '=', id).execute()
    else if (left_at !== null) {
      const row = tx.updateTable('subscribers').where('id', '=', id)
      await row.set({ state: 'left', left_at }).execute()
    }
  }
}

async function finishLetter(tx: Db, letter: FormerNewsletter['done'][number]): Promise<void> {
  const known = await tx
    .updateTable('letters')
    .set(letter)
    .where('letter_key', '=', letter.letter_key)
    .returning('id')
    .execute()
  for (const { id } of known)
    await tx.deleteFrom('outbox').where('letter_id', '=', id).where('sent_at', 'is', null).execute()
}
