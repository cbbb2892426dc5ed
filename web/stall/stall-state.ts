import type { StallDay } from '#contract/market/stall.ts'
import type { Draft, OutboxRow, Phone, SentRow, StoredDay } from './store/stored.ts'
import type { NoAnswerReason } from './sync/send-outbox.ts'
import { type Noted, withOutbox } from './with-outbox.ts'

/** How the last try to reach the shop went; null before the first one. */
export type Reach = 'there' | NoAnswerReason | null

export type StallState = {
  /** False until the phone's store has been read once. */
  isRead: boolean
  phone: Phone | null
  days: readonly StoredDay[]
  /** The chosen day, with this phone's notes applied. */
  day: StallDay | null
  /** When it was loaded, by this phone's clock, in ms. */
  dayLoadedAt: number | null
  /** When somebody chose it here, in ms since the page opened. */
  chosenAt: number
  outbox: readonly OutboxRow[]
  sent: readonly SentRow[]
  drafts: readonly Draft[]
  reach: Reach
  isSending: boolean
  /** What couldn't be stored because the phone is out of space. */
  unsaved: readonly OutboxRow['command'][]
}

export const NOTHING_YET: StallState = {
  isRead: false,
  phone: null,
  days: [],
  day: null,
  dayLoadedAt: null,
  chosenAt: Number.NEGATIVE_INFINITY,
  outbox: [],
  sent: [],
  drafts: [],
  reach: null,
  isSending: false,
  unsaved: [],
}

/** With the chosen day made anew from what is stored. */
export function withDay(state: StallState): StallState {
  const { phone, days, outbox, sent } = state
  const chosen = days.find(({ id }) => id === phone?.marketDayId)
  const name = phone?.grant?.person.name ?? ''
  const who = (by: number | undefined) =>
    chosen?.day.people.find(({ id }) => id === by)?.name ?? name
  return {
    ...state,
    day: chosen ? withOutbox(chosen.day, notedOf(outbox, sent, chosen), who) : null,
    dayLoadedAt: chosen?.loadedAt ?? null,
  }
}

function notedOf(
  outbox: readonly OutboxRow[],
  sent: readonly SentRow[],
  { step }: StoredDay,
): Noted[] {
  const answered = sent.filter(({ outcome }) => outcome === 'applied' || outcome === 'set-aside')
  return [
    ...answered.map((row) => ({ ...row, isKnown: row.step <= step })),
    ...outbox.map((row) => ({ ...row, isKnown: false })),
  ].toSorted((a, b) => a.seq - b.seq)
}
