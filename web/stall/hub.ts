import { sharedValue } from '#web/ui/shared-value.ts'
import { NOTHING_YET, type StallState, withDay } from './stall-state.ts'
import { type IndexedStore, openStallStore } from './store/indexed-store.ts'
import type { Change, OutboxRow } from './store/stored.ts'
import { sendingOf } from './sync/send-outbox.ts'

export const stall = sharedValue<StallState>(NOTHING_YET)
let opening: Promise<IndexedStore> | null = null
const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('farmstand-stall') : null

export const readStall = stall.read

export function changeStall(change: Partial<StallState>): void {
  stall.set({ ...readStall(), ...change })
}

/** @throws DOMException when the browser stores nothing for this page */
export function stallStore(): Promise<IndexedStore> {
  opening ??= openStallStore()
  return opening
}

export async function showStore(): Promise<void> {
  const store = await stallStore()
  const typed = draftWrites
  const [phone, days, outbox, sent, drafts] = await Promise.all([
    store.phone(),
    store.days(),
    store.outbox(),
    store.sent(),
    store.drafts(),
  ])
  // Anything typed since then is newer than what was read.
  const isOlder = typed !== draftWrites || waitingDrafts > 0
  const stored = { phone, days, outbox, sent, drafts: isOlder ? readStall().drafts : drafts }
  changeStall(withDay({ ...readStall(), ...stored, isRead: true }))
}

let draftWrites = 0
let waitingDrafts = 0

export async function writeDraft(work: (store: IndexedStore) => Promise<void>): Promise<void> {
  draftWrites += 1
  waitingDrafts += 1
  await stallStore()
    .then(work)
    .catch(() => {})
  waitingDrafts -= 1
}

export async function showChange(): Promise<void> {
  others?.postMessage('changed')
  await showStore()
}

/** Changes what this phone keeps of itself. @throws DOMException when the browser stores nothing */
export async function changePhone(change: Change['phone']): Promise<void> {
  await (await stallStore()).changePhone(change)
  await showChange()
}

/** Shows a row just stored without rereading everything, since someone is waiting to see it. */
export function showNoted(row: OutboxRow): void {
  const state = readStall()
  const outbox = [...state.outbox.filter(({ id }) => id !== row.id), row]
  changeStall(withDay({ ...state, outbox }))
  others?.postMessage('changed')
}

export function followOtherTabs(): void {
  others?.addEventListener('message', () => void showStore())
}

/** Saves all that waits for the desk: same commands, same ids, so each takes effect once. */
export function saveAsFile(): void {
  const { phone, outbox, unsaved } = readStall()
  if (!phone) return
  const loose = unsaved.map((command, place) => {
    const seq = phone.nextSeq + place
    return { id: command.id, seq, command: { ...command, seq } }
  })
  const file = sendingOf(phone, { batch: [...outbox, ...loose], waiting: 0, now: new Date() })
  const day = file.sentAt.slice(0, 10)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    new Blob([JSON.stringify(file, null, 1)], { type: 'application/json' }),
  )
  link.download = `stall-${day}-${phone.deviceId.slice(0, 8)}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
