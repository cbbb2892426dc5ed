import { sql } from 'kysely'
import type { SettingKey } from '#contract/setting-table.ts'
import type { NewsKind } from '#server/db/tables/mail.ts'
import type { Db } from '#server/db/tables.ts'

/** The switch of what the farmer is told of; a product has a limit of its own instead. */
const SWITCHES = {
  order: 'mail_new_orders',
  cancelled: 'mail_cancelled_orders',
  disputed: 'mail_disputes',
  question: 'mail_questions',
  low: 'no switch',
} as const satisfies Record<NewsKind, SettingKey | 'no switch'>

type News =
  | { kind: Exclude<NewsKind, 'question' | 'low'>; orderId: number }
  | { kind: 'question'; questionId: number }
  | { kind: 'low'; productId: number }

/**
 * Notes what the farmer is to hear of by mail, in the transaction of what happened; `notifyFarmer`
 * sends it with what else happened meanwhile.
 */
export async function notifyFarm(tx: Db, news: News, at: Date): Promise<void> {
  const given = { orderId: null, questionId: null, productId: null, ...news }
  const { kind, orderId, questionId, productId } = given
  // In one statement, as each order waits for it.
  await sql`
    insert into farm_news (kind, order_id, question_id, product_id, at)
    select ${kind}, cast(${orderId} as integer), cast(${questionId} as integer),
      cast(${productId} as integer), ${at.toISOString()}
    where not exists (select 1 from settings where key = ${SWITCHES[kind]} and value = 'false')
  `.execute(tx)
}
