import { type Dispatch, type SetStateAction, useId } from 'react'
import { formatDollars, toCents } from '#contract/money/money.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook, TextAreaField, TextField } from '#web/ui/field.tsx'
import { useHasMail } from '../shared/use-has-mail.ts'
import { GoodsOutcomeField } from './goods-outcome-field.tsx'
import { lineOf, type RefundErrors, type RefundForm, unitsOf, withLine } from './refund-draft.ts'

type RefundFieldsProps = {
  order: OrderDetail
  form: RefundForm
  onForm: Dispatch<SetStateAction<RefundForm>>
  errors: RefundErrors
}

export function RefundFields({ order, form, onForm, errors }: RefundFieldsProps) {
  const hasMail = useHasMail()
  return (
    <div className="grid gap-5">
      <RefundLines order={order} form={form} onForm={onForm} errors={errors} />
      <TextField
        label="Amount in $"
        name="amount"
        inputMode="decimal"
        required
        value={form.amount}
        onChange={({ target }) => onForm((now) => ({ ...now, amount: target.value }))}
        hint={`${formatDollars(toCents(order.payment.left))} is left to refund.`}
        error={errors.amount}
      />
      <TextAreaField
        label="Reason"
        name="reason"
        required
        maxLength={200}
        rows={2}
        value={form.reason}
        onChange={({ target }) => onForm((now) => ({ ...now, reason: target.value }))}
        hint={
          hasMail && order.customerEmail
            ? 'The customer will read this word for word in the refund email.'
            : 'The customer will read this word for word on the receipt. No email can be sent.'
        }
        error={errors.reason}
      />
    </div>
  )
}

function RefundLines({ order, form, onForm, errors }: RefundFieldsProps) {
  const errorId = useId()
  const items =
    order.status === 'cancelled' ? [] : order.items.filter(({ standing }) => standing > 0)
  if (items.length === 0) return null
  return (
    <fieldset aria-describedby={errors.restock ? errorId : undefined}>
      <legend className="mb-1 font-semibold">
        Goods <span className="font-normal text-bark-deep">(optional: they set the amount)</span>
      </legend>
      <ul className="rounded-xl border border-straw">
        {items.map((item) => (
          <RefundLine key={item.productId} item={item} order={order} form={form} onForm={onForm} />
        ))}
      </ul>
      {errors.restock && (
        <p id={errorId} className="mt-1.5 text-[0.9375rem] font-semibold text-beet">
          {errors.restock}
        </p>
      )}
    </fieldset>
  )
}

type RefundLineProps = Omit<RefundFieldsProps, 'errors'> & { item: OrderDetail['items'][number] }

function RefundLine({ item, order, form, onForm }: RefundLineProps) {
  const typed = lineOf(form, item.productId)
  const units = unitsOf(item, typed)
  const change = (change: Partial<typeof typed>) =>
    onForm((now) => {
      const line = { productId: item.productId, ...lineOf(now, item.productId), ...change }
      return withLine(now, line, { items: order.items, left: order.payment.left })
    })
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-b border-straw px-4 py-2 last:border-0">
      <label htmlFor={`give-back-${item.productId}`} className="wrap-anywhere">
        <span className="sr-only">How many of </span>
        {item.name}
        <span className="block text-[0.9375rem] text-bark-deep tabular-nums">
          {formatDollars(toCents(item.price))} each, {item.standing} in the order
        </span>
      </label>
      <input
        id={`give-back-${item.productId}`}
        name="restock"
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        value={typed.quantity}
        aria-invalid={units === null || undefined}
        onChange={({ target }) => change({ quantity: target.value })}
        className={classNames('h-11 max-w-20 text-right tabular-nums', inputLook)}
      />
      {units ? (
        <GoodsOutcomeField
          item={item}
          where={typed.where}
          onChange={(where) => change({ where })}
        />
      ) : null}
    </li>
  )
}
