import type { Sale } from '#contract/sales.ts'
import { Card } from '../shared/card.tsx'
import { SaleText, UndoSale } from './sale-row.tsx'

type LastSaleProps = { sale: Sale; giveBack: string | null; onUndone: () => void }

export function LastSale({ sale, giveBack, onUndone }: LastSaleProps) {
  return (
    <Card aria-label="The last sale" className="grid gap-3 p-4">
      {giveBack && (
        <p className="flex items-baseline justify-between gap-4 text-leaf-deep">
          Change due
          <strong className="font-serif text-3xl tabular-nums">{giveBack}</strong>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <SaleText sale={sale} />
        <UndoSale sale={sale} page="market/sell" onUndone={onUndone} />
      </div>
    </Card>
  )
}
