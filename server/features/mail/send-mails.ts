import { settingValue } from '#contract/setting-values.ts'
import { snapshot, write } from '#server/db/write.ts'
import type { Letter, Mailer } from '#server/outside/mail.ts'
import type { Shop } from '#server/shop.ts'
import { composeMail } from './compose-mail.ts'
import { findDueMail, listSentTo, type MailRow, readFacts, readFarm, updateMail } from './mail-queries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The pauses after the first, second, … failed try; after the last one it stays at that. In milliseconds. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 12 * HOUR, DAY]

/** A mail that cannot be sent for so long is given up, in milliseconds. */
const LONGEST = 3 * DAY

/** A mail that was begun and not marked for so long is begun again, in milliseconds; longer than any mail may take. */
const BEGUN = 2 * MINUTE

/** One person gets at most so many mails in 24 hours: anyone may type anyone's address. */
const MOST_A_DAY = 10

/** One round of a process sends at most so many, and ends after so many failures: the mail server may be away. */
const MOST_AT_ONCE = 100
const MOST_FAILURES = 3

const rounds = new WeakMap<Shop, Promise<void>>()

/**
 * Sends every mail that is due, one after the other. Each is claimed before it is sent and marked after, so that a crash
 * between the two sends the same message (the same Message-ID) again, and never leaves one out. Without a mail server they wait.
 */
export function sendMails(shop: Shop): Promise<void> {
  if (!shop.mail) return Promise.resolve()
  const mailer = shop.mail
  const before = rounds.get(shop) ?? Promise.resolve()
  const round = before.then(() => sendDue(shop, mailer))
  const kept = round.catch(() => undefined)
  rounds.set(shop, kept)
  return round
}

async function sendDue(shop: Shop, mailer: Mailer): Promise<void> {
  let failures = 0
  for (let count = 0; count < MOST_AT_ONCE && failures < MOST_FAILURES; count++) {
    const due = await findDueMail(shop.db, shop.now())
    if (!due) return
    const mail = await claim(shop, due)
    if (mail && !(await sendOne(shop, mailer, mail))) failures++
  }
}

/** Takes a mail for this process, or puts it off while its recipient has had enough for a day. Null: not now. */
async function claim(shop: Shop, mail: MailRow): Promise<MailRow | null> {
  const at = shop.now()
  const sentToday = await listSentTo(shop.db, mail.recipient, new Date(at.getTime() - DAY))
  const [oldest] = sentToday.slice(-MOST_A_DAY)
  if (oldest && sentToday.length >= MOST_A_DAY) {
    await putOff(shop, mail, new Date(Date.parse(oldest) + DAY + 1), 'Held back: many mails to one address today.')
    return null
  }
  const attempts = mail.attempts + 1
  const due_at = new Date(at.getTime() + BEGUN).toISOString()
  return (await write(shop.db, (tx) => updateMail(tx, mail, { attempts, due_at }))) ? { ...mail, attempts } : null
}

/** False when it has to be tried again. */
async function sendOne(shop: Shop, mailer: Mailer, mail: MailRow): Promise<boolean> {
  try {
    await mailer.send(await letterOf(shop, mail))
  } catch (error) {
    shop.report('send a mail', error)
    const pause = PAUSES[Math.min(mail.attempts, PAUSES.length) - 1] ?? DAY
    await putOff(shop, mail, new Date(shop.now().getTime() + pause), wordsOf(error))
    return false
  }
  await write(shop.db, (tx) => updateMail(tx, mail, { sent_at: shop.now().toISOString(), last_error: null }))
  return true
}

/** Tries a mail again later, or gives it up when later is too late. */
async function putOff(shop: Shop, mail: MailRow, until: Date, why: string): Promise<void> {
  const isTooLate = until.getTime() > Date.parse(mail.created_at) + LONGEST
  const given_up_at = isTooLate ? shop.now().toISOString() : null
  const change = { due_at: until.toISOString(), given_up_at, last_error: why }
  await write(shop.db, (tx) => updateMail(tx, mail, change))
}

async function letterOf(shop: Shop, mail: MailRow): Promise<Letter> {
  return snapshot(shop.db, async (db) => {
    const facts = (await readFacts(db, [mail])).get(mail.id)
    if (!facts) throw new Error(`Mail ${mail.id} has no order.`)
    const settings = await readFarm(db)
    const { subject, text, html } = composeMail(facts, { settings, linkOrigin: shop.linkOrigin })
    const replyTo = settingValue(settings, 'contact_email')
    return { id: mail.uuid, to: mail.recipient, replyTo, subject, text, html }
  })
}

/** What went wrong, for the desk; a mail server's words may be long. */
function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 300)
}
