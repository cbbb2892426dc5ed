import { randomUUID } from 'node:crypto'
import { setImmediate as letOthersGo } from 'node:timers/promises'
import type { LetterText, SentLetter } from '#contract/mail/letters.ts'
import { leavePath } from '#contract/mail/newsletter-link.ts'
import { settingValue, wrongInPostalAddress } from '#contract/settings/setting-table.ts'
import type { Setting } from '#contract/settings/settings.ts'
import { recordChange, recordEvent } from '#server/core/audit.ts'
import { newSecret } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, snapshot, write } from '#server/db/write.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { errorText, sender } from '#server/features/mail/send-mails.ts'
import { readSettings, readTimeZone } from '#server/features/settings/read-setting.ts'
import type { Letter, Mailer } from '#server/outside/mail.ts'
import type { Shop } from '#server/shop.ts'
import { composeLetter, findPictures, readPictures } from './compose-letter.ts'
import {
  findLetter,
  type LetterRow,
  listUndone,
  moveLetter,
  shownLetter,
  tallyLetter,
} from './letter-queries.ts'
import { deletePlan, listPlanned, listPlans, lockPlan, timeOf } from './plan-letter.ts'
import { countSubscribed, findSubscriber } from './subscriber-queries.ts'

/**
 * Sends a letter to all current subscribers, in batches. The same key with the same words is one
 * letter, sent once; a planned one is sent now instead.
 * @throws Refusal 'mail-missing', 'address-missing', 'nobody-subscribed', 'letter-exists'
 */
export async function beginLetter(
  shop: Shop,
  letter: LetterText & { key: string },
): Promise<SentLetter> {
  requireMail(shop)
  const isNew = await write(shop.db, async (tx) => {
    if (await findLetter(tx, { letter_key: letter.key })) return false
    const plan = await lockPlan(tx, { letter_key: letter.key })
    if (plan && !isSameText(plan, letter)) throw otherText()
    if (plan) await deletePlan(tx, plan.id)
    return addLetter(tx, letter, shop.now())
  })
  if (isNew) shop.later('send letters', () => sendLetters(shop))
  return snapshot(shop.db, async (db) => {
    const row = await findLetter(db, { letter_key: letter.key })
    if (!row || !isSameText(row, letter)) throw otherText()
    return shownLetter(db, row)
  })
}

function isSameText(row: LetterText, { subject, body }: LetterText): boolean {
  return row.subject === subject && row.body === body
}

function otherText(): Refusal {
  return new Refusal(
    'letter-exists',
    'This newsletter was already sent with different text. Please start a new one.',
  )
}

async function addLetter(tx: Db, letter: LetterText & { key: string }, now: Date) {
  const postalAddress = await requireAddress(tx)
  const recipients = await countSubscribed(tx)
  if (recipients === 0) throw new Refusal('nobody-subscribed', 'Nobody has subscribed yet.')
  const { key: letter_key, subject, body } = letter
  const row = {
    ...{ letter_key, subject, body, recipients, queued_at: null, done_at: null },
    begun_at: now.toISOString(),
    postal_address: postalAddress,
    pictures: JSON.stringify(await findPictures(tx, body)),
  }
  const added = tx.insertInto('letters').values(row)
  const once = added.onConflict((known) => known.column('letter_key').doNothing())
  const { numInsertedOrUpdatedRows = 0n } = await once.executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return false
  const after = { subject, recipients }
  await recordChange(tx, { action: 'sent', subject: 'letter', after }, now)
  return true
}

/**
 * Sends planned letters that are due, each once: removing the plan and starting the letter is one
 * transaction. One that can't go out waits, and becomes a question once it is too late.
 */
