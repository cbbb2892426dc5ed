import { NEWSLETTER_CONSENT } from '#contract/newsletter-consent.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { Refusal } from '#server/http/errors.ts'

/** Keeps an address for the newsletter, once, however it is capitalised. @throws Refusal 'newsletter-closed' */
export async function subscribe(db: Db, email: string, now: Date): Promise<void> {
  if ((await readSetting(db, 'newsletter_enabled')) === 'false')
    throw new Refusal('newsletter-closed', 'The newsletter takes no subscribers at the moment.')
  const subscriber = {
    email_key: email.toLowerCase(),
    email,
    consent: NEWSLETTER_CONSENT,
    subscribed_at: now.toISOString(),
  }
  await write(db, (tx) =>
    tx
      .insertInto('subscribers')
      .values(subscriber)
      .onConflict((known) => known.column('email_key').doNothing())
      .execute(),
  )
}
