import { recall, remember } from '#server/db/shop-memory.ts'
import type { Db } from '#server/db/tables.ts'
import { hashPassword, makePassword } from './passwords.ts'

/** The hash sign-ins are checked against, and the password if it was made just now (it is shown once and never again). */
export type PreparedPassword = { hash: string; made: string | null }

/** `ADMIN_PASSWORD` is the password while it is set; otherwise the stored one, made at the first start. There is no default. */
export async function preparePassword(db: Db, fromEnvironment: string | null): Promise<PreparedPassword> {
  if (fromEnvironment) return { hash: await hashPassword(fromEnvironment), made: null }
  const stored = await recall(db, 'admin_password_hash')
  if (stored) return { hash: stored, made: null }
  const made = makePassword()
  const hash = await remember(db, 'admin_password_hash', await hashPassword(made))
  return { hash, made }
}
