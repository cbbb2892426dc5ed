import { HandCoins, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { keysOf } from '#contract/changed-fields.ts'
import { type Cents, cents, formatDollars, formatMoney, toCents } from '#contract/money/money.ts'
import type { Refund } from '#contract/money/refunds.ts'
import { type Tender, type TenderDraft, tenders, type WayToPay } from '#contract/money/tenders.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import { formatBalance, type OrderBalance } from '#contract/orders/order-balance.ts'
import { typedDollars } from '#contract/text/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { BeyondSnap } from '#web/ui/beyond-snap.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { PriceInDollars } from '#web/ui/price.tsx'
import { DialogAt, type DialogProps, openDialog, useDraft } from '../shared/dialog-at.tsx'
import { type FieldErrors, useCheckedForm, type WiredProps, wiredTo } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { useWaysToPay } from '../shared/use-setting.ts'
import { WayChoice } from '../shared/way-choice.tsx'
import { paymentLabel } from './order-labels.ts'
import { orderDialog, REFRESHED } from './orders-query.ts'
import { useRetryRefund } from './refund-query.ts'

export function OrderPayment({ order }: { order: OrderDetail }) {
  return order.balance ? (
    <MoneyInHand order={order} balance={order.balance} />
  ) : (
    <CardPayment order={order} />
  )
}

function CardPayment({ order }: { order: OrderDetail }) {
  const { payment, refunds, testMode } = order
  return (
    <>
      <p>
        {paymentLabel(order)}
        {payment.left > 0 && refunds.length > 0 && (
          <>
            {' · '}
            <PriceInDollars dollars={payment.left} /> is left
          </>
        )}
      </p>
      {testMode && <p className="text-bark-deep">Test order: no money moved.</p>}
      {payment.reference && (
        <p className="text-[0.9375rem] text-bark-deep">
          {payment.provider === 'stripe' ? 'Stripe' : 'Test cards'}{' '}
          <code className="text-soil wrap-anywhere">{payment.reference}</code>
        </p>
      )}
      {refunds.length > 0 && (
        <>
          <h4 className="mt-4 mb-1 font-sans font-semibold">Refunds</h4>
          <ul className="rounded-xl border border-straw">
            {refunds.map((refund) => (
              <RefundRow key={refund.id} refund={refund} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const STATES: Record<Refund['state'], { label: string; variant: BadgeVariant }> = {
  requested: { label: 'On its way', variant: 'secondary' },
  pending: { label: 'On its way', variant: 'secondary' },
  succeeded: { label: 'Refunded', variant: 'default' },
  failed: { label: 'Failed', variant: 'destructive' },
}

function RefundRow({ refund }: { refund: Refund }) {
  const { formatMoment } = useFarmDates()
  const { label, variant } = STATES[refund.state]
  const retry = useRetryRefund()
  return (
    <li className="border-b border-straw px-4 py-3 last:border-0">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <PriceInDollars dollars={refund.amount} className="font-semibold" />
        <Badge variant={variant}>{label}</Badge>
      </p>
      <p className="wrap-anywhere">{refund.reason}</p>
      <p className="text-[0.9375rem] text-bark-deep">{formatMoment(refund.createdAt)}</p>
      {refund.state === 'failed' && (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
          <p className="text-beet wrap-anywhere">{refund.error}</p>
          <Button
            variant="quiet"
            size="sm"
            busy={retry.isPending}
            onClick={() => retry.mutate(refund.id)}
          >
            Retry
          </Button>
        </div>
      )}
    </li>
  )
}

function MoneyInHand({ order, balance }: { order: OrderDetail; balance: OrderBalance }) {
  const addressOf = (kind: Kind) => orderDialog(order.id, KINDS[kind].address)
  const { due, paid, worth } = balance
  return (
    <>
      <p className="text-xl font-semibold">{formatBalance(balance)}</p>
      {due < 0 && (
        <p className="text-bark-deep">
          {formatMoney(paid)} paid of {formatMoney(worth)}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {due > 0 && (
          <Button onClick={() => openDialog(addressOf('taken'))}>
            <HandCoins aria-hidden="true" className="size-5" />
            Take a payment
          </Button>
        )}
        {paid > 0 && (
          <Button
            variant={due < 0 ? 'primary' : 'quiet'}
            onClick={() => openDialog(addressOf('given-back'))}
          >
            <Undo2 aria-hidden="true" className="size-5" />
            Give money back
          </Button>
        )}
      </div>
      {order.tenders.length > 0 && <Tenders tenders={order.tenders} />}
      {keysOf(KINDS).map((kind) => (
        <DialogAt key={kind} address={addressOf(kind)} holds="customers">
          {(dialog) => (
            <TakePaymentDialog order={order} balance={balance} kind={kind} {...dialog} />
          )}
        </DialogAt>
      ))}
    </>
  )
}

function Tenders({ tenders }: { tenders: readonly Tender[] }) {
  const { formatMoment } = useFarmDates()
  return (
    <ul className="mt-4 rounded-xl border border-straw">
      {tenders.map(({ id, way, amount, note, at }) => (
        <li key={id} className="border-b border-straw px-4 py-3 last:border-0">
          <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
            <span className="wrap-anywhere">{amount < 0 ? `Given back, ${way}` : way}</span>
            <PriceInDollars dollars={amount} />
          </p>
          <p className="text-[0.9375rem] text-bark-deep wrap-anywhere">
            {note ? `${note} · ` : ''}
            {formatMoment(at)}
          </p>
        </li>
      ))}
    </ul>
  )
}

type Kind = TenderDraft['kind']
type Typed = { way: string; amount: string; given: string; note: string }

type TakePaymentProps = DialogProps & { order: OrderDetail; balance: OrderBalance; kind: Kind }

const KINDS: Record<Kind, Record<'address' | 'title' | 'label' | 'verb', string>> = {
  taken: { address: 'payment', title: 'Take a payment', label: 'How is it paid?', verb: 'Take' },
  'given-back': {
    address: 'give-back',
    title: 'Give money back',
    label: 'How do you give it back?',
    verb: 'Give back',
  },
}

function TakePaymentDialog({ order, balance, kind, ...dialog }: TakePaymentProps) {
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
  const { form, send, wires } = useCheckedForm(save)
  const { way, amount, note } = typed
  const [isAsking, setAsking] = useState(false)
  const submit = () => send(errorsOf(typed, ways, kind), { way, amount: amount.trim(), note })
  const benefits = kind === 'given-back' ? benefitsAsCash(typed, ways, balance) : cents(0)
  return (
    <FormDialog
      {...dialog}
      title={KINDS[kind].title}
      description={`Order #${order.id}, ${order.customerName} · ${formatBalance(balance)}`}
      isTouched={() => typed !== first}
      form={form}
      onSubmit={() => (benefits > 0 ? setAsking(true) : submit())}
      save={{ label: saveLabel(typed, kind), busy: save.isPending }}
    >
      <PaymentFields {...wires(typed, setTyped)} kind={kind} ways={ways} balance={balance} />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Give SNAP benefits back as cash?"
        confirmLabel="Give cash anyway"
        onConfirm={() => {
          setAsking(false)
          submit()
        }}
      >
        <p>
          {`${formatDollars(benefits)} of this was paid with SNAP/EBT. Benefits go back to the EBT card, not out of the cash box.`}
        </p>
      </ConfirmDialog>
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
  return `${KINDS[kind].verb} ${sum ? formatDollars(sum) : ''} ${way ? `by ${way}` : ''}`.trim()
}

function errorsOf({ way, amount }: Typed, ways: readonly WayToPay[], kind: Kind): FieldErrors {
  const sum = typedDollars(amount)
  return {
    ...(ways.some(({ name }) => name === way) ? {} : { way: KINDS[kind].label }),
    ...(sum !== null && sum > 0 ? {} : { amount: 'Please enter an amount such as 4.50.' }),
  }
}

type FieldsProps = WiredProps<Typed> & {
  kind: Kind
  ways: readonly WayToPay[]
  balance: OrderBalance
}

function PaymentFields({ kind, ways, balance, ...form }: FieldsProps) {
  const { typed, onType, errors } = form
  const wired = wiredTo(form)
  const chosen = ways.find(({ name }) => name === typed.way)
  const isChangeDue = kind === 'taken' && chosen?.givesChange === true
  return (
    <div className="grid gap-5">
      <WayChoice
        legend={KINDS[kind].label}
        name="way"
        options={ways.map(({ name }) => [name, name] as const)}
        value={typed.way}
        onChoose={(way) => onType({ ...typed, way })}
        error={errors.way}
      />
      <TextField label="Amount in $" inputMode="decimal" required {...wired('amount')} />
      {kind === 'taken' && chosen?.isEbt && (
        <BeyondSnap
          bySnap={typedDollars(typed.amount) ?? 0}
          eligible={balance.snapDue === undefined ? null : toCents(balance.snapDue)}
        />
      )}
      {isChangeDue && (
        <div>
          <TextField label="Customer hands you $" inputMode="decimal" {...wired('given')} />
          <p role="status" className="mt-2 text-xl font-semibold">
            {changeText(typed)}
          </p>
        </div>
      )}
      <TextField
        label="Note"
        hint="Such as the number of a check."
        maxLength={40}
        {...wired('note')}
      />
    </div>
  )
}

/** What SNAP paid that would be handed back as cash. */
function benefitsAsCash(
  { way, amount }: Typed,
  ways: readonly WayToPay[],
  { paid, ebtPaid = 0 }: OrderBalance,
): Cents {
  const isCash = ways.some((one) => one.name === way && one.isCash)
  const others = toCents(paid) - toCents(ebtPaid)
  return cents(isCash && ebtPaid > 0 ? Math.max(0, (typedDollars(amount) ?? 0) - others) : 0)
}

/** `Change: $2.00`, of what the customer hands over. */
function changeText({ amount, given }: Typed): string {
  const [sum, handed] = [typedDollars(amount), typedDollars(given)]
  if (sum === null || !handed) return ''
  const change = cents(handed - sum)
  if (change < 0) return `${formatDollars(cents(-change))} is missing`
  return `Change: ${formatDollars(change)}`
}
