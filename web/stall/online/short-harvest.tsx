import type { HarvestLine } from '#contract/packing/packing-lists.ts'
import { ShortDialog } from '#web/desk/packing/short-dialog.tsx'
import { DialogAt } from '#web/desk/shared/dialog-at.tsx'
import { useHashPath } from '#web/desk/shared/use-question.ts'
import { reloadDay } from '../load-day.ts'

type ShortHarvestProps = { day: string; products: readonly HarvestLine[] }

/** Who gets how many of what there is too little of, at `harvest/short-5-12`: the product, and how many there are. */
export function ShortHarvest({ day, products }: ShortHarvestProps) {
  const path = useHashPath()
  const [, id, have] = /\/short-(\d{1,10})-(\d{1,9})$/.exec(path) ?? []
  const product = products.find(({ productId }) => String(productId) === id)
  if (!product) return null
  const short = { productId: product.productId, name: product.name, have: Number(have) }
  return (
    <DialogAt key={path} address={path} parent="harvest" holds="customers">
      {({ open, onClose }) => (
        <ShortDialog
          short={short}
          request={{ params: { day }, query: {} }}
          open={open}
          onClose={() => {
            onClose()
            void reloadDay()
          }}
        />
      )}
    </DialogAt>
  )
}
