import { ConfigError, type PasswordCost } from '#server/config/config.ts'
import { deleteValue, getValue, setIfAbsent, setValue } from '#server/core/key-value.ts'
import { type Db, write } from '#server/db/write.ts'
import { endAllTokens } from '#server/features/tokens/edit-tokens.ts'
import { EASY_PASSWORD, isEasyToGuess, shopTerms } from './password-strength.ts'
import { hashPassword, isPassword, makePassword } from './passwords.ts'
import { endOthers } from './session-rows.ts'

/** `made` is shown once and never again; `isEasy` is about ADMIN_PASSWORD. */
type PreparedPassword = { storedAs: PasswordKey; made: string | null; isEasy: boolean }

export type PasswordKey = 'admin_password_hash' | 'environment_password_hash'

type PasswordSetup = {
  adminPassword: string | null
  passwordCost: PasswordCost
  publicUrl: string | null
}

/**
 * `ADMIN_PASSWORD` is the password while it is set and stays so after it is removed, until the desk
 * changes it. One is generated only for a shop that never had a password; there is no default.
 * @throws ConfigError for a new one that is easy to guess on a public shop
 */
export async function preparePassword(
  db: Db,
  setup: PasswordSetup,
  now: Date,
): Promise<PreparedPassword> {
  if (setup.adminPassword !== null) {
    const isEasy = await storeEnvironmentHash(db, setup.adminPassword, setup, now)
    return { storedAs: 'environment_password_hash', made: null, isEasy }
  }
  const stored = { storedAs: 'admin_password_hash', isEasy: false } as const
  if (await getValue(db, 'admin_password_hash')) return { ...stored, made: null }
  const made = makePassword()
  const hash = await hashPassword(made, setup.passwordCost)
  const storedHash = await setIfAbsent(db, 'admin_password_hash', hash)
  if (storedHash !== hash) return { ...stored, made: null }
  await setIfAbsent(db, 'made_password', 'in use')
  return { ...stored, made }
}

/**
 * Stores the hash of `ADMIN_PASSWORD`; if it changed since the last start, ends every session
 * opened with another password, its stall grants, and every API token. Returns whether it is easy to guess, judged
 * once per password.
 */
async function storeEnvironmentHash(
  db: Db,
  password: string,
  { passwordCost, publicUrl }: PasswordSetup,
  now: Date,
): Promise<boolean> {
  const known = await getValue(db, 'environment_password_hash')
  const isStored = known !== null && (await isPassword(password, known))
  const verdict = isStored ? await getValue(db, 'environment_password_verdict') : null
  if (verdict !== null) return verdict === 'easy'
  const isEasy = await isEasyToGuess(password, await shopTerms(db, publicUrl))
  if (isEasy && !isStored && publicUrl?.startsWith('https:'))
    throw new ConfigError(`ADMIN_PASSWORD: ${EASY_PASSWORD}`)
  const hash = isStored ? known : await hashPassword(password, passwordCost)
  await write(db, async (tx) => {
    await setValue(tx, 'environment_password_verdict', isEasy ? 'easy' : 'fine')
    if (isStored) return
    await setValue(tx, 'environment_password_hash', hash)
    // An old desk password must not come back on the next start without the variable.
    await setValue(tx, 'admin_password_hash', hash)
    await deleteValue(tx, 'made_password')
    await endOthers(tx, null, now)
    await endAllTokens(tx, now)
  })
  return isEasy
}

export async function readPasswordWarning(
  db: Db,
  storedAs: PasswordKey,
): Promise<'easy' | 'made' | null> {
  if (storedAs === 'environment_password_hash')
    return (await getValue(db, 'environment_password_verdict')) === 'easy' ? 'easy' : null
  return (await getValue(db, 'made_password')) === null ? null : 'made'
}
