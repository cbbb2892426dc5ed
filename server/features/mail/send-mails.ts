import { settingValue } from '#contract/settings/setting-table.ts'
import { DAY, HOUR, MINUTE } from '#contract/time/durations.ts'
import { errorMessage } from '#server/core/error-message.ts'
import type { MailQueue } from '#server/db/mail-kinds.ts'
import { type Db, snapshot, write } from '#server/db/write.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import type { Letter, Mailer } from '#server/outside/mail.ts'
import type { Shop } from '#server/shop.ts'
import { composeMails } from './compose-mail.ts'
import type { Farm } from './mail-layout.ts'
import { isStillFor, readDayFacts } from './mail-queries.ts'
import { findDueMail, MAX_PAUSE, type OutboxMail, updateMail } from './outbox.ts'

/** Most mails per person in 24 hours, since anyone can enter anyone's address. */
const MAX_A_DAY = 10

export const sendMails = sender({
  queue: 'orders',
  what: 'send a mail',
  maxRound: 20_000,
  limitedWith: ['orders'],
  compose: async (db, mail, farm) => {
    if (!mail.recipient) return null
    const composed = (await composeMails(db, [mail], farm)).get(mail.id)
    if (!composed) throw new Error(`Email ${mail.id} has nothing to say.`)
    if (mail.kind === 'cancelled' && !(await isCancelled(db, mail))) return null
    return { to: mail.recipient, ...composed }
  },
})

/** Until when a mail must wait, and why; null when it needn't. */
async function heldBack({ db, now }: Shop, { limitedWith }: Sending, mail: OutboxMail) {
  // The farmer's own list is never held back.
  if (!limitedWith || mail.kind === 'day_list') return null
  const sentToday = await db
    .selectFrom('outbox')
    .select('sent_at')
    .where('queue', 'in', limitedWith)
    .where((row) => row(row.fn<string>('lower', ['recipient']), '=', mail.recipient.toLowerCase()))
    .where('sent_at', '>', new Date(now().getTime() - DAY).toISOString())
    .orderBy('sent_at')
    .execute()
  const oldest = sentToday.at(-MAX_A_DAY)?.sent_at
  if (!oldest) return null
  return {
    until: new Date(Date.parse(oldest) + DAY + 1),
    why: 'On hold: too many emails to one address today.',
  }
}

/** An order reopened in the meantime gets no cancellation mail. */
async function isCancelled(db: Db, { order_id }: OutboxMail): Promise<boolean> {
  const order = db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', order_id ?? 0)
  return (await order.executeTakeFirst())?.status === 'cancelled'
}

/** Delays after each failed try, in milliseconds; the last one repeats. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 12 * HOUR, MAX_PAUSE]

/** Give up on a mail after this long, in milliseconds. */
const MAX_WAIT = 3 * DAY

/** In ms, longer than any send: a mail claimed but not marked for this long is sent again. */
const BEGUN = 2 * MINUTE

/** The most mails of a queue per round. */
const MAX_AT_ONCE = 100

/** A round stops after this many failures in a row: the mail server may be down. */
const MAX_FAILURES = 3

type Sending = {
  queue: MailQueue
  what: string
  /** No new mail is begun this many milliseconds after a round began. */
  maxRound: number
  /** Queues that share one limit per person and day; absent without a limit. */
  limitedWith?: readonly MailQueue[]
  /** The mail to send; null when nobody should get it anymore. Reads one snapshot. */
  compose: (db: Db, mail: OutboxMail, farm: Farm, at: Date) => Promise<ComposedLetter | null>
}

/** Replies go to the farm; the message's ID is its row's, so retries are the same message. */
type ComposedLetter = Omit<Letter, 'id' | 'replyTo'>

/**
 * What sends a queue's due mails one by one. Each is claimed before sending and marked after, so a
 * crash in between resends the same Message-ID and never skips one. Without a mail server they wait.
 */
export function sender(sending: Sending) {
  const rounds = new WeakMap<Shop, Promise<void>>()
  return async (shop: Shop): Promise<void> => {
    if (!shop.mail) return
    const mailer = shop.mail
    const before = rounds.get(shop) ?? Promise.resolve()
    const round = before.then(() => sendRound(shop, mailer, sending))
    const ended = round.catch(() => undefined)
    rounds.set(shop, ended)
    await round
  }
}

async function sendRound(shop: Shop, mailer: Mailer, sending: Sending): Promise<void> {
  const end = shop.now().getTime() + sending.maxRound
  let failures = 0
  for (
    let count = 0;
    count < MAX_AT_ONCE && failures < MAX_FAILURES && shop.now().getTime() <= end;
    count++
  ) {
    const due = await findDueMail(shop.db, sending.queue, shop.now())
    if (!due) return
    const mail = await claim(shop, sending, due)
    if (mail) failures = (await sendOne(shop, mailer, { sending, mail })) ? 0 : failures + 1
  }
}

