import { type Kysely, sql } from 'kysely'
import { OwnerError } from '#server/config/config.ts'
import { COLUMN_TYPES, type ColumnWords, type Engine } from './column-words.ts'
import { openTheShop } from './migrations/0001-open-the-shop.ts'
import { contentPages } from './migrations/0002-content-pages.ts'
import { addNewsletter } from './migrations/0003-newsletter.ts'
import { flagDisputes } from './migrations/0004-payments.ts'
import { refundsAndMail } from './migrations/0005-refunds-and-mail.ts'
import { findOrders } from './migrations/0006-find-orders.ts'
import { addRecipes } from './migrations/0007-recipes.ts'
import { unitsAndAllergens } from './migrations/0008-units-and-allergens.ts'
import { addLetters } from './migrations/0009-letters.ts'
import { addQuestions } from './migrations/0010-questions.ts'
import { addNews } from './migrations/0011-news.ts'
import { findGivenUpMails } from './migrations/0012-given-up-mails.ts'
import { addPaymentAddresses } from './migrations/0013-payment-addresses.ts'
import { dateHolds } from './migrations/0014-date-holds.ts'
import { countDeclines } from './migrations/0015-payment-declines.ts'
import { forgetPersons } from './migrations/0016-forget-persons.ts'
import { rememberGoodsThatLeft } from './migrations/0017-goods-that-left.ts'
import { forgetInventedContacts } from './migrations/0019-invented-contacts.ts'
import { whoWasAtTheDesk } from './migrations/0020-who-was-at-the-desk.ts'
import { addQuestionAddresses } from './migrations/0022-question-addresses.ts'
import { addSalesSums } from './migrations/0023-sales-sums.ts'
import { addOneOutbox } from './migrations/0024-one-outbox.ts'
import { addCalendar } from './migrations/0025-calendar.ts'
import { addWaitingList } from './migrations/0026-waiting-list.ts'
import { addOrderChanges } from './migrations/0027-order-changes.ts'
import { addShortHarvest } from './migrations/0028-short-harvest.ts'
import { addStockJournal } from './migrations/0029-stock-journal.ts'
import { addOtherPayments } from './migrations/0030-other-payments.ts'
import { addPackedTogether } from './migrations/0031-packed-together.ts'
import { addDayLimits } from './migrations/0032-day-limits.ts'
import { addFeesAndWeights } from './migrations/0033-fees-and-weights.ts'
import { addFarmNews } from './migrations/0036-farm-news.ts'
import { hideProducts } from './migrations/0037-hidden-products.ts'
import { addIngredientPrices } from './migrations/0038-ingredient-prices.ts'
import { addFigures } from './migrations/0039-figures.ts'
import { addPlannedLetters } from './migrations/0040-planned-letters.ts'
import { addPeople } from './migrations/0041-people.ts'
import { addStall } from './migrations/0043-stall.ts'
import { addGoodsOnTheTruck } from './migrations/0044-goods-on-the-truck.ts'
import { addPasskeys } from './migrations/0045-passkeys.ts'
import { addProductSeasons } from './migrations/0047-product-seasons.ts'
import { addStatusAtPlace } from './migrations/0048-status-at-place.ts'
import { addWhatLetIn } from './migrations/0049-what-let-in.ts'
import { noTimeLimits } from './postgres-dialect.ts'
import type { Db } from './tables.ts'
import { write } from './write.ts'

type Migration = { name: string; up: (tx: Kysely<never>, types: ColumnWords) => Promise<void> }

