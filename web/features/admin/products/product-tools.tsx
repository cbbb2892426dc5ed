import { PRODUCT_CATEGORIES } from '#contract/categories.ts'
import { STOCK_WORDS } from '#contract/stock.ts'
import { classNames } from '#web/ui/class-names.ts'
import { TOOL, ToolField } from '../tool-field.tsx'
import { PRODUCT_ORDERS, readView, type ShelfView } from './arrange-products.ts'

type ProductToolsProps = { view: ShelfView; onView: (change: Partial<ShelfView>) => void }

export function ProductTools({ view, onView }: ProductToolsProps) {
  const choose = (name: 'category' | 'stock' | 'order') => (value: string) =>
    onView({ [name]: readView(new URLSearchParams({ [name]: value }))[name] })
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 md:grid-cols-[1.5fr_1fr_1fr_1fr] md:gap-4">
      <ToolField label="Find a product">
        {(id) => (
          <input
            id={id}
            type="search"
            value={view.find}
            onChange={(event) => onView({ find: event.target.value })}
            className={TOOL}
          />
        )}
      </ToolField>
      <Choice label="Show category" value={view.category} onChoose={choose('category')} options={CATEGORIES} />
      <Choice label="Show stock" value={view.stock} onChoose={choose('stock')} options={LEVELS} />
      <Choice label="Sort by" value={view.order} onChoose={choose('order')} options={ORDERS} />
    </div>
  )
}

type Options = readonly (readonly [value: string, label: string])[]

const CATEGORIES: Options = [['', 'All'], ...PRODUCT_CATEGORIES.map((category) => [category, category] as const)]
const LEVELS: Options = [['', 'All'], ...Object.entries(STOCK_WORDS)]
const ORDERS: Options = Object.entries(PRODUCT_ORDERS)

type ChoiceProps = { label: string; value: string; onChoose: (value: string) => void; options: Options }

function Choice({ label, value, onChoose, options }: ChoiceProps) {
  return (
    <ToolField label={label}>
      {(id) => (
        <select
          id={id}
          value={value}
          onChange={(event) => onChoose(event.target.value)}
          className={classNames(TOOL, 'pr-1')}
        >
          {options.map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </select>
      )}
    </ToolField>
  )
}
