import type { PasswordChange } from '#contract/people/admin.ts'
import type { PasswordCost } from '#server/config/config.ts'
import { recordChange } from '#server/core/audit.ts'
import { compareAndSet, deleteValue, getValue } from '#server/core/key-value.ts'
import { invalidField, type Refusal } from '#server/core/refusal.ts'
import { write } from '#server/db/write.ts'
import { endAllTokens } from '#server/features/tokens/edit-tokens.ts'
import type { Shop } from '#server/shop.ts'
import type { PasswordCheck, PasswordClient } from './password-check.ts'
import { EASY_PASSWORD, isEasyToGuess, shopTerms } from './password-strength.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { recordRefusedTry } from './record-wrong-password.ts'
import { endOthers, type SessionRow } from './session-rows.ts'

type PasswordTools = {
  check: PasswordCheck
  cost: PasswordCost
  by: PasswordClient
  session: SessionRow | null
  publicUrl: string | null
}

/**
 * Replaces the password and, in the same transaction, ends every other session with its stall
 * grants, forgets every other device, and ends API tokens unless they are to stay.
 * @throws Refusal 'invalid' at its field, 'too-often' when too many tries are waiting
 */
export async function changePassword(
  shop: Shop,
  change: PasswordChange,
  means: PasswordTools,
): Promise<void> {
  const { db, now } = shop
  const stored = (await getValue(db, 'admin_password_hash')) ?? ''
  if (!(await means.check.isRight(means.by, () => isPassword(change.currentPassword, stored)))) {
    await recordRefusedTry(db, now(), 'wrong-password')
    throw notTheCurrentOne()
  }
  if (change.newPassword.normalize('NFC') === change.currentPassword.normalize('NFC'))
    throw invalidField('newPassword', 'That is already your password.')
  if (await isEasyToGuess(change.newPassword, await shopTerms(db, means.publicUrl)))
    throw invalidField('newPassword', EASY_PASSWORD)
  const hash = await hashPassword(change.newPassword, means.cost)
  await write(db, async (tx) => {
    // Another browser may have changed it while we hashed.
    if (!(await compareAndSet(tx, 'admin_password_hash', { from: stored, to: hash })))
      throw notTheCurrentOne()
    await deleteValue(tx, 'made_password')
    await endOthers(tx, means.session, now())
    if (change.endsTokens ?? true) await endAllTokens(tx, now())
    await recordChange(tx, { action: 'changed', subject: 'password' }, now())
  })
}

function notTheCurrentOne(): Refusal {
  return invalidField('currentPassword', 'That is not the current password.')
}
