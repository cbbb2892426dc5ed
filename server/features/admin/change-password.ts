import type { PasswordChange } from '#contract/admin.ts'
import { exchangeMemory, recall } from '#server/db/shop-memory.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { Refusal } from '#server/http/errors.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { recordChange } from './record-change.ts'
import { deleteOtherSessions } from './session-queries.ts'

/** `keptSession` is the hash of the session that asked; null ends them all. */
type Wish = PasswordChange & { keptSession: string | null }

/**
 * Puts a new password in place of the one in use and ends every other session, in one transaction.
 * @throws Refusal 'invalid' at its field, 'too-often' when too many tries wait already
 */
export async function changePassword(db: Db, wish: Wish, now: Date): Promise<void> {
  const stored = (await recall(db, 'admin_password_hash')) ?? ''
  if (!(await isPassword(wish.currentPassword, stored))) throw notTheCurrentOne()
  if (wish.newPassword.normalize('NFC') === wish.currentPassword.normalize('NFC'))
    throw new Refusal('invalid', 'That is the password you have already.', { field: 'newPassword' })
  const hash = await hashPassword(wish.newPassword)
  await write(db, async (tx) => {
    // Another browser may have changed it while the slow hash was made.
    if (!(await exchangeMemory(tx, 'admin_password_hash', { from: stored, to: hash }))) throw notTheCurrentOne()
    await deleteOtherSessions(tx, wish.keptSession)
    await recordChange(tx, { action: 'changed', subject: 'password', before: null, after: null }, now)
  })
}

function notTheCurrentOne(): Refusal {
  return new Refusal('invalid', 'That is not the current password.', { field: 'currentPassword' })
}
