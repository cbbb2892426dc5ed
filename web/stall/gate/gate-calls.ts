import { STALL_GRANT_MS, type StallNoted, stall } from '#contract/market/stall.ts'
import { DAY } from '#contract/time/durations.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/request.ts'
import { changePhone, changeStall, readStall, stallStore } from '../hub.ts'
import type { Grant } from '../load-day.ts'
import { sendSoon } from '../sync/start-sending.ts'

/**
 * What the shop says about this phone: its days; that someone must sign in; how many notes the shop
 * got before the browser erased them, so that the phone starts over; or nothing.
 */
export type GateAnswer = Grant | StallNoted | 'signed-out' | 'away'

export async function openGate(): Promise<GateAnswer> {
  try {
    const [answer, phone] = [await call(stall.days), await (await stallStore()).phone()]
    if (answer.grant.deviceId !== phone.deviceId) return answer.noted
    await takeGrant(answer)
    return answer
  } catch (failure) {
    // Whoever is signed in at the desk in this browser is let in right away.
    return isSignedOut(failure) ? grantPhone().catch(answerOf) : 'away'
  }
}

const isSignedOut = (failure: unknown) =>
  failure instanceof ApiFailure && [401, 403].includes(failure.status)

const answerOf = (failure: unknown): GateAnswer =>
  failure instanceof ApiFailure ? 'signed-out' : 'away'

/**
 * Lets this phone work for two more weeks. If the shop knows it as someone else's, it starts over,
 * unless notes are waiting on it.
 * @throws ApiFailure when nobody is signed in, or it can't start over
 */
export async function grantPhone(): Promise<Grant> {
  const answer = await askForGrant().catch(async (failure) => {
    const isOther = failure instanceof ApiFailure && failure.refusal.code === 'in-use'
    if (!isOther || !(await (await stallStore()).beginAnew())) throw failure
    return askForGrant()
  })
  await takeGrant(answer)
  sendSoon()
  return answer
}

async function askForGrant(): Promise<Grant> {
  const { deviceId, grant } = await (await stallStore()).phone()
  const label = grant?.label ?? kindOfDevice(navigator.userAgent)
  return call(stall.grant, { body: { deviceId, label } })
}

function kindOfDevice(agent: string): string {
  const kinds = [/iPhone/, /iPad/, /Android/, /Mac OS/, /Windows/]
  const names = ['iPhone', 'iPad', 'Android phone', 'Mac', 'Windows computer']
  return names[kinds.findIndex((kind) => kind.test(agent))] ?? 'Phone'
}

async function takeGrant({ grant }: Grant): Promise<void> {
  changeStall({ reach: 'there' })
  await changePhone({ grant, isEnded: false })
}

/** Renews this phone's two weeks once a day, if someone is signed in at the desk. */
export async function renewGrant(): Promise<void> {
  const endsAt = readStall().phone?.grant?.endsAt
  const isFresh = endsAt && Date.parse(endsAt) - Date.now() > STALL_GRANT_MS - DAY
  if (endsAt && !isFresh) await grantPhone().catch(() => {})
}
