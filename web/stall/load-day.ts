import type { OutputOf } from '#contract/endpoint.ts'
import { type StallDay, stall } from '#contract/market/stall.ts'
import { HOUR } from '#contract/time/durations.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/request.ts'
import { changeStall, readStall, showChange, stallStore } from './hub.ts'
import { storePictures } from './pictures.ts'
import { inTurn } from './sync/in-turn.ts'
import { reasonOf } from './sync/shop-line.ts'

/** A day is asked for anew after so long, in ms, while the shop can be reached: another phone may have handed over. */
const OLD = 60_000

/** The other places of its date, which somebody changes to now and then; in ms. */
const OTHERS_OLD = 10 * 60_000

/**
 * Loads a day and stores it on the phone; the caller holds the sync lock.
 * @throws ApiFailure, or TypeError without a network
 */
async function loadDay(id: number): Promise<StallDay> {
  const store = await stallStore()
  const { step } = await store.phone()
  const day = await call(stall.day, { params: { id: String(id) } })
  await store.storeDay({ id, day, step, loadedAt: Date.now() })
  await store.changePhone({ heardAt: new Date().toISOString(), isEnded: false })
  void storePictures(day)
  return day
}

/** All places of a date are on the phone: a tap changes between them without a network, too. */
async function loadOthers({ places, marketDay }: StallDay): Promise<void> {
  const stored = await (await stallStore()).days()
  const ageOf = (id: number) => Date.now() - (stored.find((day) => day.id === id)?.loadedAt ?? 0)
  for (const { id } of places) if (id !== marketDay.id && ageOf(id) > OTHERS_OLD) await loadDay(id)
}

/** Brings the chosen day up to date at once, after a change at the desk. */
export async function reloadDay(): Promise<void> {
  const id = readStall().phone?.marketDayId
  if (id == null) return
  await inTurn(() => loadDay(id)).catch(noteEnd)
  await showChange()
}

/** Brings the chosen day up to date; where that fails, the one that is kept stays. */
export async function reloadIfOld(): Promise<void> {
  const { phone, days } = readStall()
  const current = days.find(({ id }) => id === phone?.marketDayId)
  if (!current || document.visibilityState !== 'visible' || Date.now() - current.loadedAt < OLD)
    return
  const isOver = Date.now() > Date.parse(current.day.marketDay.closesAt) + OVER
  const next = isOver
    ? await call(stall.days).then((answer) => nearestOf(answer.days), noteEnd)
    : null
  await loadDay(next?.id ?? current.id)
    .then(async (day) => {
      if (next) await (await stallStore()).changePhone({ marketDayId: next.id })
      await loadOthers(day)
    })
    .catch(noteEnd)
}

/** So long after its market closes nobody counts a day any more, in ms: the next one takes its place by itself. */
const OVER = 12 * HOUR

/** The market day that is open, or opens next, and a pickup before a delivery; null where none can be loaded. */
export function nearestOf(days: Grant['days']): Grant['days'][number] | null {
  const ahead = days.filter(({ closesAt }) => Date.now() <= Date.parse(closesAt))
  const [nearest] = ahead.sort(
    (one, other) =>
      one.day.localeCompare(other.day) ||
      other.kind.localeCompare(one.kind) ||
      Date.parse(one.opensAt) - Date.parse(other.opensAt),
  )
  return nearest ?? days.at(-1) ?? null
}

/** Where the farmer ended the phone's grant, that is remembered; what waits is still offered. */
async function noteEnd(failure: unknown): Promise<void> {
  if (failure instanceof ApiFailure && reasonOf(failure.status, failure.refusal.code) === 'ended')
    await (await stallStore()).changePhone({ isEnded: true })
}

export type Grant = OutputOf<typeof stall.grant>

/** Asks the browser to keep what is stored, and shows the chosen day. */
export async function loadStall(id: number): Promise<void> {
  const day = await loadDay(id)
  await (await stallStore()).changePhone({ marketDayId: id })
  void navigator.storage?.persist?.().catch(() => false)
  changeStall({ reach: 'there' })
  await showChange()
  await loadOthers(day).then(showChange, noteEnd)
}
