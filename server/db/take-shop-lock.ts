import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './tables.ts'

/** How often is looked whether the lock is free, and the pause between, in milliseconds. */
const MAX_TRIES = 20
const PAUSE = 100

/** Tries for two seconds: who held the lock may still be on its way out. */
export async function takeShopLock(tx: Db, taking: RawBuilder<unknown>): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const { rows } = await sql<{ free: boolean }>`select ${taking} as free`.execute(tx)
    if (rows[0]?.free || tries === MAX_TRIES) return rows[0]?.free ?? false
    await pause(PAUSE)
  }
}
