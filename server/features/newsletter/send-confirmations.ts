import { confirmPath } from '#contract/newsletter-link.ts'
import { settingValue } from '#contract/setting-table.ts'
import { type Sending, sendDue } from '#server/features/mail/send-due.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { composeConfirmation } from './compose-confirmation.ts'
import { findSubscriber } from './subscriber-queries.ts'

/** Sends every confirmation that is due: in a line of its own, behind nobody's letter and before nobody's order. */
export function sendConfirmations(shop: Shop): Promise<void> {
  return sendDue(shop, CONFIRMATIONS)
}

const CONFIRMATIONS: Sending = {
  queue: 'confirmations',
  what: 'send a confirmation',
  maxAtOnce: 100,
  maxRound: 30_000,
  letterOf: async (db, { uuid, secret, subscriber_id }, { linkOrigin }) => {
    const subscriber = subscriber_id === null ? null : await findSubscriber(db, subscriber_id)
    if (subscriber?.state !== 'pending' || secret === null) return null
    const settings = await readSettings(db)
    const confirmation = { consent: subscriber.consent, url: linkOrigin + confirmPath(secret) }
    const composed = composeConfirmation(confirmation, { settings, linkOrigin })
    return { ...composed, id: uuid, to: subscriber.email, replyTo: settingValue(settings, 'contact_email') }
  },
}
