import { sql } from 'kysely'
import {
  STALL_VERSION,
  type StallReceived,
  type StallResult,
  type StallSending,
} from '#contract/market/stall.ts'
import { FARMER, type Person } from '#server/core/caller.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import { allowance } from '#server/core/token-bucket.ts'
import { isDatabaseAway, isWorthAnotherTry } from '#server/db/database-errors.ts'
import { type Db, write } from '#server/db/write.ts'
import { applyCommand } from '#server/features/market/apply-command.ts'
import { insertCommand, type Sender, storeOutcome } from '#server/features/market/command-record.ts'
import { readCommand, type SentCommand } from '#server/features/market/read-command.ts'
import { settleHandedOutLater } from '#server/features/orders/settle-weights.ts'
import { findPerson, listPersons } from '#server/features/people/people-queries.ts'
import type { Shop } from '#server/shop.ts'
import { findLastGrant } from './grants.ts'
import { highestNumber, listMissing } from './list-missing.ts'

type PhoneSender = Sender & { phoneId: string }

type StallShop = Pick<Shop, 'db' | 'now' | 'report'>

/** @throws Refusal 'invalid' for another device, or for a page newer than the shop */
export async function receiveCommands(
  shop: StallShop,
  sender: PhoneSender,
  sending: StallSending,
): Promise<StallReceived> {
  if (sending.deviceId !== sender.phoneId)
    throw invalidField('deviceId', 'This phone was signed in as another one.')
  const results = await takeCommands(shop, sender, sending)
  await noteContact(shop, sender, sending)
  return { results, ...(await listMissing(shop.db, sender.phoneId)) }
}

/**
 * Applies each once and in its own transaction, so a failing one doesn't block the rest.
 * @throws Refusal 'invalid', 'too-large'
 */
export async function takeCommands(
  shop: StallShop,
  sender: PhoneSender,
  { version, commands }: Pick<StallSending, 'version' | 'commands'>,
): Promise<StallResult[]> {
  checkVersion(version)
  const people = new Set((await listPersons(shop.db)).map(({ id }) => id))
  // The farmer's phone may have counted on after the shop was restored from an old backup.
  const isFarmer = sender.person.role === 'farmer' && !sender.isLost
  const highest = isFarmer ? Number.POSITIVE_INFINITY : await highestNumber(shop.db, sender.phoneId)
  const read = commands.map((sent) => dropImplausibleSeq(readCommand(sent, people), highest))
  if (!isFarmer) await requireRoomApart(shop.db, sender, read)
  const results: StallResult[] = []
  for (const sent of read) results.push(await receiveCommand(shop, sender, sent))
  return results
}

/** @throws Refusal 'invalid' */
function checkVersion(version: number): void {
  if (version > STALL_VERSION || version < STALL_VERSION - 1)
    throw new Refusal('invalid', 'Please reload the stall: it is a different version.')
}

function dropImplausibleSeq(sent: SentCommand, highest: number): SentCommand {
  if (sent.seq === null || sent.seq <= highest) return sent
  return { ...sent, seq: null, suspectSeq: sent.seq }
}

async function receiveCommand(
  shop: StallShop,
  sender: Sender,
  sent: SentCommand,
): Promise<StallResult> {
  const at = shop.now()
  try {
    return await write(shop.db, async (tx, emit) => {
      const known = await insertCommand(tx, sender, sent, at)
      if (known) return known
      const stored = await applyCommand(tx, emit, { sent, holder: sender, at })
      return storeOutcome(tx, sender, sent, { stored, at })
    })
  } catch (error) {
    if (isDatabaseAway(error) || isWorthAnotherTry(error)) throw error
    if (!(error instanceof Refusal)) shop.report('apply a command of the stall', error)
    const message = error instanceof Refusal ? error.message : NOT_NOTED
    return write(shop.db, async (tx) => {
      const known = await insertCommand(tx, sender, sent, at)
      const stored = { outcome: 'set-aside' as const, counts: false, message }
      return known ?? storeOutcome(tx, sender, sent, { stored, at })
    })
  }
}

const NOT_NOTED = 'The shop could not note this. It is kept as it was sent.'

/**
 * A lost phone counts as heard from, but its reports of lost notes are ignored. Desks are notified
 * when a phone sent something, or was awaited since the market closed, but not of a mere ping.
 */
