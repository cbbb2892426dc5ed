import {
  MAX_STALL_BODY,
  MAX_STALL_COMMANDS,
  STALL_VERSION,
  type StallReceived,
  type StallSending,
} from '#contract/market/stall.ts'
import { DAY } from '#contract/time/durations.ts'
import type { StallStore } from '../store/indexed-store.ts'
import type { Change, OutboxRow, Phone, SentRow } from '../store/stored.ts'

/** @throws NoAnswer */
export type Line = { send(sending: StallSending): Promise<StallReceived> }

/**
 * Why nothing was accepted: no answer; the grant is over, so someone must sign in; the farmer ended
 * it; too much at once; the shop asks to wait, or failed.
 */
export type NoAnswerReason = 'away' | 'signed-out' | 'ended' | 'too-long' | 'busy' | 'failed'

export class NoAnswer extends Error {
  readonly reason: NoAnswerReason
  /** The shortest wait, in seconds. */
  readonly retryAfter: number

  constructor(reason: NoAnswerReason, retryAfter = 0) {
    super(`The shop took nothing: ${reason}.`)
    this.name = 'NoAnswer'
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

type Sending = { store: StallStore; line: Line; now: () => Date }

type SendingEnd = { reason: 'done' | NoAnswerReason; retryAfter: number }

/** More rounds than a season's outbox needs; the next trigger serves a shop that keeps asking. */
const MAX_ROUNDS = 40

/**
 * Sends what waits in number order, each part after the previous one was answered. Only one runs at
 * a time per phone. Asks the shop even when nothing waits: its answer says what is missing.
 */
export async function sendOutbox(sending: Sending): Promise<SendingEnd> {
  const limit: Limit = { commands: MAX_STALL_COMMANDS, tooLong: new Set() }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    try {
      if (await sendPart(sending, limit)) return { reason: 'done', retryAfter: 0 }
    } catch (failure) {
      if (!(failure instanceof NoAnswer)) throw failure
      const { reason, retryAfter } = failure
      if (reason !== 'too-long') return { reason, retryAfter }
      if (limit.commands > 1) limit.commands = Math.ceil(limit.commands / 2)
      else if (limit.last) limit.tooLong.add(limit.last)
      else return { reason, retryAfter }
    }
  }
  return { reason: 'failed', retryAfter: 0 }
}

type Limit = {
  commands: number
  /** IDs that are too long even alone; those after them go on without them. */
  tooLong: Set<string>
  last?: string | undefined
}

async function sendPart({ store, line, now }: Sending, limit: Limit): Promise<boolean> {
  const [phone, outbox, sent] = [await store.phone(), await store.outbox(), await store.sent()]
  const able = outbox.filter(({ id }) => !limit.tooLong.has(id))
  const batch = nextBatch(able, limit.commands)
  limit.last = batch[0]?.id
  const answer = await line.send(
    sendingOf(phone, { batch, waiting: outbox.length - batch.length, now: now() }),
  )
  const change = applyAnswer({ phone, batch, outbox, sent }, answer, now())
  await store.apply(change)
  const isStuck = batch.length > 0 && change.toSent.length === 0
  return isStuck || (batch.length === able.length && change.toOutbox.length === 0)
}

/** Room for what surrounds the commands, in bytes. */
const AROUND = 2048

/** The first rows that fit in one call; at least one. */
function nextBatch(rows: readonly OutboxRow[], most: number): OutboxRow[] {
  let bytes = AROUND
  const fitting = rows.slice(0, most).findIndex(({ command, seq }) => {
    bytes += new TextEncoder().encode(JSON.stringify({ ...command, seq })).length + 1
    return bytes > MAX_STALL_BODY
  })
  return rows.slice(0, fitting < 0 ? most : Math.max(1, fitting))
}

type Part = { batch: readonly OutboxRow[]; waiting: number; now: Date }

export function sendingOf(phone: Phone, { batch, waiting, now }: Part): StallSending {
  return {
    version: STALL_VERSION,
    deviceId: phone.deviceId,
    sentAt: now.toISOString(),
    waiting,
    gone: phone.gone.slice(0, 50),
    commands: batch.map(({ command }) => command),
  }
}

type SyncState = {
  phone: Phone
  batch: readonly OutboxRow[]
  outbox: readonly OutboxRow[]
  sent: readonly SentRow[]
}

/**
 * What an answer changes in the phone's store. A row leaves the outbox only on its own result.
 * Whatever is above `seen`, or missing below it, is sent again, which makes up for lost answers and
 * for a shop restored from a backup.
 */
function applyAnswer(known: SyncState, answer: StallReceived, now: Date): Change {
  const { phone, batch, outbox, sent } = known
  const step = phone.step + 1
  const toSent = batch.flatMap((row, place) => {
    const result = answer.results[place]
    if (!result || (result.id !== null && result.id !== row.id)) return []
    const { outcome, message } = result
    return [{ ...row, outcome, message, step, at: now.getTime() }]
  })
  const missing = new Set(answer.missing)
  const again = sent.filter(
    ({ seq, outcome }) => (seq > answer.seen || missing.has(seq)) && outcome !== 'unreadable',
  )
  const held = new Set([...outbox, ...sent].map(({ seq }) => seq))
  const gone = answer.missing.filter((seq) => !held.has(seq))
  return {
    toSent,
    toOutbox: again.map(({ id, seq, command }) => ({ id, seq, command })),
    forget: tooOld([...sent, ...toSent], now),
    phone: {
      step,
      heardAt: now.toISOString(),
      gone,
      ...(toSent.some(({ outcome }) => outcome === 'quarantined') ? { isEnded: true } : {}),
      lost: phone.lost + gone.filter((seq) => !phone.gone.includes(seq)).length,
    },
  }
}

/** How many sent rows stay, and for how many days: after a restore the shop asks for them again. */
const RETENTION = { rows: 400, days: 30 }

function tooOld(sent: readonly SentRow[], now: Date): string[] {
  const since = now.getTime() - RETENTION.days * DAY
  const older = sent.toSorted((a, b) => b.seq - a.seq).slice(RETENTION.rows)
  return older.filter(({ at }) => at < since).map(({ id }) => id)
}
