import { randomUUID } from 'node:crypto'
import type { MailChange, MailSetup } from '#contract/mail/mail-setup.ts'
import { settingValue } from '#contract/settings/setting-table.ts'
import { DAY } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import { invalidField, Refusal, requireSetHere } from '#server/core/refusal.ts'
import { type Db, snapshot, write } from '#server/db/write.ts'
import {
  type Composed,
  type Farm,
  htmlOfParagraph,
  layOutMail,
  signOf,
} from '#server/features/mail/mail-layout.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import {
  explainMailFailure,
  type Mailer,
  type MailPatience,
  smtpMail,
} from '#server/outside/mail.ts'
import type { Shop } from '#server/shop.ts'
import {
  type DeskMail,
  describePlace,
  findMailServer,
  type MailSources,
  placeOf,
  readDeskMail,
  storeDeskMail,
} from './desk-mail.ts'

const SEVERAL =
  'This shop is on PostgreSQL, where several servers may share it: email is set by SMTP_URL and MAIL_FROM on each server.'
const VARIABLE =
  'Email is set by SMTP_URL and MAIL_FROM on the server. Change it there and restart the shop; or take both out to set it here.'

export async function showMail(shop: Shop, place: MailSources): Promise<MailSetup> {
  const shown = findMailServer(place)
  const { settings, waiting } = await snapshot(shop.db, async (db) => ({
    settings: await readSettings(db),
    waiting: await countWaiting(db, shop.now()),
  }))
  return {
    setBy: place.mail ? 'environment' : shown && 'desk',
    whyNot: whyNotHere(place),
    ...(shown ? describePlace(shown) : NOBODYS),
    testTo: settingValue(settings, 'contact_email').trim(),
    waiting,
  }
}

const NOBODYS = {
  host: '',
  port: 0,
  tls: 'starttls' as const,
  user: '',
  hasPassword: false,
  from: '',
}

function whyNotHere({ mail, databaseUrl }: MailSources): string | null {
  if (mail) return VARIABLE
  return databaseUrl ? SEVERAL : null
}

/**
 * Takes another mail server once a test email went through it; until then the former one stays.
 * @throws Refusal 'set-elsewhere', 'invalid' at its field, 'mail-refused' with what the server said
 */
export async function changeMail(
  shop: Shop,
  place: MailSources,
  change: MailChange,
): Promise<MailSetup> {
  requireSetHere(whyNotHere(place))
  requireMailPort(change)
  const former = readDeskMail(place.dataDir)
  const mail = withPassword(change, former)
  const mailer = await tryMail(shop, mail, change.testTo)
  await takeMail(shop, place, { former, mail, mailer, waited: change.waited ?? 'send-recent' })
  shop.sendMails()
  return showMail(shop, place)
}

/** Submission ports of mail servers; 2525 for networks that block the others. */
const MAIL_PORTS = [25, 465, 587, 2525]
const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1?\]?|0\.0\.0\.0)$/

/** Keeps the desk from being used to probe other ports of the shop's network. @throws Refusal */
function requireMailPort({ host, port }: MailChange): void {
  if (MAIL_PORTS.includes(port) || THIS_MACHINE.test(host)) return
  throw invalidField(
    'port',
    'Mail servers take mail on port 587, 465, 25 or 2525. For another port, set SMTP_URL on the server.',
  )
}

/** Removes the desk's mail server; mails then wait. @throws Refusal 'set-elsewhere' */
export async function removeMail(shop: Shop, place: MailSources): Promise<MailSetup> {
  requireSetHere(whyNotHere(place))
  const former = readDeskMail(place.dataDir)
  if (former)
    await takeMail(shop, place, { former, mail: null, mailer: null, waited: 'send-recent' })
  return showMail(shop, place)
}

