import { mailboxKey } from '#contract/mail/mail-address.ts'
import type { LinkedSubscription, Subscriber } from '#contract/mail/newsletter.ts'
import { NEWSLETTER_CONSENT } from '#contract/mail/newsletter-consent.ts'
import { isLinkSecret } from '#contract/mail/newsletter-link.ts'
import { DAY } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import { hashOf, newSecret } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { deleteMailbox } from '#server/features/waiting-list/waiter-queries.ts'
import { formatCsv } from '#server/http/csv-form.ts'
import type { Shop } from '#server/shop.ts'
import { sendConfirmations } from './send-confirmations.ts'
import { type SubscriberRow, updateSubscriber } from './subscriber-queries.ts'

/** Milliseconds between confirmation mails to one address, however often it is entered. */
const BETWEEN_CONFIRMATIONS = DAY

/**
 * Stores an address once, however capitalized. With mail set up it must be confirmed by mail;
 * otherwise it is subscribed at once.
 * @throws Refusal 'newsletter-closed'
 */
export async function subscribe(shop: Shop, email: string): Promise<void> {
  if ((await readSetting(shop.db, 'newsletter_enabled')) === 'false')
    throw new Refusal('newsletter-closed', 'The newsletter isn’t taking new subscribers right now.')
  const [at, byMail] = [shop.now(), shop.mail !== null]
  await write(shop.db, (tx) => storeConsent(tx, email, { at, byMail }))
  if (byMail) shop.later('send a confirmation', () => sendConfirmations(shop))
}

async function storeConsent(tx: Db, email: string, { at, byMail }: { at: Date; byMail: boolean }) {
  const consent = { consent: NEWSLETTER_CONSENT, asked_at: at.toISOString() }
  // Locks the subscriber. A known one is written too, so both take equally long.
  const { id, state } = await tx
    .insertInto('subscribers')
    .values({
      ...consent,
      email,
      email_key: email.toLowerCase(),
      leave_secret: newSecret(),
      state: 'pending',
      confirmed_at: null,
      left_at: null,
    })
    .onConflict((known) =>
      known
        .column('email_key')
        .doUpdateSet((row) => ({ email_key: row.ref('excluded.email_key') })),
    )
    .returning(['id', 'state'])
    .executeTakeFirstOrThrow()
  if (state === 'subscribed') return
  // Without mail there is no way to ask whether they want it again.
  if (!byMail && state === 'left') return
  if (!byMail)
    return updateSubscriber(tx, id, {
      ...consent,
      state: 'subscribed',
      confirmed_at: null,
      left_at: null,
    })
  await updateSubscriber(tx, id, { ...consent, state: 'pending' })
  const since = new Date(at.getTime() - BETWEEN_CONFIRMATIONS).toISOString()
  const mails = tx.selectFrom('outbox').select('id').where('subscriber_id', '=', id)
  const recent = mails.where('kind', '=', 'confirm').where('created_at', '>', since)
  if (await recent.where('given_up_at', 'is', null).limit(1).executeTakeFirst()) return
  const secret = newSecret()
  const mail = { kind: 'confirm', subscriber_id: id } as const
  await queueMails(tx, [{ ...mail, secret, secret_hash: hashOf(secret) }], at)
}

/** How long a confirmation link works, in milliseconds. */
const GOOD_FOR = 7 * DAY

/** An expired link or a second click changes nothing. */
export async function confirmSubscription(db: Db, secret: string, now: Date): Promise<void> {
  if ((await findSubscriberBy(db, secret, now))?.state !== 'pending') return
  await write(db, async (tx) => {
    const subscriber = await findSubscriberBy(tx, secret, now)
    if (subscriber?.state !== 'pending') return
    const change = { state: 'subscribed' as const, confirmed_at: now.toISOString(), left_at: null }
    await updateSubscriber(tx, subscriber.id, change)
  })
}

