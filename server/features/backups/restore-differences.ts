import {
  MAX_DIFFERENCES,
  type RestoreDifference,
  type RestoreReport,
} from '#contract/backups/restore.ts'
import { formatDollars } from '#contract/money/money.ts'
import { SETTINGS, type SettingKey } from '#contract/settings/setting-table.ts'
import type { Db } from '#server/db/tables.ts'

/** What a farmer wants to be told of, by a key that both shops share. */
export type Facts = ReadonlyMap<string, { label: string; value: string }>

export async function readFacts(db: Db): Promise<Facts> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'name', 'price_cents', 'stock'])
    .where('archived_at', 'is', null)
    .orderBy('name')
    .execute()
  const settings = await db.selectFrom('settings').select(['key', 'value']).orderBy('key').execute()
  return new Map([
    ...products.flatMap(({ id, name, price_cents, stock }) => [
      [`price ${id}`, { label: `${name}, price`, value: formatDollars(price_cents) }] as const,
      [`stock ${id}`, { label: `${name}, in stock`, value: String(stock) }] as const,
      [`name ${id}`, { label: `${name}, name`, value: name }] as const,
    ]),
    ...settings.map(
      ({ key, value }) => [`setting ${key}`, { label: labelOf(key), value }] as const,
    ),
  ])
}

const labelOf = (key: string) => SETTINGS[key as SettingKey]?.label ?? key

export function compareShops(
  now: Facts,
  then: Facts,
): Pick<RestoreReport, 'differences' | 'moreDifferences'> {
  const all: RestoreDifference[] = []
  for (const key of new Set([...now.keys(), ...then.keys()])) {
    const [before, after] = [now.get(key), then.get(key)]
    // A product that only one of them has is listed once, by its price.
    const isSaid = /^(?:stock|name) /.test(key) && !(before && after)
    if (before?.value !== after?.value && !isSaid)
      all.push({
        label: (before ?? after)?.label ?? key,
        before: shortened(before?.value),
        after: shortened(after?.value),
      })
  }
  const moreDifferences = Math.max(0, all.length - MAX_DIFFERENCES)
  return { differences: all.slice(0, MAX_DIFFERENCES), moreDifferences }
}

const LONGEST = 80

function shortened(value: string | undefined): string | null {
  if (value === undefined) return null
  return value.length > LONGEST ? `${value.slice(0, LONGEST).trimEnd()}…` : value
}
