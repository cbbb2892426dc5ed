import type { StallCommandDraft } from '#contract/market/commands.ts'
import type { StallDay, StallGrant, StallResult } from '#contract/market/stall.ts'

// What a phone keeps, and nothing else: no email, phone number, address or receipt is ever among it.

/** What is kept on the phone, by its shape; code of a release reads every one before it. */
export const STORE_VERSION = 1

export type Phone = {
  version: number
  deviceId: string
  /** The number that the next command gets; a draft that is dropped takes none. */
  nextSeq: number
  /**
   * Grows with every answer of the shop and every load of a day: what was answered before a day was
   * asked for is in it. No clock is needed to know that.
   */
  step: number
  grant: StallGrant | null
  /** When the shop last answered, by this phone's clock. */
  heardAt: string | null
  /** The farmer ended it: nothing is shown any more, and what waits is still offered to the shop. */
  isEnded: boolean
  /** The market day on the screen, and who holds the phone, as tapped. */
  marketDayId: number | null
  by: number | null
  /** Numbers the shop asked for that are gone from here; reported with the next batch. */
  gone: number[]
  /** How many were made on this phone and never arrived, until somebody has read it. */
  lost: number
}

/** A command as it is sent: without the name of a customer, whatever it is about. */
export type Command = StallCommandDraft

export type OutboxRow = { id: string; seq: number; command: Command }

export type SentRow = OutboxRow & {
  outcome: StallResult['outcome']
  message: string | null
  /** The phone's step with which it was answered. */
  step: number
  /** By this phone's clock, in ms: how long it is kept. */
  at: number
}

export type StoredDay = {
  id: number
  day: StallDay
  /** The phone's step when it was asked for. */
  step: number
  /** By this phone's clock, in ms. */
  loadedAt: number
}

/** Something that is being typed or picked; its id becomes the command's. Its key ends with its day's id or date. */
export type Draft = { key: string; id: string; value: unknown }

/** What changes together after an answer: all of it or nothing. */
export type Change = {
  toSent: readonly SentRow[]
  /** Answered once, and asked for again: the shop has gone back to a backup. */
  toOutbox: readonly OutboxRow[]
  forget: readonly string[]
  phone: Partial<Omit<Phone, 'nextSeq'>>
}

/** Where a phone keeps what it noted. Each function is one transaction. */
export type StallStore = {
  phone(): Promise<Phone>
  changePhone(change: Partial<Omit<Phone, 'nextSeq'>>): Promise<void>
  /** Both by their numbers, the lowest first. */
  outbox(): Promise<OutboxRow[]>
  sent(): Promise<SentRow[]>
  apply(change: Change): Promise<void>
}