export async function beginPlanned(shop: Shop): Promise<void> {
  if (!shop.mail) return
  const now = shop.now()
  const timeZone = await readTimeZone(shop.db)
  for (const plan of await listPlans(shop.db)) {
    if (!timeOf(plan, timeZone, now).isDue) continue
    await write(shop.db, (tx) => beginPlan(tx, plan.id, now)).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
}

async function beginPlan(tx: Db, id: number, now: Date): Promise<void> {
  const plan = await lockPlan(tx, { id })
  if (!plan || !timeOf(plan, await readTimeZone(tx), now).isDue) return
  await deletePlan(tx, id)
  await addLetter(tx, { key: plan.letter_key, subject: plan.subject, body: plan.body }, now)
}

/** The caller waits for it. @throws Refusal 'mail-missing', 'address-missing', 'mail-refused' */
export async function sendTestLetter(shop: Shop, { to, ...text }: LetterText & { to: string }) {
  const mailer = requireMail(shop)
  const settings = await readSettings(shop.db)
  const leaveUrl = shop.linkOrigin + leavePath(newSecret())
  const postalAddress = await requireAddress(shop.db)
  const pictures = await findPictures(shop.db, text.body)
  const farm = { settings, linkOrigin: shop.linkOrigin }
  const composed = composeLetter({ ...text, postalAddress, pictures }, farm, leaveUrl)
  const replyTo = settingValue(settings, 'contact_email')
  await sendNow(mailer, {
    ...composed,
    subject: `Test: ${composed.subject}`,
    leaveUrl,
    id: randomUUID(),
    to,
    replyTo,
  })
  const after = { subject: text.subject }
  await recordEvent(shop.db, { action: 'tested', subject: 'letter', after }, shop.now())
}

async function sendNow(mailer: Mailer, letter: Letter): Promise<void> {
  try {
    await mailer.send(letter)
  } catch (error) {
    throw new Refusal('mail-refused', `The mail server refused it: ${errorText(error)}`)
  }
}

export async function previewLetter({ db, linkOrigin }: Shop, letter: LetterText) {
  const settings = await readSettings(db)
  const postalAddress = mailingAddressOf(settings)
  const pictures = await findPictures(db, letter.body)
  const { html } = composeLetter(
    { ...letter, postalAddress, pictures },
    { settings, linkOrigin },
    linkOrigin + leavePath(''),
  )
  return { html }
}

/** @throws Refusal 'mail-missing' */
function requireMail({ mail }: Shop): Mailer {
  if (!mail)
    throw new Refusal(
      'mail-missing',
      'Email is not set up. Please set it up under Settings › Email.',
    )
  return mail
}

export async function readMailingAddress(db: Db): Promise<string> {
  return mailingAddressOf(await readSettings(db))
}

/** The farm's address, if letters may bear it, unless it has another for them. */
function mailingAddressOf(settings: readonly Setting[]): string {
  const farm = settingValue(settings, 'business_address').trim()
  const own = settingValue(settings, 'postal_address').trim()
  return own || (wrongInPostalAddress(farm) === null ? farm : '')
}

/** Required in every letter's footer (CAN-SPAM Act, 15 U.S.C. 7704). */
async function requireAddress(db: Db): Promise<string> {
  const address = await readMailingAddress(db)
  if (address === '')
    throw new Refusal(
      'address-missing',
      'By law each newsletter must show your mailing address. Add it under Settings, Business Information.',
    )
  return address
}

/** Null where no letters can be sent. */
export async function readLetterTimes(db: Db, { hasMail, at }: { hasMail: boolean; at: Date }) {
  const people = Number(await countSubscribed(db))
  const hasAddress = (await readMailingAddress(db)) !== ''
  if (!hasMail || people === 0 || !hasAddress) return null
  const sent = await db
    .selectFrom('letters')
    .select('begun_at')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  const planned = (await listPlanned(db, at)).filter(({ isMissed }) => !isMissed)
  return { people, times: [...sent.map((one) => one.begun_at), ...planned.map((one) => one.dueAt)] }
}

/** Mails queued per transaction, few enough that no customer waits. */
const BATCH = 250

/** Queues the remaining mails and sends the next; nobody who left gets one. Survives a crash. */
export async function sendLetters(shop: Shop): Promise<void> {
  if (!shop.mail) return
  for (const letter of await listUndone(shop.db))
    if (!letter.queued_at) await queueLetter(shop, letter)
  await sendQueued(shop)
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
    const next = await tx
      .selectFrom('subscribers')
      .select('id as subscriber_id')
      .where('state', '=', 'subscribed')
      .where('id', '>', letter.last_queued)
      .where((row) => row(row.fn.coalesce('confirmed_at', 'asked_at'), '<=', letter.begun_at))
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const last_queued = next.at(-1)?.subscriber_id ?? letter.last_queued
    const queued_at = next.length < BATCH ? shop.now().toISOString() : null
    if (!(await moveLetter(tx, letter, { last_queued, queued_at }))) return null
    const mail = { kind: 'letter', letter_id: letter.id } as const
    const mails = next.map((reader) => ({ ...mail, ...reader }))
    await queueMails(tx, mails, shop.now())
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

const sendQueued = sender({
  queue: 'letters',
  what: 'send a letter',
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
})
