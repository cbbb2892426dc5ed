import type { SettingKey } from '#contract/setting-table.ts'
import type { NewsKind } from '#server/db/tables/mail.ts'
import type { Db } from '#server/db/tables.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'

/** The switch of what the farmer is told of. */
const SWITCHES = {
  order: 'mail_new_orders',
  cancelled: 'mail_cancelled_orders',
  disputed: 'mail_disputes',
  question: 'mail_questions',
} as const satisfies Record<NewsKind, SettingKey>

type News =
  | { kind: Exclude<NewsKind, 'question'>; orderId: number }
  | { kind: 'question'; questionId: number }

/**
 * Notes what the farmer is to hear of by mail, in the transaction of what happened; `tellFarmer`
 * sends it with what else happened meanwhile.
 */
export async function tellFarm(tx: Db, news: News, at: Date): Promise<void> {
  if ((await readSetting(tx, SWITCHES[news.kind])) === 'false') return
  const about =
    news.kind === 'question' ? { question_id: news.questionId } : { order_id: news.orderId }
  await tx
    .insertInto('farm_news')
    .values({ kind: news.kind, ...about, at: at.toISOString() })
    .execute()
}
