import { recall, remember, replaceMemory } from '#server/db/shop-memory.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { hashPassword, isPassword, makePassword } from './passwords.ts'
import { deleteAllSessions } from './session-queries.ts'

/** The hash sign-ins are checked against, and the password if it was made just now (it is shown once and never again). */
export type PreparedPassword = { hash: string; made: string | null }

/** `ADMIN_PASSWORD` is the password while it is set; otherwise the stored one, made at the first start. There is no default. */
export async function preparePassword(db: Db, fromEnvironment: string | null): Promise<PreparedPassword> {
  if (fromEnvironment) return { hash: await environmentHash(db, fromEnvironment), made: null }
  const stored = await recall(db, 'admin_password_hash')
  if (stored) return { hash: stored, made: null }
  const made = makePassword()
  const hash = await remember(db, 'admin_password_hash', await hashPassword(made))
  return { hash, made }
}

/** The hash of `ADMIN_PASSWORD`; one that is new since the last start ends every session that was opened with another. */
async function environmentHash(db: Db, password: string): Promise<string> {
  const known = await recall(db, 'environment_password_hash')
  if (known && (await isPassword(password, known))) return known
  const hash = await hashPassword(password)
  await write(db, async (tx) => {
    await replaceMemory(tx, 'environment_password_hash', hash)
    await deleteAllSessions(tx)
  })
  return hash
}
