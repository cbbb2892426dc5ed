import type { Passkey, PasskeyList } from '#contract/people/passkeys.ts'
import { recordChange } from '#server/core/audit.ts'
import { FARMER, type Person } from '#server/core/caller.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { secondFactorSince, switchOnSecondFactor } from '#server/features/admin/second-factor.ts'
import type { SessionRow } from '#server/features/admin/session-rows.ts'
import { isFresh } from '#server/features/admin/sessions.ts'
import type { Shop } from '#server/shop.ts'
import {
  endSessionsOfPasskey,
  hasAnother,
  listPasskeyRows,
  type PasskeyRow,
  showPasskey,
} from './passkey-rows.ts'
import { NO_SITE, type Site } from './site.ts'

export type PasskeyCaller = { person: Person; session: SessionRow | null; site: Site | null }

export async function listPasskeys({ db, now }: Shop, by: PasskeyCaller): Promise<PasskeyList> {
  const isFarmer = by.person.role === 'farmer'
  const rows = await listPasskeyRows(db, isFarmer ? undefined : by.person.id)
  const since = isFarmer ? await secondFactorSince(db) : null
  return {
    personId: by.person.id,
    whyNot: by.site ? null : NO_SITE,
    passkeys: rows.map((row) => showPasskey(row, by.site)),
    secondFactor: isFarmer ? { since, isTried: isTried(rows, by, now()) } : null,
  }
}

/** @throws Refusal 'not-found', also for another person's passkey unless the farmer asks */
export function renamePasskey(
  { db, now }: Shop,
  id: number,
  { label, ...by }: PasskeyCaller & { label: string },
): Promise<Passkey> {
  return write(db, async (tx) => {
    const row = await requirePasskey(tx, id, by.person)
    await tx.updateTable('passkeys').set({ label }).where('id', '=', id).execute()
    const change = {
      action: 'changed',
      subject: `passkey:${id}`,
      before: { name: row.label },
    } as const
    await recordChange(tx, { ...change, after: { name: label } }, now())
    return showPasskey({ ...row, label }, by.site)
  })
}

/**
 * @throws Refusal 'not-found', or 'change-impossible' for the last passkey of a farmer who needs
 * one to sign in
 */
export async function removePasskey(
  { db, now }: Shop,
  id: number,
  by: PasskeyCaller,
): Promise<void> {
  await write(db, async (tx) => {
    const row = await requirePasskey(tx, id, by.person)
    const isNeeded =
      row.person_id === FARMER.id &&
      row.stopped_at === null &&
      (await secondFactorSince(tx)) !== null &&
      !(await hasAnother(tx, row))
    if (isNeeded)
      throw new Refusal(
        'change-impossible',
        'This passkey is the only way to sign in. Add another one, or switch back to password only.',
      )
    await tx.deleteFrom('passkeys').where('id', '=', id).execute()
    await endSessionsOfPasskey(tx, id, { but: by.session?.id_hash ?? null, at: now() })
    const change = {
      action: 'ended',
      subject: `passkey:${id}`,
      before: { name: row.label },
    } as const
    await recordChange(tx, { ...change, after: null }, now())
  })
}

/** @throws Refusal 'change-impossible' unless this session was just opened by a passkey */
export async function requirePasskeyToo({ db, now }: Shop, by: PasskeyCaller): Promise<void> {
  if (!isTried(await listPasskeyRows(db, FARMER.id), by, now()))
    throw new Refusal(
      'change-impossible',
      'Please sign in with your passkey first, so that it is sure to work.',
    )
  await switchOnSecondFactor(db, FARMER.id, now())
}

function isTried(
  rows: readonly PasskeyRow[],
  { session, site }: PasskeyCaller,
  now: Date,
): boolean {
  if (!session?.passkey_id) return false
  const passkey = rows.find(({ id }) => id === session.passkey_id)
  const isFarmers = passkey?.person_id === FARMER.id && showPasskey(passkey, site).worksHere
  return isFarmers && isFresh(session, now)
}

async function requirePasskey(tx: Db, id: number, { role, ...person }: Person) {
  const rows = await listPasskeyRows(tx, role === 'farmer' ? undefined : person.id)
  const row = rows.find((one) => one.id === id)
  if (!row) throw new Refusal('not-found', 'That passkey was already removed.')
  return row
}
