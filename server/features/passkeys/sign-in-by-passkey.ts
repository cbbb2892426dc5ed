import type { AdminSession } from '#contract/people/admin.ts'
import type { PasskeyAnswer } from '#contract/people/passkeys.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Person } from '#server/core/caller.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { endSessionsOfPasskeys } from '#server/features/admin/end-grants.ts'
import type { KnownDevices } from '#server/features/admin/known-devices.ts'
import type { AdminSessions } from '#server/features/admin/sessions.ts'
import { callerOf } from '#server/http/address-key.ts'
import type { Call } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import { type Challenges, spendChallenge } from './challenges.ts'
import { countSigned, findPasskey, type PasskeyRow } from './passkey-rows.ts'
import type { Site } from './passkey-site.ts'

type PasskeyDoor = {
  sessions: AdminSessions
  devices: KnownDevices
  challenges: Challenges
}

/**
 * Every failure gets the same answer, so nobody learns who has a passkey. Replaces any session the
 * browser had.
 * @throws Refusal 'passkey-refused'
 */
export async function signInByPasskey(
  shop: Shop,
  { sessions, devices, challenges }: PasskeyDoor,
  answer: PasskeyAnswer,
  { site, call }: { site: Site | null; call: Call },
): Promise<AdminSession> {
  const challenge = await challenges.read(call, null)
  const found = challenge && site && (await findPasskey(shop.db, answer.id, site))
  const counter = found
    ? await countSigned(answer, challenge.value, { row: found.row, site })
    : null
  if (!found || counter === null) throw refused()
  const at = shop.now()
  const opened = await write(shop.db, async (tx) => {
    const again = await findPasskey(tx, answer.id, site)
    if (!again || !(await spendChallenge(tx, challenge, at))) return null
    const by = { ...callerOf(call.request), person: again.person }
    if (isCopied(again.row, counter)) {
      await stopPasskey(tx, again, at)
      return null
    }
    const used = { counter, used_at: at.toISOString() }
    await tx.updateTable('passkeys').set(used).where('id', '=', again.row.id).execute()
    // Known devices get their own slot for password tries, and only the farmer has a password.
    const isFarmer = again.person.role === 'farmer'
    const device = isFarmer ? await devices.remember(tx, call.request, at) : null
    const session = await sessions.open(
      tx,
      call.request,
      { ...by, deviceHash: device?.hash ?? null, passkeyId: again.row.id, keep: answer.keep },
      at,
    )
    const after = { passkey: again.row.label }
    await recordChange(tx, { action: 'signed in', subject: 'desk', after }, at, by)
    return { session, device }
  })
  if (!opened) throw refused()
  opened.session.setCookie(call.reply)
  opened.device?.setCookie(call.reply)
  return opened.session.shown
}

function refused(): Refusal {
  return new Refusal(
    'passkey-refused',
    'This passkey doesn’t work here. Try again, or sign in another way.',
  )
}

/** A counting passkey never repeats a count unless it was cloned. */
function isCopied({ counter }: PasskeyRow, now: number): boolean {
  return (now > 0 || counter > 0) && now <= counter
}

async function stopPasskey(
  tx: Db,
  { row, person }: { row: PasskeyRow; person: Person },
  at: Date,
): Promise<void> {
  const stopped_at = at.toISOString()
  await tx.updateTable('passkeys').set({ stopped_at }).where('id', '=', row.id).execute()
  await endSessionsOfPasskeys(tx, [row.id], { at })
  const before = { name: row.label, person: person.name }
  await recordChange(tx, { action: 'stopped', subject: `passkey:${row.id}`, before }, at)
}
