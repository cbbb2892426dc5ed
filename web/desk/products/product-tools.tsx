import { PRODUCT_CATEGORIES } from '#contract/categories.ts'
import { STOCK_LABELS } from '#contract/stock.ts'
import { type ToolOptions, ToolSearch, ToolSelect } from '../shared/toolbar.tsx'
import { PRODUCT_ORDERS, readView, type ShelfView } from './arrange-products.ts'

type ProductToolsProps = { view: ShelfView; onView: (change: Partial<ShelfView>) => void }

export function ProductTools({ view, onView }: ProductToolsProps) {
  const choose = (name: 'category' | 'stock' | 'order') => (value: string) =>
    onView({ [name]: readView(new URLSearchParams({ [name]: value }))[name] })
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 md:grid-cols-[1.5fr_1fr_1fr_1fr] md:gap-4">
      <ToolSearch label="Find a product" value={view.find} onType={(find) => onView({ find })} />
      <ToolSelect
        className="pr-1"
        label="Show category"
        value={view.category}
        onChoose={choose('category')}
        options={CATEGORIES}
      />
      <ToolSelect className="pr-1" label="Show stock" value={view.stock} onChoose={choose('stock')} options={LEVELS} />
      <ToolSelect className="pr-1" label="Sort by" value={view.order} onChoose={choose('order')} options={ORDERS} />
    </div>
  )
}

const CATEGORIES: ToolOptions = [['', 'All'], ...PRODUCT_CATEGORIES.map((category) => [category, category] as const)]
const LEVELS: ToolOptions = [['', 'All'], ...Object.entries(STOCK_LABELS)]
const ORDERS: ToolOptions = Object.entries(PRODUCT_ORDERS)
