import { randomUUID } from 'node:crypto'
import { type Mail, mails } from '#contract/mail/mails.ts'
import { recordChange } from '#server/core/audit.ts'
import { noSuch, Refusal } from '#server/core/refusal.ts'
import { type Db, snapshot, write } from '#server/db/write.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import { type App, serve } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import { composeMails } from './compose-mail.ts'
import { findMail, listMails, reopenMail } from './mail-queries.ts'
import { sendFarmNewsLater } from './notify-farmer.ts'
import type { OutboxMail } from './outbox.ts'
import { sendDayMailsLater } from './send-mails.ts'

export function mailRoutes(app: App, shop: Shop): void {
  serve(app, mails.areSent, async () => ({ areSent: shop.mail !== null }))
  serve(app, mails.list, ({ query }) =>
    snapshot(shop.db, async (db) =>
      shownMails(shop, db, await listMails(db, MAX_SHOWN, shop.now(), query.orders)),
    ),
  )
  serve(app, mails.resend, ({ params }) => resendMail(shop, params.id))
}

const MAX_SHOWN = 100

async function shownMails({ linkOrigin }: Shop, db: Db, rows: readonly OutboxMail[]) {
  const composed = await composeMails(db, rows, { settings: await readSettings(db), linkOrigin })
  return rows.flatMap((row): Mail[] => {
    const mail = composed.get(row.id)
    if (!mail) return []
    const shown = {
      id: row.id,
      orderId: row.order_id,
      recipient: row.recipient,
      state: stateOf(row),
      createdAt: row.created_at,
      sentAt: row.sent_at,
      error: row.last_error,
      subject: mail.subject,
      text: mail.text,
    }
    return [shown]
  })
}

function stateOf(row: OutboxMail): Mail['state'] {
  if (row.sent_at) return 'sent'
  if (row.given_up_at) return row.last_error ? 'given-up' : 'dropped'
  return row.last_error ? 'failing' : 'waiting'
}

/**
 * Requeues a sent or abandoned mail, due now. A sent one goes out as a new message; an abandoned
 * one keeps its Message-ID, so that nobody reads it twice.
 * @throws Refusal 'not-found', 'mail-waiting', 'person-forgotten'
 */
async function resendMail(shop: Shop, id: number): Promise<Mail> {
  await write(shop.db, async (tx) => {
    const mail = await findMail(tx, id)
    if (!mail) noSuch('such email')
    if (!mail.recipient)
      throw new Refusal('person-forgotten', 'The address for this email was erased.')
    const uuid = mail.sent_at ? randomUUID() : mail.uuid
    if (!(await reopenMail(tx, mail, { uuid, at: shop.now() })))
      throw new Refusal(
        'mail-waiting',
        'This email is already on its way and will be retried automatically.',
      )
    const before = { sentAt: mail.sent_at, givenUpAt: mail.given_up_at }
    await recordChange(tx, { action: 'sent again', subject: `mail:${id}`, before }, shop.now())
  })
  shop.sendMails()
  sendDayMailsLater(shop)
  sendFarmNewsLater(shop)
  const [shown] = await snapshot(shop.db, async (db) => {
    const mail = await findMail(db, id)
    return mail ? shownMails(shop, db, [mail]) : []
  })
  if (!shown) noSuch('such email')
  return shown
}
