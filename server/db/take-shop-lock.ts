import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './tables.ts'

/** How often to try for the lock, and the pause between, in milliseconds. */
const MAX_TRIES = 20
const PAUSE = 100

/** Tries for two seconds: the previous holder may still be closing. */
export async function takeShopLock(tx: Db, taking: RawBuilder<unknown>): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const { rows } = await sql<{ free: boolean }>`select ${taking} as free`.execute(tx)
    if (rows[0]?.free || tries === MAX_TRIES) return rows[0]?.free ?? false
    await pause(PAUSE)
  }
}
