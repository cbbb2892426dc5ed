import type { Db } from '#server/db/tables.ts'
import { type Composed, composeMail, type Farm, layOut } from './compose-mail.ts'
import { readFacts } from './mail-queries.ts'
import { readNotPlaced } from './not-placed-queries.ts'
import { notPlacedText } from './not-placed-text.ts'
import type { OutboxMail } from './outbox.ts'

export async function composeMails(db: Db, mails: readonly OutboxMail[], farm: Farm): Promise<Map<number, Composed>> {
  const [ofOrders, ofPayments] = [await readFacts(db, mails), await readNotPlaced(db, mails)]
  const composed = mails.flatMap(({ id }): [number, Composed][] => {
    const [facts, notPlaced] = [ofOrders.get(id), ofPayments.get(id)]
    if (facts) return [[id, composeMail(facts, farm)]]
    return notPlaced ? [[id, layOut({ ...notPlacedText(notPlaced, farm.linkOrigin), rows: [] }, notPlaced, farm)]] : []
  })
  return new Map(composed)
}
