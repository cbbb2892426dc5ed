import { randomUUID } from 'node:crypto'
import type { LetterText, SentLetter } from '#contract/letters.ts'
import { leavePath } from '#contract/newsletter-link.ts'
import { settingValue } from '#contract/setting-table.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { snapshot, write } from '#server/db/write.ts'
import { errorText } from '#server/features/mail/send-due.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import { newSecret } from '#server/http/cookies.ts'
import type { Letter, Mailer } from '#server/outside/mail.ts'
import type { Shop } from '#server/shop.ts'
import { composeLetter } from './compose-letter.ts'
import { findLetter, insertLetter, shownLetter } from './letter-queries.ts'
import { sendLetters } from './send-letters.ts'
import { countSubscribed } from './subscriber-queries.ts'

/**
 * Sends a letter to everybody who is subscribed now; its mails go out in batches. The same key with
 * the same words is the same letter, sent once. @throws Refusal 'mail-missing',
 * 'nobody-subscribed', 'letter-exists'
 */
export async function beginLetter(
  shop: Shop,
  letter: LetterText & { key: string },
): Promise<SentLetter> {
  requireMail(shop)
  const isNew = await write(shop.db, async (tx) => {
    const known = await findLetter(tx, { letter_key: letter.key })
    if (known) return false
    const recipients = await countSubscribed(tx)
    if (recipients === 0) throw new Refusal('nobody-subscribed', 'Nobody has subscribed yet.')
    if (!(await insertLetter(tx, { ...letter, recipients }, shop.now()))) return false
    const after = { subject: letter.subject, recipients }
    await recordChange(tx, { action: 'sent', subject: 'letter', before: null, after }, shop.now())
    return true
  })
  if (isNew) shop.later('send letters', () => sendLetters(shop))
  return snapshot(shop.db, async (db) => {
    const row = await findLetter(db, { letter_key: letter.key })
    if (row?.subject !== letter.subject || row.body !== letter.body)
      throw new Refusal(
        'letter-exists',
        'This newsletter was already sent with different text. Please start a new one.',
      )
    return shownLetter(db, row)
  })
}

/** Sent at once, so that a refusal is read. @throws Refusal 'mail-missing', 'mail-refused' */
export async function sendTestLetter(
  shop: Shop,
  { to, ...text }: LetterText & { to: string },
): Promise<void> {
  const mailer = requireMail(shop)
  const settings = await readSettings(shop.db)
  const leaveUrl = shop.linkOrigin + leavePath(newSecret())
  const composed = composeLetter(text, { settings, linkOrigin: shop.linkOrigin }, leaveUrl)
  const replyTo = settingValue(settings, 'contact_email')
  await sendNow(mailer, {
    ...composed,
    subject: `Test: ${composed.subject}`,
    leaveUrl,
    id: randomUUID(),
    to,
    replyTo,
  })
  const change = {
    action: 'tested',
    subject: 'letter',
    before: null,
    after: { subject: text.subject },
  }
  await write(shop.db, (tx) => recordChange(tx, change, shop.now()))
}

async function sendNow(mailer: Mailer, letter: Letter): Promise<void> {
  try {
    await mailer.send(letter)
  } catch (error) {
    throw new Refusal('mail-refused', `The mail server refused it: ${errorText(error)}`)
  }
}

export async function previewLetter(
  { db, linkOrigin }: Shop,
  letter: LetterText,
): Promise<{ html: string }> {
  const { html } = composeLetter(
    letter,
    { settings: await readSettings(db), linkOrigin },
    linkOrigin + leavePath(''),
  )
  return { html }
}

/** The mail server. @throws Refusal 'mail-missing' */
function requireMail({ mail }: Shop): Mailer {
  if (!mail)
    throw new Refusal(
      'mail-missing',
      'Email is not set up. Set SMTP_URL and MAIL_FROM on the server and restart the shop.',
    )
  return mail
}