async function noteContact(
  { db, now }: StallShop,
  { phoneId: phone_id, isLost }: PhoneSender,
  { waiting, gone, commands }: Pick<StallSending, 'waiting' | 'gone' | 'commands'>,
): Promise<void> {
  const at = now().toISOString()
  const isAsked = gone.length > 0 && !isLost
  const asked = new Set(isAsked ? (await listMissing(db, phone_id)).missing : [])
  const rows = [...new Set(gone)]
    .filter((seq) => asked.has(seq))
    .map((seq) => ({ phone_id, seq, at }))
  await write(db, async (tx, emit) => {
    const isNews = commands.length > 0 || (await isWaitedFor(tx, phone_id, at))
    const phone = tx.updateTable('stall_phones').set({ heard_at: at, waiting })
    await phone.where('id', '=', phone_id).execute()
    if (isNews) emit({ kind: 'phones' })
    if (rows.length > 0)
      await tx
        .insertInto('stall_gone')
        .values(rows)
        .onConflict((known) => known.doNothing())
        .execute()
  })
}

async function isWaitedFor(db: Db, phoneId: string, at: string): Promise<boolean> {
  const phone = await db
    .selectFrom('stall_phones')
    .select('id')
    .where('id', '=', phoneId)
    .where((row) =>
      row.or([
        row('waiting', '>', 0),
        row.exists(
          row
            .selectFrom('stall_readings')
            .innerJoin('market_days', 'market_days.id', 'stall_readings.market_day_id')
            .select('market_days.id')
            .whereRef('stall_readings.phone_id', '=', 'stall_phones.id')
            .where('closes_at', '<=', at)
            .where((day) =>
              day.or([
                day('stall_phones.heard_at', 'is', null),
                day('stall_phones.heard_at', '<=', day.ref('closes_at')),
              ]),
            ),
        ),
      ]),
    )
    .executeTakeFirst()
  return phone !== undefined
}

/** How much data waits for the farmer per phone, in bytes. */
const MAX_APART = 2 * 1024 * 1024

/**
 * Keeps a lost phone's notes, and unreadable ones, from filling the disk. A refused phone sends
 * smaller parts and keeps whatever isn't accepted, so its other notes get through.
 * @throws Refusal 'too-large'
 */
async function requireRoomApart(
  db: Db,
  { phoneId, isLost }: Pick<Sender, 'phoneId' | 'isLost'>,
  sent: readonly SentCommand[],
): Promise<void> {
  const apart = sent.filter(({ command }) => isLost || command === null)
  if (apart.length === 0) return
  const { bytes } = await db
    .selectFrom('stall_commands')
    .select(sql<number>`coalesce(sum(octet_length(cast(body as text))), 0)`.as('bytes'))
    .where('phone_id', '=', phoneId)
    .where('outcome', 'in', ['quarantined', 'unreadable'])
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow()
  const more = apart.reduce((sum, { body }) => sum + Buffer.byteLength(JSON.stringify(body)), 0)
  if (bytes + more <= MAX_APART) return
  const message =
    'Too many notes from this phone are waiting for the farmer. Clear those at the desk first.'
  throw new Refusal('too-large', message)
}

/**
 * Takes a phone's saved notes with its own rights; the rest waits for the farmer. The phone doesn't
 * count as heard. @throws Refusal 'invalid' for a newer page than the shop
 */
export async function receiveFile(shop: StallShop, file: StallSending): Promise<StallReceived> {
  const { deviceId: id } = file
  checkVersion(file.version)
  const phone = await write(shop.db, async (tx) => {
    await tx
      .insertInto('stall_phones')
      .values({ id, label: 'Imported phone', heard_at: null })
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

/** A phone that nobody was granted counts as a helper's, so farmer-only commands wait too. */
async function lastHolder(db: Db, phoneId: string): Promise<Person> {
  const last = await findLastGrant(db, phoneId)
  return (last && (await findPerson(db, last.person_id))) ?? { ...FARMER, role: 'helper' }
}

export async function settleNoted(shop: Shop, results: readonly Pick<StallResult, 'id'>[]) {
  const ids = results.flatMap(({ id }) => id ?? [])
  const orders = await shop.db
    .selectFrom('stall_commands')
    .select('order_id')
    .distinct()
    .where('id', 'in', ids)
    .where('kind', 'in', ['give', 'pack', 'weigh'])
    .where('counts', '=', true)
    .execute()
  for (const { order_id } of orders) if (order_id !== null) settleHandedOutLater(shop, order_id)
}

/** A phone's sending limit: a minute's worth at once, in notes or kilobytes, whichever is more. */
const RATE = { burst: 120, perSecond: 2 }

const KILOBYTE = 1024

/** @throws Refusal 'too-often', from the returned function, with the seconds to wait */
export function commandLimit(now: () => Date) {
  const take = allowance(RATE, 'Please wait a moment before you send more.')
  return (phoneId: string, { notes, bytes }: { notes: number; bytes: number }): void =>
    take(phoneId, now().getTime(), Math.max(1, notes, Math.ceil(bytes / KILOBYTE)))
}
