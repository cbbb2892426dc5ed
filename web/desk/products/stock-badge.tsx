import { type StockLevel, stockLevel } from '#contract/products/stock.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'

const VARIANTS: Record<StockLevel, BadgeVariant> = {
  in: 'default',
  low: 'secondary',
  out: 'destructive',
}

export function StockBadge({ stock }: { stock: number }) {
  return (
    <Badge variant={VARIANTS[stockLevel(stock)]} className="tabular-nums">
      {stock} in stock
    </Badge>
  )
}
