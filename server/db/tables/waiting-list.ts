import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

/** A row is deleted once its person was told. `mailbox`: the address in comparable form. */
export type WaitersTable = {
  id: Generated<number>
  product_id: number
  mailbox: string
  email: string
  state: 'asked' | 'waiting'
  asked_at: Instant
  secret_hash: string
}

export type WaitingListTables = { waiters: WaitersTable }
