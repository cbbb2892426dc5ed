import type { StallCommandDraft } from '#contract/market/commands.ts'
import type { StallDay, StallGrant, StallResult } from '#contract/market/stall.ts'

// Everything a phone stores; never an email, phone number, address or receipt.

/** The shape of what the phone stores; each release reads all earlier ones. */
export const STORE_VERSION = 1

export type Phone = {
  version: number
  deviceId: string
  /** The next command's number. A dropped draft doesn't use one up. */
  nextSeq: number
  /** Grows with every answer and load: a day has all that was answered before its request. */
  step: number
  grant: StallGrant | null
  /** When the shop last answered, by this phone's clock. */
  heardAt: string | null
  /** The farmer ended it: nothing is shown anymore, but what waits is still offered to the shop. */
  isEnded: boolean
  /** The market day on the screen, and who holds the phone, as tapped. */
  marketDayId: number | null
  by: number | null
  /** Numbers the shop asked for that this phone no longer has; reported with the next batch. */
  gone: number[]
  /** How many were made here and never arrived; kept until someone has read it. */
  lost: number
}

/** As sent: never contains a customer's name, whatever it is about. */
export type Command = StallCommandDraft

export type OutboxRow = { id: string; seq: number; command: Command }

export type SentRow = OutboxRow & {
  outcome: StallResult['outcome']
  message: string | null
  /** The phone's step when it was answered. */
  step: number
  /** By this phone's clock, in ms; decides how long it is kept. */
  at: number
}

export type StoredDay = {
  id: number
  day: StallDay
  /** The phone's step when it was requested. */
  step: number
  /** By this phone's clock, in ms. */
  loadedAt: number
}

/**
 * Something being typed or picked. Its ID becomes the command's; its key ends with its day's ID or
 * date.
 */
export type Draft = { key: string; id: string; value: unknown }

/** What changes after an answer, all or nothing. */
export type Change = {
  toSent: readonly SentRow[]
  /** Already answered, but asked for again because the shop was restored from a backup. */
  toOutbox: readonly OutboxRow[]
  forget: readonly string[]
  phone: Partial<Omit<Phone, 'nextSeq'>>
}