const MIGRATIONS: Migration[] = [
  { name: '0001-open-the-shop', up: openTheShop },
  { name: '0002-content-pages', up: contentPages },
  { name: '0003-newsletter', up: addNewsletter },
  { name: '0004-payments', up: flagDisputes },
  { name: '0005-refunds-and-mail', up: refundsAndMail },
  { name: '0006-find-orders', up: findOrders },
  { name: '0007-recipes', up: addRecipes },
  { name: '0008-units-and-allergens', up: unitsAndAllergens },
  { name: '0009-letters', up: addLetters },
  { name: '0010-questions', up: addQuestions },
  { name: '0011-news', up: addNews },
  { name: '0012-given-up-mails', up: findGivenUpMails },
  { name: '0013-payment-addresses', up: addPaymentAddresses },
  { name: '0014-date-holds', up: dateHolds },
  { name: '0015-payment-declines', up: countDeclines },
  { name: '0016-forget-persons', up: forgetPersons },
  { name: '0017-goods-that-left', up: rememberGoodsThatLeft },
  { name: '0019-invented-contacts', up: forgetInventedContacts },
  { name: '0020-who-was-at-the-desk', up: whoWasAtTheDesk },
  { name: '0022-question-addresses', up: addQuestionAddresses },
  { name: '0023-sales-sums', up: addSalesSums },
  { name: '0024-one-outbox', up: addOneOutbox },
  { name: '0025-calendar', up: addCalendar },
  { name: '0026-waiting-list', up: addWaitingList },
  { name: '0027-order-changes', up: addOrderChanges },
  { name: '0028-short-harvest', up: addShortHarvest },
  { name: '0029-stock-journal', up: addStockJournal },
  { name: '0030-other-payments', up: addOtherPayments },
  { name: '0031-packed-together', up: addPackedTogether },
  { name: '0032-day-limits', up: addDayLimits },
  { name: '0033-fees-and-weights', up: addFeesAndWeights },
  { name: '0036-farm-news', up: addFarmNews },
  { name: '0037-hidden-products', up: hideProducts },
  { name: '0038-ingredient-prices', up: addIngredientPrices },
  { name: '0039-figures', up: addFigures },
  { name: '0040-planned-letters', up: addPlannedLetters },
  { name: '0041-people', up: addPeople },
  { name: '0043-stall', up: addStall },
  { name: '0044-goods-on-the-truck', up: addGoodsOnTheTruck },
  { name: '0045-passkeys', up: addPasskeys },
  { name: '0047-product-seasons', up: addProductSeasons },
  { name: '0048-status-at-place', up: addStatusAtPlace },
  { name: '0049-what-let-in', up: addWhatLetIn },
]

export const MIGRATION_NAMES = MIGRATIONS.map(({ name }) => name)

const MIGRATION_LOCK = 726_574

export class NewerSchemaError extends OwnerError {}

/** Migrates in one transaction; a failure changes nothing. @throws NewerSchemaError */
export async function migrate(db: Db, engine: Engine, now: Date): Promise<void> {
  await write(db, (tx) => migrateWithin(tx, engine, now))
}

/** The same inside a transaction, or only up to the named migrations. @throws NewerSchemaError */
export async function migrateWithin(
  tx: Db,
  engine: Engine,
  now: Date,
  upTo?: readonly string[],
): Promise<void> {
  if (engine === 'postgres') {
    await noTimeLimits(tx)
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
  }
  await sql`create table if not exists schema_migrations (name text primary key, at text not null)`.execute(
    tx,
  )
  for (const migration of await pendingMigrations(tx)) {
    if (upTo && !upTo.includes(migration.name)) continue
    await migration.up(tx as unknown as Kysely<never>, COLUMN_TYPES[engine])
    await tx
      .insertInto('schema_migrations')
      .values({ name: migration.name, at: now.toISOString() })
      .execute()
  }
}

/** @throws NewerSchemaError when the database has a migration this release does not know */
export async function pendingMigrations(db: Db): Promise<Migration[]> {
  const done = (await db.selectFrom('schema_migrations').select('name').execute()).map(
    (row) => row.name,
  )
  const unknown = unknownMigrations(done)
  if (unknown.length > 0) {
    throw new NewerSchemaError(
      `The database is from a newer Farmstand (it knows ${unknown.join(', ')}). Please start that one.`,
    )
  }
  return MIGRATIONS.filter((migration) => !done.includes(migration.name))
}

export function unknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !MIGRATION_NAMES.includes(name))
}
