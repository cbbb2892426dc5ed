import { type FormEvent, useState } from 'react'
import { type Cents, cents } from '#contract/money.ts'
import { typedDollars } from '#contract/typed-numbers.ts'
import { holdsLetterOrDigit, visibleLine } from '#contract/visible-text.ts'
import { Button } from '../button.tsx'
import { TextField } from '../field.tsx'

export type Free = { name: string; price: Cents }

export function FreeLine({ onAdd }: { onAdd: (line: Free) => void }) {
  const [name, setName] = useState('')
  const [amount, setAmount] = useState('')
  const [isTried, setTried] = useState(false)
  const typed = typedDollars(amount)
  const isAmount = typed !== null && typed >= 0
  const isNamed = holdsLetterOrDigit(visibleLine(name))
  const add = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isNamed || !isAmount) return
    onAdd({ name: visibleLine(name), price: cents(typed) })
  }
  return (
    <form
      noValidate
      onSubmit={add}
      className="flex flex-wrap items-start gap-3 rounded-2xl border border-straw bg-card p-3"
    >
      <TextField
        label="What is it?"
        className="min-w-0 grow basis-40"
        required
        name="name"
        maxLength={80}
        placeholder="Bag of seconds"
        value={name}
        error={isTried && !isNamed ? 'Please say what it is.' : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="Amount in $"
        className="min-w-0 grow basis-24"
        required
        name="amount"
        inputMode="decimal"
        value={amount}
        error={isTried && !isAmount ? 'An amount, such as 2.00.' : undefined}
        onChange={({ target }) => setAmount(target.value)}
      />
      <Button type="submit" variant="sprout" className="w-full">
        Add it
      </Button>
    </form>
  )
}
