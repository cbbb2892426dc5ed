import type { Db } from '#server/db/write.ts'
import { listPasskeyRows } from './passkey-rows.ts'

/**
 * A warning when no passkey works under the shop's current name; null when one does, or none
 * exists.
 */
export async function warningOfName(db: Db, publicUrl: string | null): Promise<string | null> {
  if (publicUrl === null) return null
  const { hostname } = new URL(publicUrl)
  const rows = (await listPasskeyRows(db)).filter(({ stopped_at }) => stopped_at === null)
  if (rows.length === 0 || rows.some(({ rp_id }) => rp_id === hostname)) return null
  const names = [...new Set(rows.map(({ rp_id }) => rp_id))].join(', ')
  return `Your passkeys were made for ${names} and don’t work at ${hostname}, the address in PUBLIC_URL. Add new ones at the desk; if you can’t sign in, run farmstand passkeys-off on the server.`
}
