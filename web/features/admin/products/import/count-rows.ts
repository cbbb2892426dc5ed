import type { ImportedRow } from '#contract/bulk-products.ts'

/** How many rows a file has of each outcome. */
export function countRows(rows: readonly ImportedRow[]): Record<ImportedRow['outcome'], number> {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}
