import { type Kysely, sql } from 'kysely'

/**
 * Who moved a stock, and by which command of the page's; what a count found, and what was promised
 * to orders then. The first index is in the order of a product's journal.
 */
export async function addStockJournal(tx: Kysely<never>): Promise<void> {
  for (const statement of [
    'alter table stock_movements add column device text',
    'alter table stock_movements add column address text',
    'alter table stock_movements add column command_id text',
    'alter table stock_movements add column counted integer check (counted >= 0)',
    'alter table stock_movements add column promised integer check (promised >= 0)',
    'drop index stock_movements_of_product',
    'create index stock_movements_of_product on stock_movements (product_id, id)',
    `create index stock_movements_counted on stock_movements (product_id, id)
      where reason = 'counted'`,
    `create unique index stock_movements_of_command on stock_movements (command_id)
      where command_id is not null`,
  ]) {
    await sql.raw(statement).execute(tx)
  }
}
