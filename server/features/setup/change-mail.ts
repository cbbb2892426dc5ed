import { randomUUID } from 'node:crypto'
import type { MailChange, MailSetup } from '#contract/mail-setup.ts'
import { settingValue } from '#contract/setting-table.ts'
import type { MailPlace } from '#server/config/mail.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { snapshot, write } from '#server/db/write.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import { type Mailer, type MailPatience, smtpMail } from '#server/outside/mail.ts'
import { explainMailFailure } from '#server/outside/mail-failure.ts'
import type { Shop } from '#server/shop.ts'
import { composeTestLetter } from './compose-test-letter.ts'
import { type DeskMail, describePlace, placeOf, readDeskMail, storeDeskMail } from './desk-mail.ts'
import { countWaiting, dropWaiting, tryWaitingNow } from './waiting-mails.ts'

/** Where secrets lie, and what the server's variables say, which wins. */
export type SetupPlace = {
  dataDir: string
  databaseUrl: string | null
  mail: MailPlace | null
}

const SEVERAL =
  'This shop is on PostgreSQL, where several servers may share it: email is set by SMTP_URL and MAIL_FROM on each server.'
const VARIABLE =
  'Email is set by SMTP_URL and MAIL_FROM on the server. Change it there and restart the shop; or take both out to set it here.'

export async function showMail(shop: Shop, place: SetupPlace): Promise<MailSetup> {
  const desk = place.databaseUrl ? null : readDeskMail(place.dataDir)
  const shown = place.mail ?? (desk && placeOf(desk))
  const { settings, waiting } = await snapshot(shop.db, async (db) => ({
    settings: await readSettings(db),
    waiting: await countWaiting(db, shop.now()),
  }))
  return {
    setBy: place.mail ? 'environment' : desk ? 'desk' : null,
    whyNot: whyNotHere(place),
    ...(shown ? describePlace(shown) : NOBODYS),
    testTo: settingValue(settings, 'contact_email').trim(),
    waiting,
  }
}

const NOBODYS = {
  ...{ host: '', port: 0, tls: 'starttls' as const },
  ...{ user: '', hasPassword: false, from: '' },
}

function whyNotHere({ mail, databaseUrl }: SetupPlace): string | null {
  if (mail) return VARIABLE
  return databaseUrl ? SEVERAL : null
}

/**
 * Takes another mail server once a test letter went through it; until then the former one stays.
 * @throws Refusal 'set-elsewhere', 'invalid' at its field, 'mail-refused' with what the server said
 */
export async function changeMail(
  shop: Shop,
  place: SetupPlace,
  change: MailChange,
): Promise<MailSetup> {
  requireHere(place)
  requireMailPort(change)
  const former = readDeskMail(place.dataDir)
  const mail = withPassword(change, former)
  const mailer = await tryMail(shop, mail, change.testTo)
  await takeMail(shop, place, { former, mail, mailer, waited: change.waited ?? 'send-recent' })
  shop.sendMails()
  return showMail(shop, place)
}

/** Where mail servers take mail from programs; 2525 where a network blocks the others. */
const MAIL_PORTS = [25, 465, 587, 2525]
const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1?\]?|0\.0\.0\.0)$/

/** Nobody learns at the desk which other ports of the network around the shop are open. @throws Refusal */
function requireMailPort({ host, port }: MailChange): void {
  if (MAIL_PORTS.includes(port) || THIS_MACHINE.test(host)) return
  throw new Refusal(
    'invalid',
    'Mail servers take mail on port 587, 465, 25 or 2525. For another port, set SMTP_URL on the server.',
    { field: 'port' },
  )
}

/** Forgets what was set at the desk: from then on mails wait. @throws Refusal 'set-elsewhere' */
export async function removeMail(shop: Shop, place: SetupPlace): Promise<MailSetup> {
  requireHere(place)
  const former = readDeskMail(place.dataDir)
  if (former)
    await takeMail(shop, place, { former, mail: null, mailer: null, waited: 'send-recent' })
  return showMail(shop, place)
}

function requireHere(place: SetupPlace): void {
  const whyNot = whyNotHere(place)
  if (whyNot) throw new Refusal('set-elsewhere', whyNot)
}

/** A password that was left out is the stored one, which no other server and no other user gets. */
function withPassword(change: MailChange, former: DeskMail | null): DeskMail {
  const { host, port, tls, user, from } = change
  const isSame = former?.host === host && former.user === user
  const password = change.password ?? (isSame ? former.password : '')
  if (user !== '' && password === '')
    throw new Refusal('invalid', 'Please enter the password of this user at the mail server.', {
      field: 'password',
    })
  return { host, port, tls, user, password: user === '' ? '' : password, from }
}

/** How long a farmer waits for an answer, in milliseconds; a browser gives up after 30 seconds. */
const PATIENCE: MailPatience = { step: 8000, mail: 20_000, closing: 3000 }

async function tryMail(shop: Shop, mail: DeskMail, to: string): Promise<Mailer> {
  const settings = await readSettings(shop.db)
  const letter = composeTestLetter({ settings, linkOrigin: shop.linkOrigin })
  const at = placeOf(mail)
  try {
    await smtpMail(at, PATIENCE).send({
      ...letter,
      ...{ id: randomUUID(), to, replyTo: null },
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
  { dataDir }: SetupPlace,
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

/** What the history says: never a user or a password. */
function shownIn({ host, port, from }: DeskMail): { server: string; from: string } {
  return { server: `${host}:${port}`, from }
}
