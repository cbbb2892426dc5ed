import { randomUUID } from 'node:crypto'
import type { LetterText } from '#contract/letters.ts'
import { leavePath } from '#contract/newsletter-link.ts'
import { settingValue } from '#contract/setting-table.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { write } from '#server/db/write.ts'
import { errorText } from '#server/features/mail/send-due.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import { newSecret } from '#server/http/cookies.ts'
import type { Letter, Mailer } from '#server/outside/mail.ts'
import type { Shop } from '#server/shop.ts'
import { composeLetter } from './compose-letter.ts'
import { requireMail } from './require-mail.ts'

/**
 * Sends a letter to one address at once, so that the mail server's no is read at once; its way out leads nowhere.
 * @throws Refusal 'mail-missing', 'mail-refused'
 */
export async function sendTestLetter(shop: Shop, { to, ...text }: LetterText & { to: string }): Promise<void> {
  const mailer = requireMail(shop)
  const settings = await readSettings(shop.db)
  const leaveUrl = shop.linkOrigin + leavePath(newSecret())
  const composed = composeLetter(text, { settings, linkOrigin: shop.linkOrigin }, leaveUrl)
  const replyTo = settingValue(settings, 'contact_email')
  await sendNow(mailer, { ...composed, subject: `Test: ${composed.subject}`, leaveUrl, id: randomUUID(), to, replyTo })
  const change = { action: 'tested', subject: 'letter', before: null, after: { subject: text.subject } }
  await write(shop.db, (tx) => recordChange(tx, change, shop.now()))
}

async function sendNow(mailer: Mailer, letter: Letter): Promise<void> {
  try {
    await mailer.send(letter)
  } catch (error) {
    throw new Refusal('mail-refused', `The mail server refused it: ${errorText(error)}`)
  }
}
