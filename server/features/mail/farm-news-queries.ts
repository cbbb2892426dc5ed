import type { Selectable } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { FarmNewsTable } from '#server/db/tables/mail.ts'
import type { Db } from '#server/db/tables.ts'
import { readDestinations } from '#server/features/calendar/read-destinations.ts'
import { isTestOrder } from '#server/features/standing/order-balance.ts'
import type { OutboxMail } from './outbox.ts'

export type OrderNews = {
  kind: 'order' | 'cancelled' | 'disputed'
  id: number
  name: string
  total: Cents
  isTest: boolean
  place: string | null
  /** YYYY-MM-DD */
  day: string | null
}

/** The news in one mail to the farmer, in the order it happened. */
export type News = (OrderNews | QuestionNews | LowNews)[]

type QuestionNews = { kind: 'question'; id: number; text: string }

export type LowNews = { kind: 'low'; id: number; name: string; stock: number }

export async function readNews(db: Db, mails: readonly OutboxMail[]): Promise<Map<number, News>> {
  const ids = mails.flatMap(({ id, kind }) => (kind === 'farm_news' ? id : []))
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('farm_news')
    .selectAll()
    .where('mail_id', 'in', ids)
    .orderBy('id')
    .execute()
  const [orders, questions] = [await readOrders(db, rows), await readQuestions(db, rows)]
  const products = await readProducts(db, rows)
  const found = rows.map(({ kind, order_id, question_id, product_id, mail_id }) => {
    const [order, question] = [orders.get(order_id ?? 0), questions.get(question_id ?? 0)]
    const product = products.get(product_id ?? 0)
    if (kind === 'question') return { mail_id, news: question ? [{ kind, ...question }] : [] }
    if (kind === 'low') return { mail_id, news: product ? [{ kind, ...product }] : [] }
    return { mail_id, news: order ? [{ kind, ...order }] : [] }
  })
  return new Map(
    [...Map.groupBy(found, ({ mail_id }) => mail_id ?? 0)].flatMap(([id, its]) => {
      const news: News = its.flatMap((one): News => one.news)
      return news.length > 0 ? [[id, news] as const] : []
    }),
  )
}

type Row = Selectable<FarmNewsTable>

async function readOrders(
  db: Db,
  rows: readonly Row[],
): Promise<Map<number, Omit<OrderNews, 'kind'>>> {
  const ids = [...new Set(rows.flatMap(({ order_id }) => order_id ?? []))]
  if (ids.length === 0) return new Map()
  const orders = await db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .selectAll('orders')
    .select('payments.livemode')
    .where('orders.id', 'in', ids)
    .execute()
  const destinations = await readDestinations(db, orders)
  return new Map(
    orders.map((order) => {
      const { place, day } = destinations.get(order.id) ?? { place: null, day: null }
      const isDelivery = order.delivery_method === 'shipping'
      const sold = {
        id: order.id,
        name: order.customer_name,
        total: order.total_cents,
        isTest: isTestOrder(order),
        place: isDelivery ? 'Delivery' : (place?.name ?? null),
        day: day?.day ?? order.pickup_date,
      }
      return [order.id, sold]
    }),
  )
}

async function readQuestions(
  db: Db,
  rows: readonly Row[],
): Promise<Map<number, { id: number; text: string }>> {
  const ids = rows.flatMap(({ question_id }) => question_id ?? [])
  if (ids.length === 0) return new Map()
  const questions = db.selectFrom('questions').select(['id', 'text']).where('id', 'in', ids)
  return new Map((await questions.execute()).map((question) => [question.id, question]))
}

async function readProducts(
  db: Db,
  rows: readonly Row[],
): Promise<Map<number, Omit<LowNews, 'kind'>>> {
  const ids = rows.flatMap(({ product_id }) => product_id ?? [])
  if (ids.length === 0) return new Map()
  const products = db.selectFrom('products').select(['id', 'name', 'stock']).where('id', 'in', ids)
  return new Map((await products.execute()).map((product) => [product.id, product]))
}
