import { Scale } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { formatDollars, toCents, toDollars } from '#contract/money.ts'
import type { PackOrder } from '#contract/packing-lists.ts'
import { parseWeight, plainNumber, typedDollars } from '#contract/typed-numbers.ts'
import { formatWeight, isUnusual } from '#contract/weigh.ts'
import type { LineByWeight } from '#contract/weighing.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useDraft, useDraftBook } from '../shared/use-draft.ts'
import { NotSaved, useWeighed } from './use-tick.tsx'

type Item = Pick<PackOrder['items'][number], 'productId' | 'name' | 'units' | 'byWeight'>
type LineWeightProps = { order: { id: number }; item: Item }

export function LineWeight({ order: { id }, item }: LineWeightProps) {
  const { byWeight } = item
  if (!byWeight) return null
  // What another tablet typed meanwhile stands in the field.
  const key = `${byWeight.weight} ${byWeight.amount}`
  return <WeighField key={key} orderId={id} item={item} byWeight={byWeight} />
}

type WeighFieldProps = { orderId: number; item: Item; byWeight: LineByWeight }

/** What a line weighs, all together, or what it costs: typed once, and asked about where it cannot be meant. */
function WeighField({ orderId, item, byWeight }: WeighFieldProps) {
  // One that another tablet has weighed meanwhile has a draft of its own.
  const first = shownOf(byWeight)
  const book = useDraftBook(`weight ${orderId} ${item.productId} ${first}`, 'customers')
  const weighed = useWeighed(orderId, book.forget)
  const [text, setText] = useDraft('text', first, book)
  const [pending, setPending] = useState<TypedWeight | null>(null)
  const send = ({ sent }: TypedWeight, isSure: boolean) => {
    setPending(null)
    if (!sent) return
    weighed.mutate({ productId: item.productId, ...sent, ...(isSure && { isSure }) })
  }
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const typed = readTyped(text, byWeight, item.units)
    if (typed.question ?? typed.error) setPending(typed)
    else send(typed, false)
  }
  return (
    <form onSubmit={save} className="grid gap-2 pb-2" noValidate>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label={`Weight in ${byWeight.unit}`}
          required
          inputMode="decimal"
          autoComplete="off"
          aria-label={`Weight of ${item.name} in ${byWeight.unit}, order ${orderId}`}
          placeholder={`up to ${toThree(byWeight.to * item.units)}`}
          value={text}
          error={pending?.error}
          onChange={({ target }) => {
            setText(target.value)
            setPending(null)
          }}
          className="min-w-0 flex-1 basis-32"
        />
        <Button type="submit" variant="quiet" busy={weighed.isPending}>
          <Scale aria-hidden="true" className="size-5" /> Save weight
        </Button>
      </div>
      <div role="status">
        {pending?.question ? (
          <Question
            typed={pending}
            onYes={() => send(pending, true)}
            onNo={() => setPending(null)}
          />
        ) : (
          <p className="text-[0.9375rem] text-bark-deep">{outcomeOf(byWeight, item.units)}</p>
        )}
      </div>
      <NotSaved tick={weighed} />
    </form>
  )
}

type QuestionProps = { typed: TypedWeight; onYes: () => void; onNo: () => void }

function Question({ typed: { question, yes }, onYes, onNo }: QuestionProps) {
  return (
    <div className="grid gap-2 rounded-xl bg-yolk-pale px-3 py-2">
      <p>{question}</p>
      <p className="flex flex-wrap gap-2">
        <Button type="button" onClick={onYes}>
          {yes}
        </Button>
        <Button type="button" variant="quiet" onClick={onNo}>
          No, I’ll type it again
        </Button>
      </p>
    </div>
  )
}

function shownOf({ weight, amount }: LineByWeight): string {
  if (weight !== null) return String(weight)
  return amount === null ? '' : formatDollars(toCents(amount))
}

const toThree = (weight: number) => Math.round(weight * 1000) / 1000

function outcomeOf(line: LineByWeight, units: number): string {
  const { amount, toSendBack, paid, weight, to, unit, price } = line
  const dollars = (sum: number) => formatDollars(toCents(sum))
  if (amount === null)
    return `${dollars(price)}/${unit}, ${dollars(paid)} paid. Type the weight, or what it costs, such as $23.10.`
  if (toSendBack > 0) return `Costs ${dollars(amount)}: ${dollars(toSendBack)} to send back.`
  const over = weight === null ? 0 : toThree(weight - to * units)
  if (over > 0) return `${over} ${unit} over: the customer pays no more than ${dollars(paid)}.`
  if (amount > paid) return `The customer pays no more than ${dollars(paid)}.`
  return `Costs ${dollars(amount)}. Nothing to send back.`
}

/** What was typed as a weight, or as an amount with its dollar sign; asked about where it cannot be meant. */
type TypedWeight = {
  sent?: { weight: string } | { amount: number }
  error?: string
  question?: string
  yes?: string
}

function readTyped(text: string, { unit, to, paid }: LineByWeight, units: number): TypedWeight {
  const typed = text.trim()
  if (typed.startsWith('$')) return readAmount(typed.slice(1), paid)
  const plain = plainNumber(typed) ?? ''
  const thousandths = parseWeight(plain)
  if (thousandths === null) return { error: 'Please type a weight, such as 3.85.' }
  const [shown, sent] = [formatWeight(thousandths, unit), { weight: plain }]
  const yes = `Yes, ${shown}`
  if (isUnusual({ to: Math.round(to * 1000) }, units, thousandths))
    return { sent, yes, question: `${shown} is far more than usual. Is that right?` }
  return plain === typed ? { sent } : { sent, yes, question: `Do you mean ${shown}?` }
}

function readAmount(text: string, paid: number): TypedWeight {
  const amount = typedDollars(text)
  if (amount === null || amount < 0) return { error: 'Please type an amount, such as $23.10.' }
  const sent = { amount: toDollars(amount) }
  // It was paid for once already.
  if (toDollars(amount) <= paid || paid === 0) return { sent }
  const question = `That is more than the customer paid. Do you mean ${formatDollars(amount)}?`
  return { sent, yes: `Yes, ${formatDollars(amount)}`, question }
}
