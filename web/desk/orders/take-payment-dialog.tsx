import { useState } from 'react'
import { cents, formatDollars } from '#contract/money/money.ts'
import { type TenderDraft, tenders, type WayToPay } from '#contract/money/tenders.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import { formatBalance, type OrderBalance } from '#contract/orders/order-balance.ts'
import { typedDollars } from '#contract/text/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { TextField } from '#web/ui/field.tsx'
import { type FieldErrors, useCheckedForm, wiredTo } from '../shared/checked-form.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { useDraft } from '../shared/use-draft.ts'
import { useWaysToPay } from '../shared/use-ways-to-pay.ts'
import { WayChoice } from '../shared/way-choice.tsx'
import { REFRESHED } from './orders-query.ts'

type Kind = TenderDraft['kind']
type Typed = { way: string; amount: string; given: string; note: string }

type TakePaymentProps = DialogProps & { order: OrderDetail; balance: OrderBalance; kind: Kind }

const LABELS = {
  taken: { title: 'Take a payment', label: 'How is it paid?', verb: 'Take', busy: 'Saving…' },
  'given-back': {
    title: 'Give money back',
    label: 'How do you give it back?',
    verb: 'Give back',
    busy: 'Saving…',
  },
} as const satisfies Record<Kind, object>

export function TakePaymentDialog({ order, balance, kind, ...dialog }: TakePaymentProps) {
  const ways = useWaysToPay()
  const [id] = useDraft('id', newUuid)
  const [first] = useState(() => startOf(balance, kind))
  const [typed, setTyped] = useDraft('typed', first)
  const save = useChange({
    send: (body: Record<'way' | 'amount' | 'note', string>) =>
      call(tenders.record, { params: { id: String(order.id) }, body: { id, kind, ...body } }),
    done: ({ balance: after }) => ({
      title: kind === 'taken' ? 'Payment noted' : 'Noted as given back',
      description: `Order #${order.id}: ${formatBalance(after)}.`,
    }),
    failed: 'Nothing was noted',
    refreshes: REFRESHED,
    onShown: dialog.onClose,
  })
  const { form, send, errors, forgetErrors } = useCheckedForm(save)
  const { way, amount, note } = typed
  const submit = () => send(errorsOf(typed, ways, kind), { way, amount: amount.trim(), note })
  return (
    <FormDialog
      {...dialog}
      title={LABELS[kind].title}
      description={`Order #${order.id}, ${order.customerName} · ${formatBalance(balance)}`}
      isTouched={() => typed !== first}
      form={form}
      onSubmit={submit}
      save={{
        label: saveLabel(typed, kind),
        busy: save.isPending,
        busyLabel: LABELS[kind].busy,
      }}
    >
      <PaymentFields
        {...{ typed, errors, kind, ways }}
        onType={(next) => {
          forgetErrors()
          setTyped(next)
        }}
      />
    </FormDialog>
  )
}

function startOf({ due, paid, ways }: OrderBalance, kind: Kind): Typed {
  const amount = kind === 'taken' ? due : due < 0 ? -due : paid
  const way = kind === 'given-back' ? (ways[0] ?? '') : ''
  return { way, amount: Math.max(0, amount).toFixed(2), given: '', note: '' }
}

function saveLabel({ way, amount }: Typed, kind: Kind): string {
  const sum = typedDollars(amount)
  return `${LABELS[kind].verb} ${sum ? formatDollars(sum) : ''} ${way ? `by ${way}` : ''}`.trim()
}

function errorsOf({ way, amount }: Typed, ways: readonly WayToPay[], kind: Kind): FieldErrors {
  const sum = typedDollars(amount)
  return {
    ...(ways.some(({ name }) => name === way) ? {} : { way: LABELS[kind].label }),
    ...(sum !== null && sum > 0 ? {} : { amount: 'Please enter an amount such as 4.50.' }),
  }
}

type FieldsProps = {
  typed: Typed
  onType: (typed: Typed) => void
  errors: FieldErrors
  kind: Kind
  ways: readonly WayToPay[]
}

function PaymentFields({ typed, onType, errors, kind, ways }: FieldsProps) {
  const wired = wiredTo({ typed, onType, errors })
  const chosen = ways.find(({ name }) => name === typed.way)
  const isChangeDue = kind === 'taken' && chosen?.givesChange === true
  return (
    <div className="grid gap-5">
      <WayChoice
        legend={LABELS[kind].label}
        name="way"
        options={ways.map(({ name }) => [name, name] as const)}
        value={typed.way}
        onChoose={(way) => onType({ ...typed, way })}
        error={errors.way}
      />
      <TextField
        label="Amount in $"
        inputMode="decimal"
        autoComplete="off"
        required
        {...wired('amount')}
      />
      {isChangeDue && (
        <div>
          <TextField
            label="Customer hands you $"
            inputMode="decimal"
            autoComplete="off"
            {...wired('given')}
          />
          <p role="status" className="mt-2 text-xl font-semibold">
            {changeText(typed)}
          </p>
        </div>
      )}
      <TextField
        label="Note"
        hint="Such as the number of a check."
        maxLength={40}
        autoComplete="off"
        {...wired('note')}
      />
    </div>
  )
}

/** `Change: $2.00`, of what the customer hands over. */
function changeText({ amount, given }: Typed): string {
  const [sum, handed] = [typedDollars(amount), typedDollars(given)]
  if (sum === null || !handed) return ''
  const change = cents(handed - sum)
  if (change < 0) return `${formatDollars(cents(-change))} is missing`
  return `Change: ${formatDollars(change)}`
}
