import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

/**
 * Who wants to be told when a product is back. The row goes when that is done, so it is all the
 * shop knows of them. `mailbox` is the address in the spelling that counts.
 */
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
