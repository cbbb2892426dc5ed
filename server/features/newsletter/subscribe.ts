import { NEWSLETTER_CONSENT } from '#contract/newsletter-consent.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { hashOf, newSecret } from '#server/http/cookies.ts'
import type { Shop } from '#server/shop.ts'
import { wasMailedSince } from './newsletter-mail-queries.ts'
import { sendConfirmations } from './send-confirmations.ts'
import { updateSubscriber, upsertSubscriber } from './subscriber-queries.ts'

/** An address gets at most one confirmation in this time, however often it is typed; in milliseconds. */
const BETWEEN_CONFIRMATIONS = 24 * 60 * 60_000

/**
 * Keeps an address for the newsletter, once, however it is capitalized. Where mail is set up it is asked to confirm by mail;
 * where not, it is subscribed at once. @throws Refusal 'newsletter-closed'
 */
export async function subscribe(shop: Shop, email: string): Promise<void> {
  if ((await readSetting(shop.db, 'newsletter_enabled')) === 'false')
    throw new Refusal('newsletter-closed', 'The newsletter is not taking new subscribers right now.')
  const [at, byMail] = [shop.now(), shop.mail !== null]
  await write(shop.db, (tx) => storeConsent(tx, email, { at, byMail }))
  if (byMail) shop.later('send a confirmation', () => sendConfirmations(shop))
}

async function storeConsent(tx: Db, email: string, { at, byMail }: { at: Date; byMail: boolean }): Promise<void> {
  const consent = { consent: NEWSLETTER_CONSENT, asked_at: at.toISOString() }
  const { id, state } = await upsertSubscriber(tx, { ...consent, email, leave_secret: newSecret() })
  if (state === 'subscribed') return
  if (!byMail) return updateSubscriber(tx, id, { ...consent, state: 'subscribed', confirmed_at: null, left_at: null })
  await updateSubscriber(tx, id, { ...consent, state: 'pending' })
  if (await wasMailedSince(tx, id, new Date(at.getTime() - BETWEEN_CONFIRMATIONS))) return
  const secret = newSecret()
  const mail = { queue: 'confirmations', kind: 'confirm', subscriber_id: id } as const
  await queueMails(tx, [{ ...mail, secret, secret_hash: hashOf(secret) }], at)
}
