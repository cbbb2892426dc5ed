import { HOUR } from '#contract/time/durations.ts'
import { changeStall, followOtherTabs, readStall, showChange, stallStore } from '../hub.ts'
import { isLongOver, reloadIfOld } from '../load-day.ts'
import { inTurn } from './in-turn.ts'
import { sendOutbox } from './send-outbox.ts'
import { shopLine } from './shop-line.ts'

/** How often to try the shop, in ms; a new note tries right away. */
const EVERY = 20_000

/** When to try once the network is back, in ms: at first it often carries nothing. */
const ONCE_BACK = [0, 2_000, 6_000]

/** Whether a try is queued; one covers everything noted until then. */
let isWaiting = false

/** The shop asked to wait until this, in ms since page open; a network may set the clock back. */
let notBefore = 0

export function startSending(): void {
  addEventListener('online', () => {
    for (const after of ONCE_BACK) setTimeout(sendSoon, after)
  })
  addEventListener('offline', () => changeStall({ reach: 'away' }))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sendSoon()
  })
  followOtherTabs()
  setInterval(sendSoon, EVERY)
  sendSoon()
}

export function sendSoon(): void {
  void sendNow()
}

/** Sends what waits, and reloads an old day. `byHand`: someone asked, so it doesn't wait. */
export async function sendNow({ byHand = false } = {}): Promise<void> {
  if (byHand) notBefore = 0
  if (isWaiting || performance.now() < notBefore) return
  isWaiting = true
  await inTurn(async () => {
    isWaiting = false
    await talk()
  }).catch(() => {
    isWaiting = false
  })
}

async function talk(): Promise<void> {
  const { phone } = readStall()
  if (!phone?.grant) return
  const store = await stallStore()
  changeStall({ isSending: true })
  try {
    const end = await sendOutbox({ store, line: shopLine, now: () => new Date() })
    notBefore = performance.now() + end.retryAfter * 1000
    if (end.reason === 'ended') await store.changePhone({ isEnded: true })
    changeStall({ reach: end.reason === 'done' ? 'there' : end.reason })
    // Shows sent notes as sent before the day and its other places reload.
    await showChange()
    if (end.reason === 'done') await reloadIfOld()
    await tidy()
  } finally {
    changeStall({ isSending: false })
    await showChange()
  }
}

/** How long names stay on the phone after the market closes, in ms. */
const NAMES_STAY = 48 * HOUR

/** Deletes names: of a day long over once nothing waits, at once if the farmer ended the grant. */
async function tidy(): Promise<void> {
  const store = await stallStore()
  const [phone, days, outbox] = [await store.phone(), await store.days(), await store.outbox()]
  const over = days.filter(
    (day) => phone.isEnded || (outbox.length === 0 && isLongOver(day, NAMES_STAY)),
  )
  if (over.length > 0) await store.forgetDays(over.map(({ id }) => id))
}
