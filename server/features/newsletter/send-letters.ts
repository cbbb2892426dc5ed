import { setImmediate as letOthersGo } from 'node:timers/promises'
import { leavePath } from '#contract/mail/newsletter-link.ts'
import { write } from '#server/db/write.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { type Sending, sendDue } from '#server/features/mail/send-mails.ts'
import type { Shop } from '#server/shop.ts'
import { composeLetter, readPictures } from './compose-letter.ts'
import {
  findLetter,
  type LetterRow,
  listNextRecipients,
  listUndone,
  moveLetter,
  tallyLetter,
} from './letter-queries.ts'
import { findSubscriber } from './subscriber-queries.ts'

/** Mails queued per transaction, few enough that no customer waits. */
const BATCH = 250

/**
 * Queues the remaining mails of letters, sends the next ones, and closes finished letters. Nobody
 * who has left gets one. Resumes after a crash.
 */
export async function sendLetters(shop: Shop): Promise<void> {
  if (!shop.mail) return
  for (const letter of await listUndone(shop.db))
    if (!letter.queued_at) await queueLetter(shop, letter)
  await sendDue(shop, LETTERS)
  for (const letter of await listUndone(shop.db)) await closeLetter(shop, letter)
}

async function queueLetter(shop: Shop, letter: LetterRow): Promise<void> {
  let at: LetterRow | null = letter
  while (at && !at.queued_at) {
    at = await queueBatch(shop, at)
    // SQLite answers without yielding to the event loop; this gives everyone else a turn.
    await letOthersGo()
  }
}

async function queueBatch(shop: Shop, letter: LetterRow): Promise<LetterRow | null> {
  return write(shop.db, async (tx) => {
    const next = await listNextRecipients(tx, letter, BATCH)
    const last_queued = next.at(-1) ?? letter.last_queued
    const queued_at = next.length < BATCH ? shop.now().toISOString() : null
    if (!(await moveLetter(tx, letter, { last_queued, queued_at }))) return null
    const mail = { kind: 'letter', letter_id: letter.id } as const
    await queueMails(
      tx,
      next.map((subscriber_id) => ({ ...mail, subscriber_id })),
      shop.now(),
    )
    return { ...letter, last_queued, queued_at }
  })
}

async function closeLetter(shop: Shop, letter: LetterRow): Promise<void> {
  if (!letter.queued_at) return
  const { waiting, ...counts } = await tallyLetter(shop.db, letter.id)
  if (waiting > 0) return
  await write(shop.db, (tx) =>
    moveLetter(tx, letter, { ...counts, done_at: shop.now().toISOString() }),
  )
}

const LETTERS: Sending = {
  queue: 'letters',
  what: 'send a letter',
  maxAtOnce: 100,
  maxRound: 30_000,
  compose: async (db, { letter_id, subscriber_id }, farm) => {
    const subscriber = subscriber_id === null ? null : await findSubscriber(db, subscriber_id)
    const letter = letter_id === null ? null : await findLetter(db, { id: letter_id })
    if (subscriber?.state !== 'subscribed' || !letter) return null
    const leaveUrl = farm.linkOrigin + leavePath(subscriber.leave_secret)
    const postalAddress = letter.postal_address
    const pictures = readPictures(letter.pictures)
    const composed = composeLetter({ ...letter, postalAddress, pictures }, farm, leaveUrl)
    return { to: subscriber.email, leaveUrl, ...composed }
  },
}
