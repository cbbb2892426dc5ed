import type { Db } from '#server/db/tables.ts'
import { type Composed, composeMail, type Farm, sayInForm } from './compose-mail.ts'
import { readFacts } from './mail-queries.ts'
import { readNotKept } from './not-kept-queries.ts'
import { wordsOfNotKept } from './not-kept-words.ts'
import type { OutboxMail } from './outbox.ts'

export async function composeMails(db: Db, mails: readonly OutboxMail[], farm: Farm): Promise<Map<number, Composed>> {
  const [ofOrders, ofPayments] = [await readFacts(db, mails), await readNotKept(db, mails)]
  const composed = mails.flatMap(({ id }): [number, Composed][] => {
    const [facts, notKept] = [ofOrders.get(id), ofPayments.get(id)]
    if (facts) return [[id, composeMail(facts, farm)]]
    return notKept ? [[id, sayInForm({ ...wordsOfNotKept(notKept, farm.linkOrigin), rows: [] }, notKept, farm)]] : []
  })
  return new Map(composed)
}
