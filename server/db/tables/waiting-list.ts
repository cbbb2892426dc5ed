import type { Generated } from 'kysely'
import type { Instant } from './columns.ts'

/**
 * Who wants to hear when a product is back; the row goes once they did. `mailbox`: the address as
 * it is compared.
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
