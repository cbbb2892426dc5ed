import { compareAndSet, getValue, setIfAbsent } from '#server/core/key-value.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'

/** One comparison for unknown devices in so many milliseconds, by all processes of the shop together. */
const BETWEEN_TURNS = 1000

/** Takes the next turn to compare a password: 0 when it is taken, else the milliseconds until it can be. */
export async function claimPasswordTurn(db: Db, now: Date): Promise<number> {
  const last =
    (await getValue(db, 'password_turn')) ?? (await setIfAbsent(db, 'password_turn', new Date(0).toISOString()))
  const passed = now.getTime() - Date.parse(last)
  // A turn of the future was taken before the clock was set back.
  if (passed >= 0 && passed < BETWEEN_TURNS) return BETWEEN_TURNS - passed
  const taken = await write(db, (tx) => compareAndSet(tx, 'password_turn', { from: last, to: now.toISOString() }))
  return taken ? 0 : BETWEEN_TURNS
}
