import type { OutputOf } from '#contract/endpoint.ts'
import { type StallDay, stall } from '#contract/market/stall.ts'
import { STALL_PICTURES } from '#contract/market/stall-page.ts'
import { pictureName, variantUrl } from '#contract/products/pictures.ts'
import { HOUR } from '#contract/time/durations.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/request.ts'
import { changePhone, changeStall, readStall, showChange, stallStore } from './hub.ts'
import type { StoredDay } from './store/stored.ts'
import { inTurn } from './sync/in-turn.ts'
import { reasonOf } from './sync/shop-line.ts'

/** In ms. A day older than this is reloaded: another phone may have handed over. */
const OLD = 60_000

/** The same for the other places on that date, which people switch to now and then; in ms. */
const OTHERS_OLD = 10 * 60_000

/** The caller holds the sync lock. @throws ApiFailure, or TypeError without a network */
async function loadDay(id: number): Promise<StallDay> {
  const store = await stallStore()
  const { step } = await store.phone()
  const day = await call(stall.day, { params: { id: String(id) } })
  await store.storeDay({ id, day, step, loadedAt: Date.now() })
  await store.changePhone({ heardAt: new Date().toISOString(), isEnded: false })
  void storePictures(day)
  return day
}

/** By this phone's clock, which may have been set back since. */
const isOlder = ({ loadedAt }: StoredDay, ms: number) => Math.abs(Date.now() - loadedAt) >= ms

/** By the shop's clock when it answered, and the time that has passed on this phone since. */
export function isLongOver({ day, loadedAt }: StoredDay, ms: number): boolean {
  const now = Date.parse(day.at) + Date.now() - loadedAt
  return now > Date.parse(day.marketDay.closesAt) + ms
}

async function loadOthers({ places, marketDay }: StallDay): Promise<void> {
  const stored = await (await stallStore()).days()
  for (const { id } of places) {
    const known = stored.find((day) => day.id === id)
    if (id !== marketDay.id && (!known || isOlder(known, OTHERS_OLD))) await loadDay(id)
  }
}

export async function reloadDay(): Promise<void> {
  const id = readStall().phone?.marketDayId
  if (id == null) return
  await inTurn(() => loadDay(id)).catch(noteEnd)
  await showChange()
}

export async function reloadIfOld(): Promise<void> {
  const { phone, days } = readStall()
  const current = days.find(({ id }) => id === phone?.marketDayId)
  if (!current || document.visibilityState !== 'visible' || !isOlder(current, OLD)) return
  const next = isLongOver(current, OVER) ? await call(stall.days).then(nextDay, noteEnd) : null
  await loadDay(next?.id ?? current.id)
    .then(async (day) => {
      if (next) await (await stallStore()).changePhone({ marketDayId: next.id })
      await loadOthers(day)
    })
    .catch(noteEnd)
}

/** This long after closing, in ms, nobody is counting anymore and the next day takes over. */
const OVER = 12 * HOUR

/** Null while the shown day isn't over at the shop, or somebody chose it not long ago. */
function nextDay({ days, at }: Days): Grant['days'][number] | null {
  const { day, chosenAt } = readStall()
  const isOver = day && Date.parse(at) > Date.parse(day.marketDay.closesAt) + OVER
  return isOver && performance.now() - chosenAt > OVER ? nearestOf({ days, at }) : null
}

type Days = Pick<Grant, 'days' | 'at'>

/** The day that is open or opens next, pickup before delivery; null if none can be loaded. */
export function nearestOf({ days, at }: Days): Grant['days'][number] | null {
  const ahead = days.filter(({ closesAt }) => Date.parse(at) <= Date.parse(closesAt))
  const [nearest] = ahead.sort(
    (one, other) =>
      one.day.localeCompare(other.day) ||
      other.kind.localeCompare(one.kind) ||
      Date.parse(one.opensAt) - Date.parse(other.opensAt),
  )
  return nearest ?? days.at(-1) ?? null
}

/** Remembers that the farmer ended the phone's grant. What waits is still offered to the shop. */
async function noteEnd(failure: unknown): Promise<void> {
  if (failure instanceof ApiFailure && reasonOf(failure.status, failure.refusal.code) === 'ended')
    await (await stallStore()).changePhone({ isEnded: true })
}

export type Grant = OutputOf<typeof stall.grant>

export async function loadStall(id: number): Promise<void> {
  const day = await loadDay(id)
  void navigator.storage?.persist?.().catch(() => false)
  changeStall({ reach: 'there' })
  await changePhone({ marketDayId: id })
  await loadOthers(day).then(showChange, noteEnd)
}

export function tilePicture(image: string | null): string | null {
  const name = image && pictureName(image)
  return name ? variantUrl(name, { width: 280, format: 'webp' }) : null
}

/** Caches a day's pictures for offline, served by the worker. One that fails is skipped. */
async function storePictures(day: StallDay): Promise<void> {
  if (!('caches' in globalThis)) return
  const cache = await caches.open(STALL_PICTURES)
  const wanted = day.products.flatMap(({ image }) => tilePicture(image) ?? [])
  for (const address of new Set(wanted))
    if (!(await cache.match(address))) await cache.add(address).catch(() => {})
}
