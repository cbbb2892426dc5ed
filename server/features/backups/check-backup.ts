import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import {
  type Held,
  MAX_DIFFERENCES,
  type RestoreDifference,
  type RestoreReport,
} from '#contract/backups/restore.ts'
import { type Cents, formatDollars, toDollars } from '#contract/money/money.ts'
import { SETTINGS, type SettingKey } from '#contract/settings/setting-table.ts'
import { getValue } from '#server/core/key-value.ts'
import { MIGRATIONS } from '#server/db/migrate.ts'
import { openForReading } from '#server/db/open-database.ts'
import { type Db, snapshot } from '#server/db/write.ts'
import type { BackupOrder } from '#server/outside/backup-runner.ts'
import { imageStoreOf, listMasters } from '#server/outside/open-image-store.ts'
import { countPasskeys } from './former-access.ts'
import { requireBackup } from './read-backup.ts'
import { fillFolder } from './restore-backup.ts'
import type { ShopLocation } from './write-backup.ts'

export type CheckProgress = { rows: number }

export type CheckedBackup = Omit<RestoreReport, 'id' | 'name' | 'bytes'>

/** Does all that a restore does except replace the shop, in its own folder. @throws BackupError */
export async function checkBackup(
  { where, file, passphrase, now }: BackupOrder,
  onProgress: (progress: CheckProgress) => void,
): Promise<CheckedBackup> {
  await requireBackup(file, passphrase)
  const staged = join(where.dataDir, 'restoring-check')
  await rm(staged, { recursive: true, force: true })
  await mkdir(staged, { mode: 0o700 })
  let pictures = 0
  const storePicture = async () => void pictures++
  let rows = 0
  const count = (more: number) => {
    rows += more
    onProgress({ rows })
  }
  const request = { file, passphrase, dataDir: where.dataDir, now: new Date(now) }
  try {
    return await fillFolder(
      request,
      { staged, storePicture, onRows: count },
      async (db, filled) => {
        const { about, booksDiffer, newlyDiffer } = filled
        const after = { ...(await readHeld(db)), pictures }
        const { facts, ...compared } = await compareWithShop(where, about)
        return {
          madeAt: about.madeAt,
          isOlderRelease: about.migrations.length < MIGRATIONS.length,
          ...compared,
          after,
          passkeys: compared.isSameShop ? 0 : await countPasskeys(db),
          booksDiffer: booksDiffer + newlyDiffer,
          ...compareShops(facts, compared.isSameShop ? await readFacts(db) : facts),
        }
      },
    )
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
}

async function compareWithShop(
  where: ShopLocation,
  { madeAt, shopId }: { madeAt: string; shopId: string | null },
): Promise<Pick<RestoreReport, 'isSameShop' | 'before' | 'since'> & { facts: Facts }> {
  await using shop = await openForReading(where)
  const id = await getValue(shop.db, 'shop_id')
  const pictures = (await listMasters(await imageStoreOf(where, id ?? ''))).length
  return await snapshot(shop.db, async (tx) => ({
    isSameShop: id !== null && id === shopId,
    before: { ...(await readHeld(tx)), pictures },
    since: await readOrdersSince(tx, madeAt),
    facts: await readFacts(tx),
  }))
}

type Row = Omit<Held, 'pictures' | 'taken' | 'givenBack'> & { taken: Cents; givenBack: Cents }

async function readHeld(db: Db): Promise<Omit<Held, 'pictures'>> {
  const { rows } = await sql<Row>`select
    (select count(*) from orders) as "orders",
    (select max(created_at) from orders) as "newestOrderAt",
    (select coalesce(sum(captured_cents), 0) from payments) as "taken",
    (select coalesce(sum(amount_cents), 0) from refunds where state <> 'failed') as "givenBack",
    (select count(*) from products where archived_at is null) as "products",
    (select count(*) from pages) as "pages",
    (select count(*) from subscribers where state = 'subscribed') as "subscribers"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A question without a table has one answer.')
  return { ...row, taken: toDollars(row.taken), givenBack: toDollars(row.givenBack) }
}

/** What the farmer should be told, under keys that both shops share. */
type Facts = ReadonlyMap<string, { label: string; value: string }>

async function readFacts(db: Db): Promise<Facts> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'name', 'price_cents', 'stock'])
    .where('archived_at', 'is', null)
    .orderBy('name')
    .execute()
  const settings = await db.selectFrom('settings').select(['key', 'value']).orderBy('key').execute()
  return new Map([
    ...products.flatMap(({ id, name, price_cents, stock }) => [
      [`price ${id}`, { label: `${name}, price`, value: formatDollars(price_cents) }] as const,
      [`stock ${id}`, { label: `${name}, in stock`, value: String(stock) }] as const,
      [`name ${id}`, { label: `${name}, name`, value: name }] as const,
    ]),
    ...settings.map(
      ({ key, value }) => [`setting ${key}`, { label: labelOf(key), value }] as const,
    ),
  ])
}

const labelOf = (key: string) => SETTINGS[key as SettingKey]?.label ?? key

function compareShops(
  now: Facts,
  then: Facts,
): Pick<RestoreReport, 'differences' | 'moreDifferences'> {
  const all: RestoreDifference[] = []
  for (const key of new Set([...now.keys(), ...then.keys()])) {
    const [before, after] = [now.get(key), then.get(key)]
    // A product that only one of them has is listed once, with its price.
    const isSaid = /^(?:stock|name) /.test(key) && !(before && after)
    if (before?.value !== after?.value && !isSaid)
      all.push({
        label: (before ?? after)?.label ?? key,
        before: shortened(before?.value),
        after: shortened(after?.value),
      })
  }
  const moreDifferences = Math.max(0, all.length - MAX_DIFFERENCES)
  return { differences: all.slice(0, MAX_DIFFERENCES), moreDifferences }
}

const LONGEST = 80

function shortened(value: string | undefined): string | null {
  if (value === undefined) return null
  return value.length > LONGEST ? `${value.slice(0, LONGEST).trimEnd()}…` : value
}

/** What going back to a backup would lose. */
export async function readOrdersSince(db: Db, madeAt: string): Promise<RestoreReport['since']> {
  const { orders, cents } = await db
    .selectFrom('orders')
    .select((row) => [
      row.fn.countAll<number>().as('orders'),
      row.fn.coalesce(row.fn.sum<Cents>('total_cents'), sql<Cents>`0`).as('cents'),
    ])
    .where('created_at', '>', madeAt)
    .executeTakeFirstOrThrow()
  return { orders, total: toDollars(cents) }
}
