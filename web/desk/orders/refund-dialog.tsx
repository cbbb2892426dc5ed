import { type Dispatch, type SetStateAction, useId } from 'react'
import { changedFields } from '#contract/changed-fields.ts'
import { formatDollars, formatMoney } from '#contract/money/money.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import { typedDollars } from '#contract/text/typed-numbers.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { ApiFailure, sentenceOf } from '#web/api/request.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError, inputLook, TextAreaField, TextField } from '#web/ui/field.tsx'
import { useHasMail } from '../shared/desk-session.ts'
import { type DialogProps, useDraft } from '../shared/dialog-at.tsx'
import { type FieldErrors, useCheckedForm, wiredTo } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import type { Item } from './change-draft.ts'
import { GoodsOutcomeField } from './goods-outcome-field.tsx'
import {
  lineOf,
  NO_REFUND,
  type RefundForm,
  refundOf,
  unitsOf,
  withLine,
  wrongInRefund,
} from './refund-draft.ts'
import { useGiveBack } from './refund-query.ts'

export function RefundDialog({ order, open, onClose }: DialogProps & { order: OrderDetail }) {
  const [id] = useDraft('id', newUuid)
  const [typed, setTyped] = useDraft('typed', NO_REFUND)
  const giveBack = useGiveBack(order.id, onClose)
  const { form, send, errors } = useCheckedForm(giveBack)
  const given = typedDollars(typed.amount)
  const isElsewhere =
    giveBack.error instanceof ApiFailure &&
    !['amount', 'reason', 'restock'].some((name) => errors[name])
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Issue refund"
      description={refundExplanation(order)}
      isTouched={() => Object.keys(changedFields(NO_REFUND, typed)).length > 0}
      form={form}
      onSubmit={() => send(wrongInRefund(typed, order), { id, ...refundOf(typed, order) })}
      save={{
        label: `Refund ${given && given > 0 ? formatDollars(given) : ''}`.trim(),
        busy: giveBack.isPending,
        busyLabel: 'Refunding…',
      }}
    >
      <RefundFields
        order={order}
        form={typed}
        onForm={setTyped}
        errors={isElsewhere ? { amount: sentenceOf(giveBack.error) } : errors}
      />
    </FormDialog>
  )
}

function refundExplanation({ id, status, testMode }: OrderDetail): string {
  const stays =
    status === 'cancelled'
      ? ''
      : ' The order itself stays as it is: refunding everything does not cancel it.'
  return `For order #${id}.${stays}${testMode ? ' It was a test order: no money moves.' : ''}`
}

type RefundFieldsProps = {
  order: OrderDetail
  form: RefundForm
  onForm: Dispatch<SetStateAction<RefundForm>>
  errors: FieldErrors
}

function RefundFields({ order, form, onForm, errors }: RefundFieldsProps) {
  const hasMail = useHasMail()
  const wired = wiredTo({ typed: form, onType: onForm, errors })
  return (
    <div className="grid gap-5">
      <RefundLines order={order} form={form} onForm={onForm} errors={errors} />
      <TextField
        label="Amount in $"
        inputMode="decimal"
        required
        hint={`${formatMoney(order.payment.left)} is left to refund.`}
        {...wired('amount')}
      />
      <TextAreaField
        label="Reason"
        required
        maxLength={200}
        rows={2}
        hint={
          hasMail && order.customerEmail
            ? 'The customer will read this word for word in the refund email.'
            : 'The customer will read this word for word on the receipt. No email can be sent.'
        }
        {...wired('reason')}
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
      <FieldError id={errorId} className="mt-1.5">
        {errors.restock}
      </FieldError>
    </fieldset>
  )
}

type RefundLineProps = Omit<RefundFieldsProps, 'errors'> & { item: Item }

function RefundLine({ item, order, form, onForm }: RefundLineProps) {
  const typed = lineOf(form, item.productId)
  const units = unitsOf(item, typed)
  const change = (change: Partial<typeof typed>) =>
    onForm((now) => {
      const line = { productId: item.productId, ...lineOf(now, item.productId), ...change }
      return withLine(now, line, order)
    })
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-4 border-b border-straw px-4 py-2 last:border-0">
      <label
        htmlFor={`give-back-${item.productId}`}
        className="min-w-0 grow basis-32 wrap-anywhere"
      >
        <span className="sr-only">How many of </span>
        {item.name}
        <span className="block text-[0.9375rem] text-bark-deep tabular-nums">
          {formatMoney(item.price)} each, {item.standing} in the order
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
