import type { Db } from '#server/db/tables.ts'
import { listPasskeyRows } from './passkey-rows.ts'

/**
 * What to tell the owner where no passkey works under the shop's name any more; null where one does, or there is none.
 */
export async function warningOfName(db: Db, publicUrl: string | null): Promise<string | null> {
  if (publicUrl === null) return null
  const { hostname } = new URL(publicUrl)
  const rows = (await listPasskeyRows(db)).filter(({ stopped_at }) => stopped_at === null)
  if (rows.length === 0 || rows.some(({ rp_id }) => rp_id === hostname)) return null
  const names = [...new Set(rows.map(({ rp_id }) => rp_id))].join(', ')
  return `The desk’s passkeys were made for ${names} and do not work at ${hostname}, which PUBLIC_URL names. Please make new ones at the desk; where the password alone does not open it, npm run passkeys:off lets it in again.`
}
