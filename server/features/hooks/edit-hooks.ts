import { randomBytes, randomUUID } from 'node:crypto'
import type { Updateable } from 'kysely'
import {
  type Hook,
  type HookChange,
  type HookDraft,
  MAX_HOOKS,
  type Tried,
} from '#contract/hooks.ts'
import { DAY } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import { lockFarmer } from '#server/core/caller.ts'
import { EVENT_LAG } from '#server/core/event-log.ts'
import { invalidField, noSuch, Refusal } from '#server/core/refusal.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Db, write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { heardTypes, lookWhetherOn } from './events.ts'
import {
  findHook,
  type HookRow,
  secretsOf,
  sendHooks,
  sendMessage,
  webhookIdOf,
} from './send-hooks.ts'

/** How long the previous secret signs as well. */
const BOTH_SIGN = DAY

const SHOWN_EVENTS = 200

export async function listHooks(db: Db): Promise<Hook[]> {
  const rows = await db.selectFrom('hooks').selectAll().orderBy('id').execute()
  return Promise.all(rows.map((row) => showHook(db, row)))
}

async function showHook(db: Db, row: HookRow): Promise<Hook> {
  const { waiting } = await heard(db, row)
    .select((count) => count.fn.countAll<number>().as('waiting'))
    .where((event) => event.or([event('number', 'is', null), event('number', '>', row.cursor)]))
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    url: row.url,
    types: row.types as Hook['types'],
    isOn: row.off_at === null,
    waiting: Number(waiting),
    lastStatus: row.last_status,
    lastError: row.last_error,
    failingSince: row.failing_since,
    skipped: row.skipped,
    madeAt: row.made_at,
  }
}

function heard(db: Db, { types }: HookRow) {
  return db.selectFrom('hook_events').where('type', 'in', heardTypes(types))
}

async function requireHook(db: Db, id: number): Promise<HookRow> {
  return (await findHook(db, id)) ?? noSuch('such webhook')
}

async function updateHook(tx: Db, id: number, set: Updateable<Tables['hooks']>): Promise<HookRow> {
  const changed = tx.updateTable('hooks').set(set).where('id', '=', id).returningAll()
  return (await changed.executeTakeFirst()) ?? noSuch('such webhook')
}

async function lastNumber(db: Db): Promise<number> {
  const all = db.selectFrom('hook_events').select((row) => row.fn.max('number').as('last'))
  return (await all.executeTakeFirst())?.last ?? 0
}

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** @throws Refusal 'invalid' for the shop's own address, 'list-full' */
export async function createHook(shop: Shop, { url, types }: HookDraft) {
  const { db, now } = shop
  const nameOf = (address: string) => new URL(address).hostname.replace(/\.$/, '')
  if (nameOf(url) === nameOf(shop.linkOrigin)) throw invalidField('url', 'This is the shop itself.')
  const at = now()
  const secret = newSecret()
  const row = await write(db, async (tx, emit) => {
    await lockFarmer(tx)
    if ((await tx.selectFrom('hooks').select('id').execute()).length >= MAX_HOOKS)
      throw new Refusal('list-full', `At most ${MAX_HOOKS} webhooks, please.`)
    const made_at = at.toISOString()
    const values = {
      url,
      types: JSON.stringify(types),
      secret,
      made_at,
      cursor: await lastNumber(tx),
    }
    const insert = tx.insertInto('hooks').values(values).returningAll()
    const made = await insert.executeTakeFirstOrThrow()
    const after = { url, types }
    await recordChange(tx, { action: 'created', subject: `hook:${made.id}`, after }, at)
    emit({ kind: 'hooks' })
    return made
  })
  await lookWhetherOn(db)
  const tried = await tryHook(shop, row.id)
  const startsAt = new Date(at.getTime() + EVENT_LAG).toISOString()
  return { ...(await showHook(db, await requireHook(db, row.id))), secret, startsAt, tried }
}

