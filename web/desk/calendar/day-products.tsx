import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { calendar, type DayProduct, type DeskDay } from '#contract/calendar/calendar.ts'
import { type DayLimitChange, dayLimitChange, dayLimits } from '#contract/calendar/limits.ts'
import type { Fields } from '#contract/fields.ts'
import { deskProducts } from '#contract/products/desk-products.ts'
import { products } from '#contract/products/products.ts'
import { typedNumber } from '#contract/text/typed-numbers.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { call, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { namesOf, SelectField, TextField } from '#web/ui/field.tsx'
import { ListEmpty, QueryStates } from '../shared/card.tsx'
import { DialogAt, type DialogProps, openDialog } from '../shared/dialog-at.tsx'
import { type Saving, useEditForm, wiredTo } from '../shared/edit-form.ts'
import { EditDialog } from '../shared/form-fields.tsx'
import { Table, TableRow } from '../shared/table.tsx'
import { useChange } from '../shared/use-change.ts'
import { dayHash } from './calendar-text.ts'

export function DayProducts({ day }: { day: DeskDay }) {
  const params = { id: day.id }
  const products = useQuery({ ...query(calendar.listDayProducts, { params }), staleTime: 0 })
  const base = `${dayHash(day.id)}/limit`
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby="day-products">
      <h3 id="day-products" ref={heading} tabIndex={-1} className="mb-3 text-xl sm:text-2xl">
        What was ordered
      </h3>
      <QueryStates
        loading="Adding up what was ordered…"
        failed="What was ordered could not be loaded."
        query={products}
      >
        {(list) => (
          <div className="grid gap-4">
            <ProductTable list={list} base={base} />
            <Button variant="quiet" className="justify-self-start" onClick={() => openDialog(base)}>
              Limit a product on this day
            </Button>
            {[null, ...list].map((product) => (
              <DialogAt
                key={product?.productId ?? 'any'}
                address={product ? `${base}-${product.productId}` : base}
              >
                {(dialog) => <LimitDialog day={day} list={list} product={product} {...dialog} />}
              </DialogAt>
            ))}
          </div>
        )}
      </QueryStates>
    </section>
  )
}

const COLUMNS = ['Product', 'For this day', 'At most', 'For other days', 'Still for sale']

function ProductTable({ list, base }: { list: readonly DayProduct[]; base: string }) {
  if (list.length === 0) return <ListEmpty text="Nothing was ordered for this day yet." />
  return (
    <Table columns={COLUMNS}>
      {list.map((product) => (
        <TableRow
          key={product.productId}
          className="@max-3xl:grid @max-3xl:grid-cols-[1fr_1fr_1fr]"
        >
          <td className="font-semibold @max-3xl:col-span-2 @max-3xl:wrap-anywhere">
            {product.name}
          </td>
          <Amount label="this day" className="@max-3xl:order-2">
            {product.ordered}
          </Amount>
          <td className="@max-3xl:order-1 @max-3xl:justify-self-end @3xl:[&>button]:-ml-4">
            {product.most !== null && <MostButton product={product} base={base} />}
          </td>
          <Amount label="other days" className="@max-3xl:order-3">
            {product.orderedForOthers}
          </Amount>
          <Amount label="for sale" className="@max-3xl:order-4">
            {product.forSale}
          </Amount>
        </TableRow>
      ))}
    </Table>
  )
}

function MostButton({ product, base }: { product: DayProduct; base: string }) {
  const { productId, name, most, isOwnMost } = product
  const label = `At most ${most}`
  return (
    <Button
      variant="plain"
      size="sm"
      className="whitespace-nowrap tabular-nums @max-3xl:-mr-4"
      onClick={() => openDialog(`${base}-${productId}`)}
      aria-label={`${label} of ${name} on this day, change`}
    >
      <span className="underline underline-offset-4">{label}</span>
      {isOwnMost && <span className="font-normal text-bark-deep"> this day only</span>}
    </Button>
  )
}

type AmountProps = { label: string; className: string; children: ReactNode }

function Amount({ label, className, children }: AmountProps) {
  return (
    <td className={`tabular-nums ${className}`}>
      {children} <span className="text-[0.9375rem] text-bark-deep @3xl:hidden">{label}</span>
    </td>
  )
}

type LimitDialogProps = DialogProps & {
  day: DeskDay
  list: readonly DayProduct[]
  /** Null when the farmer picks one. */
  product: DayProduct | null
}

type Typed = { productId: string; most: string }
type Draft = Pick<DayLimitChange, 'productId' | 'most'>

const readTyped = ({ productId, most }: Typed): Draft => ({
  productId: Number(productId),
  most: most.trim() === '' ? null : typedNumber(most),
})

const mostOf = (product: DayProduct | null | undefined) => product?.most ?? null

function LimitDialog({ day, list, product, ...dialog }: LimitDialogProps) {
  const known = (id: number) => list.find(({ productId }) => productId === id)
  const save = useChange({
    send: ({ draft, loaded }: Saving<Draft>) => {
      const isSame = loaded.productId === draft.productId
      const base = { most: isSame ? loaded.most : mostOf(known(draft.productId)) }
      return call(dayLimits.changeDay, { params: { id: day.id }, body: { ...draft, base } })
    },
    done: 'Number saved',
    failed: 'The number was not saved',
    refreshes: [calendar.listDayProducts, products.list, deskProducts.list, dayLimits.ofProduct],
    onShown: dialog.onClose,
  })
  const edit = useEditForm({
    first: { productId: String(product?.productId ?? ''), most: String(mostOf(product) ?? '') },
    read: readTyped,
    check: dayLimitChange.safeParse,
    save,
  })
  const wired = wiredTo<Typed>(edit.wires)
  return (
    <EditDialog
      {...dialog}
      edit={edit}
      fields={ASKED_ABOUT}
      title={product ? product.name : 'Limit a product'}
      description={`At most how many can be ordered for ${formatDay(day.day)}. This goes before the product’s own limit. What is ordered already stays ordered.`}
      save="Save this number"
    >
      <div className="grid gap-5">
        {!product && (
          <ProductField
            {...wired('productId')}
            error={edit.errors.productId && 'Please choose a product.'}
          />
        )}
        <TextField
          label="At most"
          inputMode="numeric"
          hint={hintOf(known(Number(edit.typed.productId)))}
          {...wired('most')}
        />
      </div>
    </EditDialog>
  )
}

const ASKED_ABOUT = {
  most: { kind: 'count', label: 'At most', shape: dayLimitChange.shape.most },
} as const satisfies Fields

function hintOf(product: DayProduct | undefined): string {
  const empty = 'Leave it empty to keep the product’s own limit.'
  return product ? `${product.ordered} are ordered for this day. ${empty}` : empty
}

function ProductField(field: Omit<Parameters<typeof SelectField>[0], 'label'>) {
  const onSale = useQuery(query(products.list)).data ?? []
  return (
    <SelectField {...field} label="Product" required options={namesOf(onSale)}>
      <option value="">Please choose</option>
    </SelectField>
  )
}
