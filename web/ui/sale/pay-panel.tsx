import { X } from 'lucide-react'
import { type Cents, formatDollars } from '#contract/money.ts'
import { plainDollars } from '#contract/plain-dollars.ts'
import {
  changeOf,
  nextKey,
  type Payment,
  restOf,
  type SplitPart,
  usualBills,
  wayOf,
} from '#contract/sale-draft.ts'
import type { WayToPay } from '#contract/tenders.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'

type PayPanelProps = {
  total: Cents
  payment: Payment
  ways: readonly WayToPay[]
  onPayment: (payment: Payment) => void
}

export function PayPanel({ total, payment, ways, onPayment }: PayPanelProps) {
  if (total === 0) return <p className="text-bark-deep">Nothing to pay: this is a gift.</p>
  const rest = restOf(total, payment)
  const chosen = wayOf(ways, payment)
  const addPart = () => {
    const way = ways.find(({ name }) => name !== chosen?.name)?.name ?? ''
    const part = { key: nextKey(payment.parts), way, amount: '' }
    onPayment({ ...payment, parts: [...payment.parts, part] })
  }
  return (
    <section aria-label="Paid with" className="grid gap-3">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,6.75rem),1fr))] gap-2">
        {ways.map(({ name }) => (
          <li key={name} className="grid">
            <Button
              variant={name === chosen?.name ? 'primary' : 'sprout'}
              aria-pressed={name === chosen?.name}
              onClick={() => onPayment({ ...payment, way: name, given: '' })}
              className="min-h-14 rounded-2xl px-2 wrap-anywhere"
            >
              {name}
            </Button>
          </li>
        ))}
      </ul>
      {payment.parts.map((part) => (
        <PartRow key={part.key} {...{ part, ways, payment, onPayment }} />
      ))}
      {payment.parts.length > 0 && rest >= 0 && (
        <p>
          {chosen?.name}: <strong className="tabular-nums">{formatDollars(rest)}</strong>
        </p>
      )}
      {chosen?.givesChange && rest > 0 && <Change {...{ rest, payment, onPayment }} />}
      {ways.length > 1 && payment.parts.length < 3 && (
        <Button variant="plain" size="sm" onClick={addPart} className="justify-self-start">
          Part of it another way
        </Button>
      )}
    </section>
  )
}

type PartRowProps = Omit<PayPanelProps, 'total'> & { part: SplitPart }

function PartRow({ part, ways, payment, onPayment }: PartRowProps) {
  const { key, way, amount } = part
  const others = payment.parts.filter((one) => one.key !== key)
  const change = (more: Partial<SplitPart>) =>
    onPayment({
      ...payment,
      parts: payment.parts.map((one) => (one.key === key ? { ...one, ...more } : one)),
    })
  return (
    <div className="flex flex-wrap items-end gap-2">
      <SelectField
        label="Another way"
        className="min-w-0 grow basis-32"
        required
        value={way}
        onChange={({ target }) => change({ way: target.value })}
      >
        {ways.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <TextField
        label="Amount in $"
        className="min-w-0 grow basis-24"
        required
        inputMode="decimal"
        value={amount}
        onChange={({ target }) => change({ amount: target.value })}
      />
      <Button
        variant="plain"
        size="icon"
        aria-label={`Not by ${way}`}
        onClick={() => onPayment({ ...payment, parts: others })}
      >
        <X aria-hidden="true" className="size-5" />
      </Button>
    </div>
  )
}

type ChangeProps = { rest: Cents; payment: Payment; onPayment: (payment: Payment) => void }

function Change({ rest, payment, onPayment }: ChangeProps) {
  const back = changeOf(rest, payment)
  const give = (given: string) => onPayment({ ...payment, given })
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label="Customer gives"
          inputMode="decimal"
          placeholder={plainDollars(rest)}
          value={payment.given}
          onChange={({ target }) => give(target.value)}
          className="grow basis-28"
        />
        {usualBills(rest).map((bill) => (
          <Button
            key={bill}
            variant="quiet"
            onClick={() => give(plainDollars(bill))}
            className="min-h-12 px-3"
          >
            {formatDollars(bill).replace(/\.00$/, '')}
          </Button>
        ))}
      </div>
      {back !== null && (
        <p
          role="status"
          className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-2xl bg-sprout px-4 py-3 text-leaf-deep"
        >
          Change due
          <strong className="font-serif text-2xl tabular-nums">{formatDollars(back)}</strong>
        </p>
      )}
    </div>
  )
}
