import type { ColumnType, JSONColumnType } from 'kysely'

/** ISO 8601 in UTC, to the millisecond; always from the app's clock. */
export type Instant = string

/** JSON is written as text and read parsed. */
export type Json<T extends object> = JSONColumnType<T, string, string>
export type NullableJson<T extends object> = ColumnType<T | null, string | null, string | null>
