import type { LetterText, SentLetter } from '#contract/letters.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { snapshot, write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { findLetterByKey, insertLetter, shownLetter } from './letter-queries.ts'
import { requireMail } from './require-mail.ts'
import { sendLetters } from './send-letters.ts'
import { countSubscribed } from './subscriber-queries.ts'

/**
 * Sends a letter to everybody who is subscribed now; its mails go out in batches. The same key with the same words is the same
 * letter, sent once. @throws Refusal 'mail-missing', 'nobody-subscribed', 'letter-exists'
 */
export async function beginLetter(shop: Shop, letter: LetterText & { key: string }): Promise<SentLetter> {
  requireMail(shop)
  const isNew = await write(shop.db, async (tx) => {
    const known = await findLetterByKey(tx, letter.key)
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
    const row = await findLetterByKey(db, letter.key)
    if (row?.subject !== letter.subject || row.body !== letter.body)
      throw new Refusal(
        'letter-exists',
        'This newsletter was already sent with different text. Please start a new one.',
      )
    return shownLetter(db, row)
  })
}
