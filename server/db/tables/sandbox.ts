import type { Cents } from '#contract/money/money.ts'
import type { CardError, IntentStatus } from '#contract/money/payments.ts'
import type { Instant, Json, NullableJson } from './columns.ts'

export type SandboxIntentsTable = {
  id: string
  idempotency_key: string
  client_secret: string
  method: string
  amount_cents: Cents
  status: IntentStatus
  metadata: Json<Record<string, string>>
  last_error: NullableJson<CardError>
  created_at: Instant
  held_at: Instant | null
}

export type SandboxTables = {
  sandbox_intents: SandboxIntentsTable
  sandbox_refunds: {
    id: string
    intent_id: string
    idempotency_key: string
    amount_cents: Cents
    metadata: Json<Record<string, string>>
    created_at: Instant
  }
}
