import { STALL_GRANT_MS, type StallNoted, stall } from '#contract/market/stall.ts'
import { admin } from '#contract/people/admin.ts'
import { people } from '#contract/people/people.ts'
import { DAY } from '#contract/time/durations.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/request.ts'
import { changeStall, readStall, showChange, stallStore } from '../hub.ts'
import { type Grant, loadStall, reloadDay } from '../load-day.ts'
import { inTurn } from '../sync/in-turn.ts'
import { sendSoon } from '../sync/start-sending.ts'

/**
 * What the shop says of this phone: its days; that somebody has to sign in; how much the shop has of what the phone held
 * before the browser threw it away, so that it begins anew; or nothing at all.
 */
export type GateAnswer = Grant['days'] | StallNoted | 'signed-out' | 'away'

export async function openGate(): Promise<GateAnswer> {
  try {
    const [answer, phone] = [await call(stall.days), await (await stallStore()).phone()]
    if (answer.grant.deviceId !== phone.deviceId) return answer.noted
    await takeGrant(answer)
    return answer.days
  } catch (failure) {
    // Whoever is signed in at the desk of this browser is let in without a word.
    return isSignedOut(failure) ? grantPhone().catch(answerOf) : 'away'
  }
}

const isSignedOut = (failure: unknown) =>
  failure instanceof ApiFailure && [401, 403].includes(failure.status)

const answerOf = (failure: unknown): GateAnswer =>
  failure instanceof ApiFailure ? 'signed-out' : 'away'

/** @throws ApiFailure with a sentence for who signs in */
export async function signIn(password: string): Promise<void> {
  await call(admin.login, { body: { password } })
}

/** Makes this phone a helper's, by a link of the farmer's; answers whose. @throws ApiFailure for a link that is over */
export async function takeLink(secret: string): Promise<string> {
  const { name } = await call(people.linkDevice, { body: { secret } })
  return name
}

/**
 * Lets this phone work for two weeks more. One that the shop knows as somebody else's begins anew, as long as nothing
 * waits on it. @throws ApiFailure when nobody is signed in, or where it cannot begin anew
 */
export async function grantPhone(): Promise<Grant['days']> {
  const answer = await askForGrant().catch(async (failure) => {
    const isOther = failure instanceof ApiFailure && failure.refusal.code === 'in-use'
    if (!isOther || !(await (await stallStore()).beginAnew())) throw failure
    return askForGrant()
  })
  await takeGrant(answer)
  sendSoon()
  return answer.days
}

async function askForGrant(): Promise<Grant> {
  const { deviceId, grant } = await (await stallStore()).phone()
  const label = grant?.label ?? kindOfDevice(navigator.userAgent)
  return call(stall.grant, { body: { deviceId, label } })
}

/** What the farmer reads where a phone is lost, beside whose it is; the shop numbers those of one kind. */
function kindOfDevice(agent: string): string {
  const kinds = [/iPhone/, /iPad/, /Android/, /Mac OS/, /Windows/]
  const names = ['iPhone', 'iPad', 'Android phone', 'Mac', 'Windows computer']
  return names[kinds.findIndex((kind) => kind.test(agent))] ?? 'Phone'
}

async function takeGrant({ grant }: Grant): Promise<void> {
  const store = await stallStore()
  await store.changePhone({ grant, isEnded: false })
  changeStall({ reach: 'there' })
  await showChange()
}

/** Before its two weeks come near their end, whoever is signed in at the desk has the phone's time begin anew, once a day. */
export async function renewGrant(): Promise<void> {
  const endsAt = readStall().phone?.grant?.endsAt
  const isFresh = endsAt && Date.parse(endsAt) - Date.now() > STALL_GRANT_MS - DAY
  if (endsAt && !isFresh) await grantPhone().catch(() => {})
}

/** Shows a day; one that is on the phone at once, and any other as soon as it was loaded. @throws ApiFailure, or TypeError without a network */
export async function chooseDay(id: number): Promise<void> {
  if (!readStall().days.some((day) => day.id === id)) return inTurn(() => loadStall(id))
  await (await stallStore()).changePhone({ marketDayId: id })
  await showChange()
  sendSoon()
}

/** Shows the day that an address names, such as `/admin/stall?day=7#pack`; one that cannot be loaded changes nothing. */
export async function showNamedDay(): Promise<boolean> {
  const id = Number(new URLSearchParams(location.search).get('day'))
  if (!id) return false
  try {
    await chooseDay(id)
  } catch {
    return false
  }
  // Whoever comes from Today sees what Today counted.
  void reloadDay()
  history.replaceState(history.state, '', location.pathname + location.hash)
  return true
}
