import type { ColumnType, JSONColumnType } from 'kysely'

/** ISO 8601 UTC with ms, always from the app's clock. */
export type Instant = string

/** Written as text, read parsed. */
export type Json<T extends object> = JSONColumnType<T, string, string>
export type NullableJson<T extends object> = ColumnType<T | null, string | null, string | null>
