import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import { readWeighed, type Weighed } from '#contract/sale-by-weight.ts'
import { formatRate, formatWeighing, type Weigh } from '#contract/weigh.ts'
import { Button } from '../button.tsx'
import { TextField } from '../field.tsx'

type WeighLineProps = { name: string; weigh: Weigh; onAdd: (weighed: Weighed) => void }

export function WeighLine({ name, weigh, onAdd }: WeighLineProps) {
  const [typed, setTyped] = useState({ weight: '', amount: '' })
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'center' })
    form.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  const weighed = readWeighed(typed, weigh)
  const fault = isTried && typeof weighed === 'string' ? weighed : undefined
  const isAmount = typed.amount.trim() !== ''
  const add = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (typeof weighed !== 'string') onAdd(weighed)
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={add}
      className="flex flex-wrap items-start gap-3 rounded-2xl border border-straw bg-card p-3"
    >
      <p className="w-full wrap-anywhere">
        <strong>{name}</strong>, {formatRate(weigh)}
      </p>
      <TextField
        label={`Weight in ${weigh.unit}`}
        className="min-w-0 grow basis-28"
        required
        inputMode="decimal"
        autoComplete="off"
        value={typed.weight}
        error={isAmount ? undefined : fault}
        onChange={({ target }) => setTyped({ ...typed, weight: target.value })}
      />
      <TextField
        label="Or the amount in $"
        className="min-w-0 grow basis-28"
        required
        inputMode="decimal"
        autoComplete="off"
        value={typed.amount}
        error={isAmount ? fault : undefined}
        onChange={({ target }) => setTyped({ ...typed, amount: target.value })}
      />
      <p role="status" className="w-full text-bark-deep tabular-nums empty:hidden">
        {typeof weighed !== 'string' && weighed.weight !== null && sumOf(weighed, weigh)}
      </p>
      <Button type="submit" variant="sprout" className="w-full">
        {typeof weighed === 'string' ? (
          'Add it'
        ) : (
          <span>Add for {formatDollars(weighed.amount)}</span>
        )}
      </Button>
    </form>
  )
}

function sumOf({ amount, weight }: Weighed, { unit, cents: rate }: Weigh): string {
  const most = Number.POSITIVE_INFINITY
  return formatWeighing({ thousandths: weight, cents: amount, unit, rate, most })
}
