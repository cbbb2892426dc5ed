import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { deleteValue } from '#server/core/key-value.ts'
import { findMovedShop, type MovedShop, recordMove } from '#server/db/moved-shop.ts'
import {
  lockFolder,
  NoShopError,
  openFile,
  openForCommand,
  openOlder,
} from '#server/db/open-database.ts'
import { noTimeLimits } from '#server/db/postgres-dialect.ts'
import { findHome, takeAlone } from '#server/db/swap-schema.ts'
import { inAnotherDatabase } from '#server/db/transaction-context.ts'
import { write } from '#server/db/write.ts'
import { BackupError } from './backup-format.ts'
import { type Filled, fillShop } from './fill-shop.ts'
import { readShop } from './read-shop.ts'

type Move = { dataDir: string; to: string; now: Date }

/**
 * Copies a SQLite shop that is closed into an empty PostgreSQL, in one transaction, and checks that
 * it is the same there. The folder keeps all it has, and says where the shop went: the shop keeps
 * its name at the card provider, so only one of the two may be opened again. @throws BackupError,
 * ShopAlreadyOpenError, NoShopError
 */
export async function moveShop(
  { dataDir, to, now }: Move,
  onProgress: (done: number, total: number) => void,
): Promise<Filled> {
  const source = await openOlder({ dataDir, databaseUrl: null })
  try {
    const unlock = lockFolder(dataDir)
    const target = openForCommand(to)
    try {
      return await write(target.db, async (tx) => {
        await noTimeLimits(tx)
        if (!(await takeAlone(tx)) || (await findHome(tx)).tables.length > 0)
          throw new BackupError(
            'The PostgreSQL database is not empty. A shop can only move into an empty one. Nothing was changed.',
          )
        const storePicture = async () => {}
        const filling = fillShop(
          { engine: 'postgres', step: (work) => work(tx), storePicture },
          now,
        )
        const reader = { take: filling.take, onProgress }
        const tally = await inAnotherDatabase(() => readShop(source, reader, now))
        await filling.take({ kind: 'tally', tally })
        const filled = await filling.finish()
        // Before the commit there: broken off in between, the shop opens nowhere by itself instead
        // of in two places.
        await inAnotherDatabase(() => recordMove(source.db, to, now))
        return filled
      }).catch(async (error: unknown) => {
        await write(source.db, (tx) => deleteValue(tx, 'moved_to'))
        throw error
      })
    } finally {
      await target.close()
      unlock()
    }
  } finally {
    await source.close()
  }
}

/**
 * Lets a shop that moved be opened again from its folder; answers where it had gone, null when it
 * had not. @throws ShopAlreadyOpenError, NoShopError
 */
export async function moveBack(dataDir: string): Promise<MovedShop | null> {
  const file = join(dataDir, 'shop.db')
  if (!existsSync(file)) throw new NoShopError(`There is no shop in ${dataDir}.`)
  const unlock = lockFolder(dataDir)
  const { db, close } = openFile(file)
  try {
    const moved = await findMovedShop(db)
    if (moved) await write(db, (tx) => deleteValue(tx, 'moved_to'))
    return moved
  } finally {
    await close()
    unlock()
  }
}
