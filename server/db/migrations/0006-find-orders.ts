import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'
import { wordsOfOrder } from '../search-words.ts'

/** Orders are found by words, state, place and day, the newest first, however many there are. */
export async function findOrders(tx: Kysely<never>, { bytes, keyOnly }: ColumnWords): Promise<void> {
  for (const statement of statements(bytes, keyOnly)) await sql.raw(statement).execute(tx)
  await fillWords(tx)
}

/** Each way of narrowing has an index in the order of the list, so that a page costs a page. */
const statements = (bytes: string, keyOnly: string) => [
  `create index orders_newest on orders (created_at, id)`,
  `create index orders_of_status on orders (status, created_at, id)`,
  `create index orders_to_pack on orders (created_at, id) where status not in ('shipped', 'delivered', 'cancelled')`,
  `create index orders_disputed on orders (id) where disputed_at is not null`,
  `create index orders_of_place on orders (pickup_location, created_at, id) where pickup_location is not null`,
  `create index orders_to_deliver on orders (created_at, id) where delivery_method = 'shipping'`,
  `create index orders_of_pickup_day on orders (pickup_date, created_at, id) where pickup_date is not null`,
  `create index refunds_failed on refunds (payment_id) where state = 'failed'`,
  `create table order_words (
    word ${bytes} not null,
    order_id integer not null references orders (id),
    primary key (word, order_id)
  ) ${keyOnly}`,
  `create index order_words_of_order on order_words (order_id, word)`,
]

type Buyer = { id: number; customer_name: string; customer_email: string }

/** How many orders are read at once; each has a handful of words. */
const AT_ONCE = 500

async function fillWords(tx: Kysely<never>): Promise<void> {
  for (let last = 0; ; ) {
    const buyers = sql<Buyer>`select id, customer_name, customer_email from orders
      where id > ${last} order by id limit ${AT_ONCE}`
    const { rows } = await buyers.execute(tx)
    for (const row of rows)
      for (const word of wordsOfOrder(row))
        await sql`insert into order_words (word, order_id) values (${word}, ${row.id})`.execute(tx)
    if (rows.length < AT_ONCE) return
    last = rows.at(-1)?.id ?? last
  }
}
