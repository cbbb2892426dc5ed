import { useRef, useState } from 'react'
import { cents, formatDollars } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import { type DeskProduct, price } from '#contract/products/products.ts'
import { parsePercent, ROUNDINGS, raisedPrice } from '#contract/products/raise-price.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { useCategories } from '../use-categories.ts'
import {
  COLUMN_LABELS,
  cellText,
  formatCell,
  GRID_COLUMNS,
  type GridColumn,
  readCell,
  standing,
  TAX_CHOICES,
} from './grid-columns.ts'
import { type CellTexts, cellOf } from './price-grid.ts'

type FillPanelProps = {
  id: string
  products: readonly DeskProduct[]
  typed: CellTexts
  chosen: ReadonlySet<number>
  onChooseNone: () => void
  onFill: (typed: CellTexts, column: GridColumn) => void
}

export function FillPanel({ id, products, typed, chosen, onChooseNone, onFill }: FillPanelProps) {
  const [fill, setFill] = useState(FIRST_FILL)
  const [isConfirming, setConfirming] = useState(false)
  const [undo, setUndo] = useState<{ before: CellTexts; after: CellTexts } | null>(null)
  const value = useRef<HTMLDivElement>(null)
  const rows = chosen.size > 0 ? products.filter((one) => chosen.has(one.id)) : products
  const plan = planFill(typed, rows, fill, useCategories())
  const error = 'error' in plan && isConfirming ? plan.error : undefined
  const change = (part: Partial<Fill>) => {
    setConfirming(false)
    setFill((now) => ({ ...now, ...part }))
  }
  const submit = () => {
    setConfirming(true)
    if ('error' in plan) return value.current?.querySelector<HTMLElement>('[name=text]')?.focus()
    setUndo({ before: typed, after: plan.typed })
    onFill(plan.typed, fill.column)
  }
  return (
    <Form
      id={id}
      aria-label="Change many at once"
      onSubmit={submit}
      className="mb-4 grid gap-4 rounded-2xl border border-straw bg-field p-4"
    >
      <div ref={value} className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-4">
        <FillFields fill={fill} error={error} onChange={change} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-48 flex-1 text-[0.9375rem] text-bark-deep">
          {'error' in plan ? whichRows(rows.length, chosen.size) : planned(plan.filled, fill)}
        </p>
        {chosen.size > 0 && (
          <Button variant="plain" size="sm" onClick={onChooseNone}>
            Choose none
          </Button>
        )}
        {undo?.after === typed && (
          <Button variant="quiet" size="sm" onClick={() => onFill(undo.before, fill.column)}>
            Undo
          </Button>
        )}
        <Button type="submit" size="sm">
          Fill {rows.length === 1 ? '1 row' : `${rows.length} rows`}
        </Button>
      </div>
    </Form>
  )
}

const FIRST_FILL: Fill = { column: 'price', way: 'percent', text: '+10', step: 5 }

const FIRST_TEXTS: Partial<Record<GridColumn, string>> = {
  category: 'Farm Eggs',
  hidden: 'yes',
  snap: 'yes',
}

type FillFieldsProps = {
  fill: Fill
  error: string | undefined
  onChange: (part: Partial<Fill>) => void
}

const WAYS = [
  ['percent', 'Up or down'],
  ['value', 'Set to'],
] as const

