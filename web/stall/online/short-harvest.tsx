import type { HarvestLine } from '#contract/packing/packing-lists.ts'
import { ShortDialogAt } from '#web/desk/packing/short-dialog.tsx'
import { reloadDay } from '../load-day.ts'

export function ShortHarvest({ day, products }: { day: string; products: readonly HarvestLine[] }) {
  return (
    <ShortDialogAt
      products={products}
      request={{ params: { day }, query: {} }}
      parent="harvest"
      onClosed={() => void reloadDay()}
    />
  )
}
