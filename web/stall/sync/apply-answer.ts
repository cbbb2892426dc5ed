import type { StallReceived } from '#contract/market/stall.ts'
import type { Change, OutboxRow, Phone, SentRow } from '#web/stall/store/stored.ts'

type SyncState = {
  phone: Phone
  batch: readonly OutboxRow[]
  outbox: readonly OutboxRow[]
  sent: readonly SentRow[]
  /** The numbers that were named as gone with the sending. */
  announced: readonly number[]
}

/**
 * What an answer of the shop means for what the phone keeps. A row leaves the outbox
 * on its own result alone. What is above `seen`, or missing below it, is sent again:
 * so a lost answer heals, and so does a shop that went back to a backup.
 */
export function applyAnswer(known: SyncState, answer: StallReceived, now: Date): Change {
  const { phone, batch, outbox, sent, announced } = known
  const step = phone.step + 1
  const toSent = batch.flatMap((row, place) => {
    const result = answer.results[place]
    if (!result || (result.id !== null && result.id !== row.id)) return []
    const { outcome, words } = result
    return [{ ...row, outcome, words, step, at: now.getTime() }]
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
      lost: phone.lost + gone.filter((seq) => !announced.includes(seq)).length,
    },
  }
}

/** How many sent rows stay, and for how many days: after a restore the shop asks for them again. */
const RETENTION = { rows: 400, days: 30 }

function tooOld(sent: readonly SentRow[], now: Date): string[] {
  const since = now.getTime() - RETENTION.days * 86_400_000
  const older = sent.toSorted((a, b) => b.seq - a.seq).slice(RETENTION.rows)
  return older.filter(({ at }) => at < since).map(({ id }) => id)
}