async function findSubscriberBy(db: Db, secret: string, now: Date): Promise<SubscriberRow | null> {
  if (!isLinkSecret(secret)) return null
  const pending = db
    .selectFrom('outbox as mail')
    .innerJoin('subscribers', 'subscribers.id', 'mail.subscriber_id')
    .selectAll('subscribers')
    .where('mail.secret_hash', '=', hashOf(secret))
    .where('mail.created_at', '>', new Date(now.getTime() - GOOD_FOR).toISOString())
  return (await pending.executeTakeFirst()) ?? null
}

/** Stops all letters, queued ones included; an unknown secret changes nothing. */
export async function leaveNewsletter(db: Db, secret: string, now: Date): Promise<void> {
  const known = await findLeaving(db, secret)
  if (!known || known.state === 'left') return
  await write(db, async (tx) => {
    await updateSubscriber(tx, known.id, { state: 'left', left_at: now.toISOString() })
    const mails = tx.deleteFrom('outbox').where('subscriber_id', '=', known.id)
    await mails.where('kind', '=', 'confirm').execute()
  })
}

async function findLeaving(db: Db, secret: string): Promise<SubscriberRow | null> {
  if (!isLinkSecret(secret)) return null
  const row = db.selectFrom('subscribers').selectAll().where('leave_secret', '=', secret)
  return (await row.executeTakeFirst()) ?? null
}

/** Null for a bad link. Never shows the address: links get forwarded. */
export async function showConfirmation(
  db: Db,
  secret: string,
  now: Date,
): Promise<LinkedSubscription> {
  const found = await findSubscriberBy(db, secret, now)
  return found && { state: found.state }
}

export async function showSubscription(db: Db, secret: string): Promise<LinkedSubscription> {
  const found = await findLeaving(db, secret)
  return found && { state: found.state }
}

/** From the waiting list too; the history records that one was removed, not which. */
export async function removeSubscriber(db: Db, email: string, now: Date): Promise<void> {
  await write(db, async (tx) => {
    await deleteMailbox(tx, mailboxKey(email))
    const key = email.toLowerCase()
    const known = tx.selectFrom('subscribers').select('id').where('email_key', '=', key)
    const mails = tx.deleteFrom('outbox').where('kind', '=', 'confirm')
    await mails.where('subscriber_id', 'in', known).execute()
    const before = await tx
      .deleteFrom('subscribers')
      .where('email_key', '=', key)
      .returning(['state', 'asked_at as askedAt', 'confirmed_at as confirmedAt'])
      .executeTakeFirst()
    if (before) await recordChange(tx, { action: 'removed', subject: 'subscriber', before }, now)
  })
}

/** How long letter recipients are kept, in milliseconds; the count is kept forever. */
const RECIPIENT_RETENTION = 90 * DAY

export async function forgetUnconfirmed({ db, now }: Shop): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString()
  await write(db, async (tx) => {
    const mails = tx.deleteFrom('outbox').where('queue', '=', 'confirmations')
    await mails.where('created_at', '<', before(GOOD_FOR)).execute()
    const old = tx.selectFrom('subscribers').select('id').where('state', '=', 'pending')
    const rows = await old.where('asked_at', '<', before(GOOD_FOR)).execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) {
      // Those who had left before are back to having left.
      const left = tx.updateTable('subscribers').set({ state: 'left' }).where('id', 'in', ids)
      await left.where('left_at', 'is not', null).execute()
      const never = tx.deleteFrom('subscribers').where('id', 'in', ids)
      await never.where('left_at', 'is', null).execute()
    }
    const letters = tx.selectFrom('letters').select('id')
    const done = letters.where('done_at', '<', before(RECIPIENT_RETENTION))
    await tx.deleteFrom('outbox').where('letter_id', 'in', done).execute()
  })
}

const COLUMNS = ['Email', 'Status', 'Asked', 'Confirmed', 'Left', 'To']

export async function exportSubscribers(subscribers: readonly Subscriber[]): Promise<string> {
  const rows = subscribers.map((one) => [
    one.email,
    one.state,
    one.askedAt,
    one.confirmedAt ?? '',
    one.leftAt ?? '',
    one.consent,
  ])
  return formatCsv(COLUMNS, rows)
}
