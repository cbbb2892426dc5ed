import type { Mail } from '#contract/mails.ts'
import type { Db } from '#server/db/tables.ts'
import { snapshot } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { composeMails } from './compose-mails.ts'
import { listMails as listRows, readFarm } from './mail-queries.ts'
import type { OutboxMail } from './outbox.ts'

const MAX_SHOWN = 100

export function listMails(shop: Shop): Promise<Mail[]> {
  return snapshot(shop.db, async (db) => shownMails(shop, db, await listRows(db, MAX_SHOWN)))
}

export async function shownMails({ linkOrigin }: Shop, db: Db, rows: readonly OutboxMail[]): Promise<Mail[]> {
  const composed = await composeMails(db, rows, { settings: await readFarm(db), linkOrigin })
  return rows.flatMap((row) => {
    const mail = composed.get(row.id)
    if (!mail) return []
    const { subject, text } = mail
    return [{ ...shownRow(row), orderId: row.order_id, subject, text }]
  })
}

function shownRow(row: OutboxMail) {
  return {
    id: row.id,
    recipient: row.recipient,
    state: stateOf(row),
    createdAt: row.created_at,
    sentAt: row.sent_at,
    error: row.last_error,
  }
}

function stateOf(row: OutboxMail): Mail['state'] {
  if (row.sent_at) return 'sent'
  if (row.given_up_at) return 'given-up'
  return row.last_error ? 'failing' : 'waiting'
}
