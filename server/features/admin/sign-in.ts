import type { AdminSession } from '#contract/people/admin.ts'
import type { PasswordCost } from '#server/config/config.ts'
import { recordChange } from '#server/core/audit.ts'
import { FARMER } from '#server/core/caller.ts'
import { compareAndSet, getValue } from '#server/core/key-value.ts'
import { Refusal } from '#server/core/refusal.ts'
import { write } from '#server/db/write.ts'
import { addressOf, callerOf, hangUpOf } from '#server/http/address-key.ts'
import type { Call } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import type { KnownDevices } from './known-devices.ts'
import type { PasswordCheck, PasswordClient } from './password-check.ts'
import { hashPassword, isCheaper, isPassword } from './passwords.ts'
import type { PasswordKey } from './prepare-password.ts'
import { recordRefusedTry } from './record-wrong-password.ts'
import { secondFactorSince } from './second-factor.ts'
import type { AdminSessions } from './sessions.ts'

export type SignInTools = {
  sessions: AdminSessions
  devices: KnownDevices
  check: PasswordCheck
  password: PasswordKey
  cost: PasswordCost
  publicUrl: string | null
}

/**
 * Makes the browser a known device.
 * @throws Refusal 'wrong-password', 'passkey-needed', 'too-often'
 */
export async function signIn(
  shop: Shop,
  tools: SignInTools,
  { password, keep }: { password: string; keep?: boolean | undefined },
  call: Call,
): Promise<AdminSession> {
  const stored = (await getValue(shop.db, tools.password)) ?? ''
  const by = await trierOf(tools.devices, call)
  if (!(await tools.check.isRight(by, () => isPassword(password, stored)))) {
    await recordRefusedTry(shop.db, shop.now(), 'wrong-password')
    throw new Refusal('wrong-password', 'Incorrect password', { field: 'password' })
  }
  if (isCheaper(stored, tools.cost))
    void shop.later('hash the password anew', () => rehash(shop, tools, password, stored))
  if ((await secondFactorSince(shop.db)) !== null) throw await passkeyNeeded(shop)
  const at = shop.now()
  const { session, device } = await write(shop.db, async (tx) => {
    const device = await tools.devices.remember(tx, call.request, at)
    const by = { ...callerOf(call.request), person: FARMER }
    const opening = { ...by, deviceHash: device.hash, keep }
    const session = await tools.sessions.open(tx, call.request, opening, at)
    await recordChange(tx, { action: 'signed in', subject: 'desk' }, at, by)
    return { session, device }
  })
  session.setCookie(call.reply)
  device.setCookie(call.reply)
  return session.shown
}

async function passkeyNeeded({ db, now }: Shop): Promise<Refusal> {
  await recordRefusedTry(db, now(), 'password-alone')
  return new Refusal(
    'passkey-needed',
    'The password is right, but this desk asks for a passkey: choose “Sign in with a passkey”. If the passkey is lost, run “farmstand passkeys-off” on the server.',
  )
}

export async function trierOf(
  devices: KnownDevices,
  { request, reply }: Call,
): Promise<PasswordClient> {
  const left = hangUpOf(reply)
  return { device: await devices.find(request), address: addressOf(request), left }
}

async function rehash(
  shop: Shop,
  tools: SignInTools,
  password: string,
  stored: string,
): Promise<void> {
  const dearer = await hashPassword(password, tools.cost)
  await write(shop.db, (tx) => compareAndSet(tx, tools.password, { from: stored, to: dearer }))
}
