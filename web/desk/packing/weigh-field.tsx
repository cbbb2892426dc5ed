import { Scale } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import {
  readTypedWeight,
  shownWeight,
  type TypedWeight,
  toThree,
  weightOutcome,
} from '#contract/packing/line-weight.ts'
import type { PackOrder } from '#contract/packing/packing-lists.ts'
import type { LineByWeight } from '#contract/packing/weighing.ts'
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
  const first = shownWeight(byWeight)
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
    const typed = readTypedWeight(text, byWeight, item.units)
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
          <p className="text-[0.9375rem] text-bark-deep">{weightOutcome(byWeight, item.units)}</p>
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