function FillFields({ fill: { column, way, text, step }, error, onChange }: FillFieldsProps) {
  const categories = useCategories().map((name) => [name, name] as const)
  const choices = column === 'category' ? categories : CHOICES[column]
  return (
    <>
      <SelectField
        required
        label="Column"
        value={column}
        onChange={({ target }) => onChange(begun(target.value))}
        options={GRID_COLUMNS.map((one) => [one, COLUMN_LABELS[one]])}
      />
      {column === 'price' && (
        <SelectField
          required
          label="How"
          value={way}
          onChange={({ target }) =>
            onChange(target.value === 'value' ? { way: 'value', text: '' } : begun('price'))
          }
          options={WAYS}
        />
      )}
      {choices ? (
        <SelectField
          required
          name="text"
          label="Value"
          error={error}
          value={text}
          onChange={({ target }) => onChange({ text: target.value })}
          options={choices}
        />
      ) : (
        <TextField
          required
          name="text"
          label={way === 'percent' ? 'Percent' : 'Value'}
          // Some phones' number keyboards have no minus.
          inputMode={way === 'percent' || column === 'unit' ? 'text' : 'decimal'}
          error={error}
          value={text}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      )}
      {way === 'percent' && (
        <SelectField
          required
          label="Rounded to"
          value={String(step)}
          onChange={({ target }) => onChange({ step: Number(target.value) })}
          options={ROUNDINGS.map((one) => [one, formatDollars(cents(one))])}
        />
      )}
    </>
  )
}

const yesAndNo = (column: GridColumn) =>
  ['yes', 'no'].map((text) => [text, formatCell(column, text)] as const)

const CHOICES: Partial<Record<GridColumn, readonly (readonly [string, string])[]>> = {
  hidden: yesAndNo('hidden'),
  snap: yesAndNo('snap'),
  tax: TAX_CHOICES,
}

function begun(name: string): Partial<Fill> {
  const column = GRID_COLUMNS.find((one) => one === name) ?? 'price'
  if (column === 'price') return FIRST_FILL
  return { column, way: 'value', text: FIRST_TEXTS[column] ?? '' }
}

function whichRows(rows: number, chosen: number): string {
  if (chosen > 0) return chosen === 1 ? 'For the chosen row.' : `For the ${chosen} chosen rows.`
  return rows === 1 ? 'For the row below.' : `For all ${rows} rows below; tick some to choose.`
}

const NAMED = 3

/** `12 will change: Eggs $5.00 to $5.50; Kale $3.25 to $3.60; …` */
function planned(filled: readonly Filled[], { column }: Fill): string {
  if (filled.length === 0) return 'Nothing will change.'
  const named = filled
    .slice(0, NAMED)
    .map(
      ({ product, before, after }) =>
        `${product.name} ${formatCell(column, before)} to ${formatCell(column, after)}`,
    )
  const more = filled.length > NAMED ? '; …' : '.'
  return `${filled.length} will change: ${named.join('; ')}${more}`
}

/** `percent` changes prices, rounded to a multiple of `step` cents. */
type Fill = { column: GridColumn; way: 'value' | 'percent'; text: string; step: number }

type Filled = { product: DeskProduct; before: string; after: string }

export function planFill(
  typed: CellTexts,
  products: readonly DeskProduct[],
  { column, way, text, step }: Fill,
  categories?: readonly string[],
): { error: string } | { typed: CellTexts; filled: Filled[] } {
  const percent = way === 'percent' ? parsePercent(text) : null
  if (way === 'percent' && percent === null)
    return { error: 'Please enter a percentage from -99 to 1,000, such as 10 or -5.' }
  const { value, error } = percent === null ? readCell(column, text, categories) : { value: 0 }
  if (error !== undefined) return { error }
  const wanted = cellText(column, value)
  const filled = products.flatMap((product) => {
    const before = typed[cellOf(product.id, column)] ?? standing(product, column)
    const after = percent === null ? wanted : raisedText(before, percent, step)
    return after === before ? [] : [{ product, before, after }]
  })
  return { typed: withFilled(typed, column, filled), filled }
}

function withFilled(typed: CellTexts, column: GridColumn, filled: readonly Filled[]): CellTexts {
  const cells = new Map(Object.entries(typed))
  for (const { product, after } of filled) {
    const cell = cellOf(product.id, column)
    if (after === standing(product, column)) cells.delete(cell)
    else cells.set(cell, after)
  }
  return Object.fromEntries(cells)
}

/** A price that cannot be read stays as it was typed. */
function raisedText(before: string, percent: number, step: number): string {
  const read = price.safeParse(before)
  return read.success ? plainDollars(raisedPrice(read.data, percent, step)) : before
}
