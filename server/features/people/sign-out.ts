import { recordChange } from '#server/core/audit.ts'
import { write } from '#server/db/write.ts'
import { callerOf } from '#server/http/address-key.ts'
import type { Call } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import type { GateStores } from './gates.ts'
import { findPerson } from './people-queries.ts'

export async function signOut(
  { db, now }: Shop,
  { sessions, devices }: GateStores,
  { request, reply }: Call,
): Promise<void> {
  const at = now()
  const caller = callerOf(request)
  const session = await sessions.ofRequest(request)
  const wasLinked = await write(db, async (tx) => {
    if (await sessions.close(tx, request)) {
      const person = session && (await findPerson(tx, session.person_id))
      await recordChange(tx, { action: 'signed out', subject: 'desk' }, at, { ...caller, person })
      return false
    }
    const device = await devices.endOwn(tx, request, at)
    if (!device) return false
    const subject = `device:${device.id}` as const
    const by = { ...caller, person: device.person }
    await recordChange(tx, { action: 'signed out', subject }, at, by)
    return true
  })
  if (wasLinked) devices.forgetCookie(reply)
  sessions.forgetCookie(reply)
}