/** Claims a mail; abandons it when expired, postpones it while held back. Null: not now. */
async function claim(shop: Shop, sending: Sending, mail: OutboxMail): Promise<OutboxMail | null> {
  if (mail.not_after !== null && mail.not_after <= shop.now().toISOString()) {
    await giveUp(shop, mail, TOO_LATE)
    return null
  }
  if (hasWaited(mail, shop.now())) {
    await giveUp(shop, mail, WAITED, { not_after: shop.now().toISOString() })
    return null
  }
  const held = await heldBack(shop, sending, mail)
  if (held) {
    await putOff(shop, mail, held)
    return null
  }
  const attempts = mail.attempts + 1
  const due_at = new Date(shop.now().getTime() + BEGUN).toISOString()
  return (await write(shop.db, (tx) => updateMail(tx, mail, { attempts, due_at })))
    ? { ...mail, attempts }
    : null
}

const TOO_LATE = 'Not sent: it was too late for this email.'

const WAITED = 'Not sent: email was not set up for three days. You can send it now.'

/** Setting up mail must not send old mails that were never tried. */
function hasWaited({ attempts, due_at }: OutboxMail, at: Date): boolean {
  return attempts === 0 && Date.parse(due_at) < at.getTime() - MAX_WAIT
}

/** With `not_after`, nobody is warned of the failure. */
async function giveUp(
  shop: Shop,
  mail: OutboxMail,
  why: string,
  more: { not_after?: string } = {},
): Promise<void> {
  const change = { given_up_at: shop.now().toISOString(), last_error: why, ...more }
  await write(shop.db, (tx) => updateMail(tx, mail, change))
}

type Claimed = { sending: Sending; mail: OutboxMail }

/** False when it must be retried. */
async function sendOne(shop: Shop, mailer: Mailer, { sending, mail }: Claimed): Promise<boolean> {
  let letter: Letter | null = null
  try {
    letter = await snapshot(shop.db, (db) => letterOf(db, shop, { sending, mail }))
    if (letter) await mailer.send(letter)
  } catch (error) {
    shop.report(sending.what, error)
    await putOff(shop, mail, {
      until: new Date(shop.now().getTime() + pauseOf(mail)),
      why: errorText(error),
    })
    return false
  }
  const at = shop.now().toISOString()
  const change = { ...(letter ? { sent_at: at } : { given_up_at: at }), last_error: null }
  await write(shop.db, (tx) => updateMail(tx, mail, change))
  return true
}

/** Mails that expire soon are retried at least hourly. */
function pauseOf({ attempts, not_after }: OutboxMail): number {
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? DAY
  return not_after === null ? pause : Math.min(pause, HOUR)
}

async function letterOf(db: Db, { linkOrigin, now }: Shop, { sending, mail }: Claimed) {
  const settings = await readSettings(db)
  const letter = await sending.compose(db, mail, { settings, linkOrigin }, now())
  return letter && { ...letter, id: mail.uuid, replyTo: settingValue(settings, 'contact_email') }
}

async function putOff(shop: Shop, mail: OutboxMail, { until, why }: { until: Date; why: string }) {
  const isTooLate = until.getTime() > Date.parse(mail.created_at) + MAX_WAIT
  const given_up_at = isTooLate ? shop.now().toISOString() : null
  const change = { due_at: until.toISOString(), given_up_at, last_error: why }
  await write(shop.db, (tx) => updateMail(tx, mail, change))
}

export function errorText(error: unknown): string {
  return errorMessage(error).replace(/\s+/g, ' ').slice(0, 300)
}

const WHAT = 'send mails of market days'

export function sendDayMailsLater(shop: Shop): void {
  void shop.later(WHAT, () => sendDayMails(shop))
}

/**
 * Order and day mails share one limit per buyer, so that entering a stranger's address in many
 * orders can't flood it with reminders either.
 */
export const sendDayMails = sender({
  queue: 'days',
  what: WHAT,
  maxRound: 20_000,
  limitedWith: ['orders', 'days'],
  compose: async (db, mail, farm) => {
    if (!mail.recipient) return null
    const facts = (await readDayFacts(db, [mail])).get(mail.id)
    if (facts && !isStillFor(facts)) return null
    const composed = (await composeMails(db, [mail], farm)).get(mail.id)
    return composed ? { to: mail.recipient, ...composed } : null
  },
})
