import { recall, remember, replaceMemory } from '#server/db/shop-memory.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { hashPassword, isPassword, makePassword } from './passwords.ts'
import { deleteAllSessions } from './session-queries.ts'

/** Under which name the hash is kept that sign-ins are checked against, and the password if it was made just now (it is shown once and never again). */
export type PreparedPassword = { keptAs: PasswordPlace; made: string | null }

/** One is the owner's to change at the desk, the other is what `ADMIN_PASSWORD` says. */
export type PasswordPlace = 'admin_password_hash' | 'environment_password_hash'

/** `ADMIN_PASSWORD` is the password while it is set; otherwise the stored one, made at the first start. There is no default. */
export async function preparePassword(db: Db, fromEnvironment: string | null): Promise<PreparedPassword> {
  if (fromEnvironment) {
    await keepEnvironmentHash(db, fromEnvironment)
    return { keptAs: 'environment_password_hash', made: null }
  }
  if (await recall(db, 'admin_password_hash')) return { keptAs: 'admin_password_hash', made: null }
  const made = makePassword()
  const hash = await hashPassword(made)
  const kept = await remember(db, 'admin_password_hash', hash)
  return { keptAs: 'admin_password_hash', made: kept === hash ? made : null }
}

/** Keeps the hash of `ADMIN_PASSWORD`; one that is new since the last start ends every session that was opened with another. */
async function keepEnvironmentHash(db: Db, password: string): Promise<void> {
  const known = await recall(db, 'environment_password_hash')
  if (known && (await isPassword(password, known))) return
  const hash = await hashPassword(password)
  await write(db, async (tx) => {
    await replaceMemory(tx, 'environment_password_hash', hash)
    await deleteAllSessions(tx)
  })
}
