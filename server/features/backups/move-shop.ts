import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { deleteValue, getValue } from '#server/core/key-value.ts'
import {
  findMovedShop,
  lockFolder,
  type MovedShop,
  NoShopError,
  openFile,
  openForCommand,
  openOlder,
  recordMove,
} from '#server/db/open-database.ts'
import { noTimeLimits } from '#server/db/postgres-dialect.ts'
import { findHome, takeAlone } from '#server/db/swap-schema.ts'
import { inAnotherDatabase } from '#server/db/transaction-context.ts'
import { type Db, write } from '#server/db/write.ts'
import { BackupError } from './backup-format.ts'
import { type Filled, fillShop } from './fill-shop.ts'
import { readShop } from './read-shop.ts'

/**
 * Copies a closed SQLite shop into an empty PostgreSQL in one transaction and verifies it. The
 * folder keeps everything and records where the shop went: both share one ID at the card provider,
 * so only one may be opened again.
 * @throws BackupError, ShopAlreadyOpenError, NoShopError
 */
export async function moveShop(
  { dataDir, to, now }: { dataDir: string; to: string; now: Date },
  onProgress: (done: number, total: number) => void,
): Promise<Filled> {
  await using source = await openOlder({ dataDir, databaseUrl: null })
  const unlock = lockFolder(dataDir)
  try {
    await using target = openForCommand(to)
    return await write(target.db, async (tx) => {
      await noTimeLimits(tx)
      if (!(await takeAlone(tx)) || (await findHome(tx)).tables.length > 0)
        throw new BackupError(
          'The PostgreSQL database is not empty. A shop can only move into an empty one. Nothing was changed.',
        )
      const storePicture = async () => {}
      const filling = fillShop({ engine: 'postgres', step: (work) => work(tx), storePicture }, now)
      const reader = { take: filling.take, onProgress }
      const tally = await inAnotherDatabase(() => readShop(source, reader, now))
      await filling.take({ kind: 'tally', tally })
      const filled = await filling.finish()
      // Before the commit there: if interrupted, the shop opens in neither place rather than in
      // both.
      await inAnotherDatabase(() => recordMove(source.db, to, now))
      return filled
    }).catch(async (error: unknown) => {
      await write(source.db, (tx) => deleteValue(tx, 'moved_to'))
      throw error
    })
  } finally {
    unlock()
  }
}

type WayBack = {
  dataDir: string
  /** Where the shop went, including the password; null if that database is gone. */
  databaseUrl: string | null
  lose: string | null
}

/**
 * Reopens a moved shop from its folder, as it was when it moved. Returns where it had gone; null if
 * it hadn't.
 * @throws BackupError while it is open there, or while orders there would be lost that `lose`
 * doesn't count
 */
export async function moveBack({ dataDir, databaseUrl, lose }: WayBack): Promise<MovedShop | null> {
  const file = join(dataDir, 'shop.db')
  if (!existsSync(file)) throw new NoShopError(`There is no shop in ${dataDir}.`)
  const unlock = lockFolder(dataDir)
  try {
    await using shop = openFile(file)
    const { db } = shop
    const moved = await findMovedShop(db)
    if (!moved) return null
    const forget = () => write(db, (tx) => deleteValue(tx, 'moved_to'))
    if (databaseUrl) await withNothingLost({ db, moved, databaseUrl, lose }, forget)
    else if (lose === 'everything') await forget()
    else
      throw new BackupError(
        `What would be lost at ${moved.to} can be seen only with its address in DATABASE_URL. ${KEEPS_ALL} If that database is gone for good: --lose everything`,
      )
    return moved
  } finally {
    unlock()
  }
}

const KEEPS_ALL =
  'To keep everything, make a backup there and restore it without DATABASE_URL instead.'

/** Runs while no server can open there. @throws BackupError */
async function withNothingLost(
  {
    db,
    moved,
    databaseUrl,
    lose,
  }: Omit<WayBack, 'dataDir'> & { db: Db; moved: MovedShop; databaseUrl: string },
  work: () => Promise<unknown>,
): Promise<void> {
  const id = await getValue(db, 'shop_id')
  const newest = db.selectFrom('orders').select((row) => row.fn.max('id').as('id'))
  const last = (await newest.executeTakeFirstOrThrow()).id ?? 0
  await using there = openForCommand(databaseUrl)
  await write(there.db, async (tx) => {
    if (!(await takeAlone(tx)))
      throw new BackupError(
        `The shop is open at ${moved.to}. Stop it first: two shops would sell the same goods.`,
      )
    if ((await getValue(tx, 'shop_id')) !== id)
      throw new BackupError(
        `At DATABASE_URL is another shop than the one that moved to ${moved.to}.`,
      )
    const newer = tx.selectFrom('orders').select((row) => row.fn.countAll<number>().as('n'))
    const { n: orders } = await newer.where('id', '>', last).executeTakeFirstOrThrow()
    if (orders > 0 && lose !== String(orders))
      throw new BackupError(
        `${orders === 1 ? 'One order was' : `${orders} orders were`} placed at ${moved.to} since ${moved.at.slice(0, 10)}, and would be lost. ${KEEPS_ALL} To lose them all the same: --lose ${orders}`,
      )
    await inAnotherDatabase(work)
  })
}
