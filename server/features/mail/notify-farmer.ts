import { randomUUID } from 'node:crypto'
import { DAY, MINUTE } from '#contract/time/durations.ts'
import { isQuiet, readQuietHours } from '#contract/time/quiet-hours.ts'
import { type Db, write } from '#server/db/write.ts'
import { readSetting, readTimeZone } from '#server/features/settings/read-setting.ts'
import type { DbAndClock, Shop } from '#server/shop.ts'
import { composeMails } from './compose-mail.ts'
import { sender } from './send-mails.ts'

const WHAT = 'tell the farmer'

/** The farmer gets at most one mail per this many milliseconds. */
const PACE = MINUTE

/** How long the desk can show mails to the farmer, in milliseconds. */
const RETENTION = 90 * DAY

/** Sends one mail about all news since the last, outside quiet hours; none if mail isn't set up. */
export async function notifyFarmer(shop: Shop): Promise<void> {
  await collectNews(shop)
  await sendFarmNews(shop)
}

export function sendFarmNewsLater(shop: Shop): void {
  void shop.later(WHAT, () => sendFarmNews(shop))
}

const sendFarmNews = sender({
  queue: 'farm',
  what: WHAT,
  maxRound: 10_000,
  compose: async (db, mail, farm) => {
    const composed = (await composeMails(db, [mail], farm)).get(mail.id)
    return composed ? { to: mail.recipient, ...composed } : null
  },
})

async function collectNews({ db, mail, now }: Shop): Promise<void> {
  const at = now()
  if ((await untold(db).select('id').limit(1).executeTakeFirst()) === undefined) return
  const recipient = mail ? await readFarmersAddress(db) : ''
  if (recipient === '') {
    await write(db, (tx) => tx.deleteFrom('farm_news').where('mail_id', 'is', null).execute())
    return
  }
  if ((await isQuietNow(db, at)) || (await isTooSoon(db, at))) return
  await write(db, (tx) => bundle(tx, recipient, at))
}

function untold(db: Db) {
  return db.selectFrom('farm_news').where('mail_id', 'is', null)
}

/** Where the farmer reads mail; empty if nowhere. */
export async function readFarmersAddress(db: Db): Promise<string> {
  const own = (await readSetting(db, 'mail_address')).trim()
  return own || (await readSetting(db, 'contact_email')).trim()
}

async function isQuietNow(db: Db, at: Date): Promise<boolean> {
  const hours = readQuietHours(await readSetting(db, 'mail_quiet_hours'))
  if (!hours) return false
  const time = Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(await readTimeZone(db))
  return isQuiet(hours, time.hour * 60 + time.minute)
}

async function isTooSoon(db: Db, at: Date): Promise<boolean> {
  const mails = db.selectFrom('outbox').select('created_at').where('queue', '=', 'farm')
  const last = await mails.orderBy('id', 'desc').limit(1).executeTakeFirst()
  return last !== undefined && Date.parse(last.created_at) > at.getTime() - PACE
}

async function bundle(tx: Db, recipient: string, at: Date): Promise<void> {
  const [created_at, due_at] = [at.toISOString(), at.toISOString()]
  const { id } = await tx
    .insertInto('outbox')
    .values({ uuid: randomUUID(), queue: 'farm', kind: 'farm_news', recipient, created_at, due_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const taken = tx.updateTable('farm_news').set({ mail_id: id }).where('mail_id', 'is', null)
  const { numUpdatedRows } = await taken.executeTakeFirst()
  if (numUpdatedRows === 0n) await tx.deleteFrom('outbox').where('id', '=', id).execute()
}

export async function forgetOldNews({ db, now }: DbAndClock): Promise<void> {
  const before = new Date(now().getTime() - RETENTION).toISOString()
  await write(db, (tx) => tx.deleteFrom('farm_news').where('at', '<', before).execute())
}
