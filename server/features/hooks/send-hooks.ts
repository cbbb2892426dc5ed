import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import { DAY, HOUR, MINUTE } from '#contract/time/durations.ts'
import { hasCome } from '#server/core/due.ts'
import { claimJob, releaseJob } from '#server/core/job-lock.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Db, write } from '#server/db/write.ts'
import { readFarmersAddress } from '#server/features/mail/notify-farmer.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import type { HookAnswer } from '#server/outside/send-hook.ts'
import type { Shop } from '#server/shop.ts'
import { followEvents, heardTypes } from './events.ts'

export type HookRow = Selectable<Tables['hooks']>

/** After the first failure, the second and so on (Standard Webhooks); the tenth skips the event. */
const WAITS = [
  ...[5000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
  ...[10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
]

/** By how much a wait may vary, so that many webhooks don't come back at once. */
const SPREAD = 0.2

/** The other side, or its proxy, is busy. */
const BUSY = [429, 502, 504]
const BUSY_WAIT = 5 * MINUTE

const MAX_WAIT = DAY

/** A webhook without a success for this long is turned off. */
const MAX_FAILING = 5 * DAY

/** After this long a webhook starts no new event; a claim outlives the slowest answer. */
const MAX_ROUND = 5000
const CLAIMED = MINUTE

/** In ms, between two events of one webhook: at most ten a second. */
const PACE = 100

/** Sends after each commit that webhooks subscribe to, and when a try is due within the minute. */
export async function startHooks(shop: Shop): Promise<{ stop(): void }> {
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  const send = () =>
    void shop.later('send hooks', async () => {
      await sendHooks(shop)
      await waitForNext()
    })
  const waitForNext = async () => {
    const on = shop.db.selectFrom('hooks').where('off_at', 'is', null)
    const { next } = await on
      .select((row) => row.fn.min('due_at').as('next'))
      .executeTakeFirstOrThrow()
    const wait = next === null ? MINUTE : Date.parse(next) - shop.now().getTime()
    if (timer) clearTimeout(timer)
    timer = isStopped || wait >= MINUTE ? null : setTimeout(send, Math.max(wait, PACE)).unref()
  }
  const events = await followEvents(shop, send)
  return {
    stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      events.stop()
    },
  }
}

type Round = { running: Promise<void>; isWanted: boolean; want: () => void }

const rounds = new WeakMap<object, Round>()

/** Sends what is due, one round at a time in this process; new events join it. */
export function sendHooks(shop: Shop): Promise<void> {
  const known = rounds.get(shop.db)
  if (known) {
    known.isWanted = true
    known.want()
    return known.running
  }
  const round: Round = { running: Promise.resolve(), isWanted: false, want: () => {} }
  rounds.set(shop.db, round)
  round.running = sendWhileWanted(shop, round).finally(() => rounds.delete(shop.db))
  return round.running
}

async function sendWhileWanted(shop: Shop, round: Round): Promise<void> {
  do {
    round.isWanted = false
    await sendRound(shop, round)
  } while (round.isWanted)
}

/** Only one process sends at a time. */
async function sendRound(shop: Shop, round: Round): Promise<void> {
  if ((await listDue(shop)).length === 0 && !(await findUnnumbered(shop.db))) return
  const claim = { name: 'send hooks', holder: randomUUID() }
  const hold = () => claimJob(shop.db, claim, shop.now(), new Date(shop.now().getTime() + CLAIMED))
  const end = performance.now() + MAX_ROUND
  while (!(await hold())) {
    if (performance.now() > end) return
    await pause(PACE)
  }
  try {
    await sendToAll(shop, round, hold)
  } finally {
    await releaseJob(shop.db, claim)
  }
}

/** A webhook that doesn't answer doesn't hold up the others. */
async function sendToAll(shop: Shop, round: Round, hold: () => Promise<boolean>): Promise<void> {
  const busy = new Map<number, Promise<void>>()
  let isLeft = true
  while (isLeft) {
    const { promise: wanted, resolve: want } = Promise.withResolvers<void>()
    round.isWanted = false
    round.want = want
    await numberEvents(shop.db)
    const due = await listDue(shop)
    const free = due.filter(({ id }) => !busy.has(id))
    const end = performance.now() + MAX_ROUND
    const mayGoOn = async () => performance.now() < end && (await hold())
    for (const { id } of free) {
      const sent = sendInOrder(shop, id, mayGoOn).finally(() => busy.delete(id))
      busy.set(id, sent)
    }
    await Promise.race([Promise.all(busy.values()), wanted])
    isLeft = round.isWanted || free.length < due.length
  }
}

async function listDue({ db, now }: Shop): Promise<HookRow[]> {
  const rows = await db.selectFrom('hooks').selectAll().where('off_at', 'is', null).execute()
  return rows.filter((row) => isDue(row, now()))
}

function isDue({ due_at }: HookRow, now: Date): boolean {
  return due_at === null || hasCome(due_at, now, MAX_WAIT * (1 + SPREAD))
}

function findUnnumbered(db: Db) {
  const left = db.selectFrom('hook_events').select('id').where('number', 'is', null)
  return left.limit(1).executeTakeFirst()
}

/**
 * On PostgreSQL, IDs are taken before the commit, so a lower one may appear later. Committed events
 * get the next numbers, and cursors go by those.
 */
async function numberEvents(db: Db): Promise<void> {
  if (!(await findUnnumbered(db))) return
  await write(db, (tx) =>
    sql`update hook_events set number = next.last + next.place
      from (select id, row_number() over (order by id) as place,
          (select coalesce(max(number), 0) from hook_events) as last
        from hook_events where number is null) as next
      where hook_events.id = next.id`.execute(tx),
  )
}

async function sendInOrder(shop: Shop, id: number, mayGoOn: () => Promise<boolean>): Promise<void> {
  for (let isNext = true; isNext && (await mayGoOn()); ) {
    const hook = await findHook(shop.db, id)
    if (!hook || hook.off_at !== null || !isDue(hook, shop.now())) return
    const event = await nextEvent(shop.db, hook)
    if (!event) return
    const data = event.subject_id === null ? {} : { id: event.subject_id }
    const message = { type: event.type, at: event.at, data, uuid: event.uuid }
    const answer = await sendMessage(shop, hook, message)
    await write(shop.db, (tx) => note(tx, hook, { number: event.number, answer, at: shop.now() }))
    isNext = answer.status !== null && answer.status < 300
    if (isNext) await pause(PACE)
  }
}

export function findHook(db: Db, id: number): Promise<HookRow | undefined> {
  return db.selectFrom('hooks').selectAll().where('id', '=', id).executeTakeFirst()
}

async function nextEvent(db: Db, { cursor, types }: HookRow) {
  const event = await db
    .selectFrom('hook_events')
    .selectAll()
    .where('number', '>', cursor)
    .where('type', 'in', heardTypes(types))
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return event && { ...event, number: event.number ?? 0 }
}

export const webhookIdOf = (uuid: string) => `msg_${uuid}`

/** Contains no person: to know more, the receiver asks the shop. */
export function sendMessage(
  { now, sendHook }: Pick<Shop, 'now' | 'sendHook'>,
  hook: HookRow,
  { type, at, data, uuid }: { type: string; at: string; data: object; uuid: string },
): Promise<HookAnswer> {
  const body = JSON.stringify({ type, timestamp: at, data })
  const secrets = secretsOf(hook, now())
  return sendHook({ url: hook.url, id: webhookIdOf(uuid), at: now(), body, secrets })
}

/** What signs now, newest first. */
export function secretsOf({ secret, former_secret, former_until }: HookRow, at: Date): string[] {
  const isFormer = former_until !== null && former_until > at.toISOString()
  return [secret, ...(isFormer ? (former_secret?.split(' ') ?? []) : [])]
}

type Sent = { number: number; answer: HookAnswer; at: Date }

/** Does nothing if the webhook was sent back to another event meanwhile. */
async function note(tx: Db, hook: HookRow, { number, answer, at }: Sent): Promise<void> {
  const next = afterAnswer(hook, { number, answer, at })
  const { numUpdatedRows } = await tx
    .updateTable('hooks')
    .set({ last_status: answer.status, last_error: answer.error, ...next })
    .where('id', '=', hook.id)
    .where('cursor', '=', hook.cursor)
    .where('off_at', 'is', null)
    .executeTakeFirst()
  if (next.off_at && numUpdatedRows > 0n) await mailOff(tx, hook, answer, at)
}

type Progress = Partial<
  Pick<HookRow, 'cursor' | 'attempts' | 'due_at' | 'failing_since' | 'skipped' | 'off_at'>
>

export function afterAnswer(hook: HookRow, { number, answer, at }: Sent): Progress {
  const { status, retryAfter } = answer
  if (status !== null && status >= 200 && status < 300)
    return { cursor: number, attempts: 0, due_at: null, failing_since: null }
  const failing_since = hook.failing_since ?? at.toISOString()
  const attempts = hook.attempts + 1
  const isOver = at.getTime() - Date.parse(failing_since) >= MAX_FAILING
  if (status === 410 || isOver) return { attempts, failing_since, off_at: at.toISOString() }
  const wait = WAITS[attempts - 1]
  if (wait === undefined)
    return { cursor: number, attempts: 0, due_at: null, failing_since, skipped: hook.skipped + 1 }
  const spread = wait * (1 + SPREAD * (2 * Math.random() - 1))
  const least = Math.max(retryAfter ?? 0, BUSY.includes(status ?? 0) ? BUSY_WAIT : 0)
  const due = at.getTime() + Math.max(spread, Math.min(least, MAX_WAIT))
  return { attempts, failing_since, due_at: new Date(due).toISOString() }
}

async function mailOff(tx: Db, { url }: HookRow, { status }: HookAnswer, at: Date): Promise<void> {
  const recipient = await readFarmersAddress(tx)
  if (recipient === '') return
  const why = status === 410 ? 'says that it wants no more' : 'has not answered for five days'
  const message = `The other program at ${new URL(url).host} ${why}, so your shop tells it nothing anymore. You can turn it on again at the desk, and it goes on where it stopped.`
  await queueMails(tx, [{ kind: 'hook_off', message, recipient }], at)
}
