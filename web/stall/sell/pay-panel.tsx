import { Check, X } from 'lucide-react'
import {
  changeOf,
  nextKey,
  type Payment,
  paidBySnap,
  restOf,
  type SplitPart,
  usualBills,
  wayOf,
} from '#contract/market/sale-draft.ts'
import { type Cents, formatDollars } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import type { WayToPay } from '#contract/money/tenders.ts'
import { BeyondSnap } from '#web/ui/beyond-snap.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook, SelectField, TextField } from '#web/ui/field.tsx'

type PayPanelProps = {
  total: Cents
  payment: Payment
  ways: readonly WayToPay[]
  /** What SNAP may pay, in cents; null: the shop doesn't say. */
  eligible: number | null
  onPayment: (payment: Payment) => void
}

export function PayPanel({ total, payment, ways, eligible, onPayment }: PayPanelProps) {
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
            <Chip
              isOn={name === chosen?.name}
              onTap={() => onPayment({ ...payment, way: name, given: '' })}
            >
              {name}
            </Chip>
          </li>
        ))}
      </ul>
      {payment.parts.map((part) => (
        <PartRow key={part.key} part={part} ways={ways} payment={payment} onPayment={onPayment} />
      ))}
      {payment.parts.length > 0 && rest >= 0 && (
        <p>
          {chosen?.name}: <strong className="tabular-nums">{formatDollars(rest)}</strong>
        </p>
      )}
      <BeyondSnap bySnap={paidBySnap(total, payment, ways)} eligible={eligible} />
      {chosen?.givesChange && rest > 0 && (
        <Change rest={rest} payment={payment} onPayment={onPayment} />
      )}
      {ways.length > 1 && payment.parts.length < 3 && (
        <Button variant="plain" size="sm" onClick={addPart} className="justify-self-start">
          Part of it another way
        </Button>
      )}
    </section>
  )
}

type PartRowProps = Omit<PayPanelProps, 'total' | 'eligible'> & { part: SplitPart }

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
        options={ways.map(({ name }) => [name, name])}
        onChange={({ target }) => change({ way: target.value })}
      />
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

function Chip({ isOn, onTap, children }: { isOn: boolean; onTap: () => void; children: string }) {
  return (
    <Button
      variant="quiet"
      aria-pressed={isOn}
      onClick={onTap}
      className={classNames(
        'min-h-12 min-w-0! rounded-2xl px-2! wrap-anywhere',
        isOn && 'border-soil! bg-soil! text-paper!',
      )}
    >
      {isOn && <Check aria-hidden="true" className="size-4.5 shrink-0" />}
      {children}
    </Button>
  )
}

type ChangeProps = { rest: Cents; payment: Payment; onPayment: (payment: Payment) => void }

function Change({ rest, payment, onPayment }: ChangeProps) {
  const back = changeOf(rest, payment)
  const give = (given: string) => onPayment({ ...payment, given })
  return (
    <div className="grid gap-2">
      <fieldset className="flex flex-wrap items-center gap-2 *:grow">
        <legend className="mb-1.5 font-semibold">Customer gives</legend>
        <Chip isOn={payment.given === ''} onTap={() => give('')}>
          Exact
        </Chip>
        {usualBills(rest).map((bill) => (
          <Chip
            key={bill}
            isOn={payment.given === plainDollars(bill)}
            onTap={() => give(plainDollars(bill))}
          >
            {formatDollars(bill).replace(/\.00$/, '')}
          </Chip>
        ))}
        <input
          aria-label="Customer gives, in $"
          inputMode="decimal"
          autoComplete="off"
          placeholder="other"
          value={payment.given}
          onChange={({ target }) => give(target.value)}
          className={classNames('h-12 w-20! rounded-2xl! text-right tabular-nums', inputLook)}
        />
      </fieldset>
      {back !== null && back > 0 && (
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
