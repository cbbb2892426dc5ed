import type { Generated } from 'kysely'
import type { SettingKey } from '#contract/settings/setting-table.ts'
import type { Instant, Json } from './columns.ts'

/** Not settings: the shop's ID, the password hash, whether it ever took live money. */
export type ShopMemoryTable = {
  key:
    | 'shop_id'
    | 'admin_password_hash'
    | 'environment_password_hash'
    | 'demo_filled'
    | 'legal_pages'
    | 'payments_live'
    | 'stripe_checked'
    | 'cards_check'
    | 'provider_alert'
    | 'webhook_alert'
    | 'webhook_heard'
    | 'webhook_unsigned'
    | 'next_backup'
    | 'last_backup'
    | 'backup_alert'
    | 'last_copy'
    | 'copy_alert'
    | 'moved_to'
    | 'next_books_check'
    | 'books_check'
    | 'books_alert'
    | 'password_turn'
    | 'payment_turn'
    | 'pickup_link'
    | 'challenge_key'
    | 'made_password'
    | 'farm_update_changed'
    | 'environment_password_verdict'
    | 'second_factor'
    | 'card_key_refused'
    | 'clock_doubt'
    | 'trial_write'
    | 'newer_release'
  value: string
}

export type CoreTables = {
  settings: { key: SettingKey; value: string; description: string }
  shop_memory: ShopMemoryTable
  news: {
    id: Generated<number>
    transaction_id: number
    teller: string
    events: Json<object[]>
    told_at: number
  }
  job_claims: { name: string; holder: string; until: Instant }
  schema_migrations: { name: string; at: Instant }
}
