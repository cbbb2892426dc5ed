import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/**
 * Products that left the stall and may come back: hidden ones, and deleted ones, which until now
 * were only kept where an order had them; their place on the stall; and from which stock on the
 * farmer is told of a product, with what tells of it.
 */
export async function hideProducts(tx: Kysely<never>, { engine, id }: ColumnWords): Promise<void> {
  for (const statement of [...PRODUCTS, ...news(id)]) await sql.raw(statement).execute(tx)
  // PostgreSQL alone counts apart from the rows.
  if (engine === 'postgres')
    await sql`select setval(pg_get_serial_sequence('farm_news', 'id'), max(id)) from farm_news
      having max(id) > 0`.execute(tx)
}

const PRODUCTS = [
  `alter table products add column deleted_at text check (deleted_at is null or archived_at is not null)`,
  `update products set deleted_at = archived_at where archived_at is not null`,
  `alter table products add column stall_place integer`,
  `alter table products add column low_limit integer check (low_limit >= 0)`,
  `alter table products add column low_told boolean not null default false`,
]

const INDEXES = ['farm_news_untold', 'farm_news_of_mail', 'farm_news_by_age']

const COLUMNS = 'id, kind, order_id, question_id, at, mail_id'

/** SQLite can widen no check in place. */
const news = (id: string) => [
  ...INDEXES.map((name) => `drop index ${name}`),
  `alter table farm_news rename to farm_news_before`,
  `create table farm_news (
    id ${id},
    kind text not null check (kind in ('order', 'cancelled', 'disputed', 'question', 'low')),
    order_id integer references orders (id),
    question_id integer references questions (id) on delete cascade,
    product_id integer references products (id),
    at text not null,
    mail_id integer,
    check ((kind = 'question') = (question_id is not null)),
    check ((kind = 'low') = (product_id is not null)),
    check ((kind in ('question', 'low')) = (order_id is null))
  )`,
  `insert into farm_news (${COLUMNS}) select ${COLUMNS} from farm_news_before order by id`,
  `drop table farm_news_before`,
  `create index farm_news_untold on farm_news (at) where mail_id is null`,
  `create index farm_news_of_mail on farm_news (mail_id) where mail_id is not null`,
  `create index farm_news_by_age on farm_news (at)`,
]