/** An omitted password means the stored one, but never for another server or user. */
function withPassword(change: MailChange, former: DeskMail | null): DeskMail {
  const { host, port, tls, user, from } = change
  const isSame = former?.host === host && former.user === user
  const password = change.password ?? (isSame ? former.password : '')
  if (user !== '' && password === '')
    throw invalidField('password', 'Please enter the password of this user at the mail server.')
  return { host, port, tls, user, password: user === '' ? '' : password, from }
}

/** How long a farmer waits, in milliseconds; browsers give up after 30 seconds. */
const PATIENCE: MailPatience = { step: 8000, mail: 20_000, closing: 3000 }

async function tryMail(shop: Shop, mail: DeskMail, to: string): Promise<Mailer> {
  const settings = await readSettings(shop.db)
  const letter = composeTestLetter({ settings, linkOrigin: shop.linkOrigin })
  const at = placeOf(mail)
  try {
    await smtpMail(at, PATIENCE).send({
      ...letter,
      id: randomUUID(),
      to,
      replyTo: null,
    })
  } catch (error) {
    throw new Refusal('mail-refused', explainMailFailure(error, at))
  }
  return smtpMail(at)
}

type Taking = {
  former: DeskMail | null
  mail: DeskMail | null
  mailer: Mailer | null
  waited: NonNullable<MailChange['waited']>
}

async function takeMail(
  shop: Shop,
  { dataDir }: MailSources,
  { former, mail, mailer, waited }: Taking,
): Promise<void> {
  storeDeskMail(dataDir, mail)
  try {
    await write(shop.db, async (tx) => {
      const at = shop.now()
      if (mail) await dropWaiting(tx, waited === 'drop' ? 'now' : 'a day ago', at)
      if (mail) await tryWaitingNow(tx, at)
      const state = { before: former && shownIn(former), after: mail && shownIn(mail) }
      await recordChange(tx, { action: 'changed', subject: 'email', ...state }, at)
    })
  } catch (error) {
    storeDeskMail(dataDir, former)
    throw error
  }
  shop.mail = mailer
}

/** History shows no user or password. */
function shownIn({ host, port, from }: DeskMail): { server: string; from: string } {
  return { server: `${host}:${port}`, from }
}

function composeTestLetter(farm: Farm): Composed {
  const name = settingValue(farm.settings, 'farm_name').trim()
  const subject = `Test email from ${name}`
  const paragraphs = [
    'Email works. Your shop now sends its emails through this mail server.',
    'If this email landed in spam, your customers’ emails will too. Ask whoever manages your domain to let this server send for it (SPF, DKIM).',
    signOf(farm.settings),
  ]
  return {
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: layOutMail(subject, paragraphs.map(htmlOfParagraph), farm),
  }
}

/** A mail being sent is due again after two minutes; anything due later waits after a failure. */
const UNDER_WAY = 3 * 60_000

async function countWaiting(db: Db, at: Date): Promise<{ recent: number; older: number }> {
  const since = new Date(at.getTime() - DAY).toISOString()
  const { recent, all } = await db
    .selectFrom('outbox')
    .select((row) => [
      row.fn.countAll<number>().as('all'),
      row.fn.countAll<number>().filterWhere('created_at', '>=', since).as('recent'),
    ])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { recent, older: all - recent }
}

/** Nobody should get mail that waited for over a day; with `now`, none that waited at all. */
async function dropWaiting(tx: Db, since: 'a day ago' | 'now', at: Date): Promise<void> {
  const before = new Date(at.getTime() - (since === 'now' ? 0 : DAY)).toISOString()
  await tx
    .updateTable('outbox')
    .set({ given_up_at: at.toISOString(), last_error: null, secret: null })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('created_at', since === 'now' ? '<=' : '<', before)
    .execute()
}

async function tryWaitingNow(tx: Db, at: Date): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ due_at: at.toISOString() })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('last_error', 'is not', null)
    .where('due_at', '>', new Date(at.getTime() + UNDER_WAY).toISOString())
    .execute()
}
