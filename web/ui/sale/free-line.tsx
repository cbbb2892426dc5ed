import { type FormEvent, useState } from 'react'
import { type Cents, cents, parseDollars } from '#contract/money.ts'
import { Button } from '../button.tsx'
import { TextField } from '../field.tsx'

export type Free = { name: string; price: Cents }

export function FreeLine({ onAdd }: { onAdd: (line: Free) => void }) {
  const [name, setName] = useState('')
  const [amount, setAmount] = useState('')
  const [isTried, setTried] = useState(false)
  const typed = parseDollars(amount)
  const isAmount = typed !== null && typed >= 0
  const add = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || !isAmount) return
    onAdd({ name: name.trim(), price: cents(typed) })
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
        error={isTried && name.trim() === '' ? 'Please say what it is.' : undefined}
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