/** @throws Refusal 'not-found' */
export async function tryHook(shop: Shop, id: number): Promise<Tried> {
  const at = shop.now().toISOString()
  const message = { type: 'test.ping', at, data: {}, uuid: randomUUID() }
  const { status, error } = await sendMessage(shop, await requireHook(shop.db, id), message)
  const row = { last_status: status, last_error: error }
  await write(shop.db, (tx) => tx.updateTable('hooks').set(row).where('id', '=', id).execute())
  return { status, error }
}

const UNTRIED = { attempts: 0, due_at: null, failing_since: null }

/** @throws Refusal 'not-found' */
export async function changeHook(
  shop: Shop,
  id: number,
  { types, isOn, fromNow }: HookChange,
): Promise<Hook> {
  const { db, now } = shop
  const hook = await write(db, async (tx, emit) => {
    const before = await requireHook(tx, id)
    const at = now()
    const isTurned = isOn !== undefined && isOn !== (before.off_at === null)
    const set = {
      ...(types && { types: JSON.stringify(types) }),
      ...(isTurned && { off_at: isOn ? null : at.toISOString(), ...UNTRIED }),
      ...(fromNow && { cursor: await lastNumber(tx), ...UNTRIED }),
    }
    if (Object.keys(set).length === 0) return before
    const after = await updateHook(tx, id, set)
    const change = { before: forHistory(before), after: forHistory(after) }
    await recordChange(tx, { action: 'changed', subject: `hook:${id}`, ...change }, at)
    emit({ kind: 'hooks' })
    return after
  })
  await lookWhetherOn(db)
  void shop.later('send hooks', () => sendHooks(shop))
  return showHook(db, hook)
}

function forHistory({ url, types, off_at }: HookRow): object {
  return { url, types, isOn: off_at === null }
}

/** @throws Refusal 'not-found' */
export async function rotateSecret({ db, now }: Shop, id: number): Promise<{ secret: string }> {
  const secret = newSecret()
  await write(db, async (tx) => {
    const before = await requireHook(tx, id)
    const { url } = before
    const former_until = new Date(now().getTime() + BOTH_SIGN).toISOString()
    // Made anew within the day, the receiver may still have the one before.
    const former_secret = secretsOf(before, now()).slice(0, 2).join(' ')
    const row = { secret, former_secret, former_until }
    await tx.updateTable('hooks').set(row).where('id', '=', id).execute()
    const after = { url }
    await recordChange(tx, { action: 'secret changed', subject: `hook:${id}`, after }, now())
  })
  return { secret }
}

/** @throws Refusal 'not-found', 'invalid' for an event that is still to come */
export async function redeliver({ db, now }: Shop, id: number, from: number): Promise<Hook> {
  const hook = await write(db, async (tx, emit) => {
    if (from > (await lastNumber(tx))) throw invalidField('from', 'There is no such event yet.')
    const row = await updateHook(tx, id, { cursor: from - 1, ...UNTRIED })
    const after = { url: row.url, from }
    await recordChange(tx, { action: 'sent again', subject: `hook:${id}`, after }, now())
    emit({ kind: 'hooks' })
    return row
  })
  return showHook(db, hook)
}

/** @throws Refusal 'not-found' */
export async function listEvents(db: Db, id: number) {
  const hook = await requireHook(db, id)
  const rows = await heard(db, hook)
    .select(['number', 'uuid', 'type', 'at', 'subject_id'])
    .where('number', 'is not', null)
    .orderBy('number', 'desc')
    .limit(SHOWN_EVENTS)
    .execute()
  return rows.map(({ number, uuid, type, at, subject_id }) => ({
    number: number ?? 0,
    webhookId: webhookIdOf(uuid),
    type,
    at,
    subject: subject_id,
  }))
}

/** @throws Refusal 'not-found' */
export async function deleteHook({ db, now }: Shop, id: number): Promise<void> {
  await write(db, async (tx, emit) => {
    const { url } = await requireHook(tx, id)
    await tx.deleteFrom('hooks').where('id', '=', id).execute()
    await recordChange(tx, { action: 'deleted', subject: `hook:${id}`, before: { url } }, now())
    emit({ kind: 'hooks' })
  })
  await lookWhetherOn(db)
}
