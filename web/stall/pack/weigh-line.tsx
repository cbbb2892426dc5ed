import { Scale } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { cents, formatDollars, toCents } from '#contract/money/money.ts'
import {
  lineWith,
  readTypedWeight,
  shownWeight,
  type TypedWeight,
  toThree,
  weightOutcome,
} from '#contract/packing/line-weight.ts'
import { formatRate } from '#contract/packing/weigh.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { inputLook } from '#web/ui/field.tsx'
import { useStall } from '../use-stall.ts'
import type { PackItem } from './pack-draft.ts'

type WeighLineProps = {
  item: PackItem & { byWeight: NonNullable<PackItem['byWeight']> }
  orderId: number
  /** A box that is not packed yet saves it as it is packed. */
  hasSave: boolean
  /** What was typed and is not saved; undefined while nothing was. */
  text: string | undefined
  onType: (text: string) => void
  /** What is wrong with it, or has to be asked, once it was to be saved. */
  asked: TypedWeight | null
  onAsked: (typed: TypedWeight | null) => void
  onSave: (sent: NonNullable<TypedWeight['sent']>) => void
}

/** What a line weighs, all together, or what it costs: typed in place, and asked about where it cannot be meant. */
export function WeighLine(props: WeighLineProps) {
  const { item, orderId, hasSave, text, onType, asked, onAsked, onSave } = props
  const { byWeight, units, name } = item
  const saved = shownWeight(byWeight)
  const shown = text ?? saved
  const typed = readTypedWeight(shown, byWeight, units)
  const isOpen = shown !== saved
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isOpen) return
    if (typed.sent && !typed.question) onSave(typed.sent)
    else onAsked(typed)
  }
  const line = isOpen && typed.sent ? lineWith(byWeight, typed.sent) : byWeight
  return (
    <form noValidate onSubmit={save} className="grid gap-2 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Scale aria-hidden="true" className="size-6 shrink-0 text-yolk-deep" />
        <span className="min-w-0 grow basis-32 leading-snug wrap-anywhere">
          <strong className="tabular-nums">{units} ×</strong> {name}
          <span className="block text-[0.9375rem] text-bark-deep">
            {formatRate({ cents: toCents(byWeight.price), unit: byWeight.unit })}, paid for{' '}
            {toThree(byWeight.to * units)} {byWeight.unit}
          </span>
        </span>
        <span className="relative">
          <input
            aria-label={`Weight of ${name} in ${byWeight.unit}, order ${orderId}`}
            aria-invalid={asked?.error ? true : undefined}
            inputMode="decimal"
            autoComplete="off"
            value={shown}
            onChange={({ target }) => onType(target.value)}
            className={classNames('h-12 w-30! pr-9! text-lg font-semibold tabular-nums', inputLook)}
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3.5 grid place-items-center text-bark-deep"
          >
            {byWeight.unit}
          </span>
        </span>
        {isOpen && hasSave && (
          <Button type="submit" variant="sprout">
            Save
          </Button>
        )}
      </div>
      <div role="status">
        {asked?.question && asked.sent ? (
          <Question typed={asked} onYes={onSave} onNo={() => onAsked(null)} />
        ) : (
          <Outcome line={line} units={units} error={asked?.error} />
        )}
      </div>
    </form>
  )
}

type OutcomeProps = {
  line: NonNullable<PackItem['byWeight']> | ReturnType<typeof lineWith>
  units: number
  error: string | undefined
}

function Outcome({ line, units, error }: OutcomeProps) {
  const isAway = useStall().reach === 'away'
  if (error) return <p className="text-[0.9375rem] font-semibold text-beet">{error}</p>
  if (line.amount === null) return null
  if (line.toSendBack === 0)
    return <p className="text-[0.9375rem] text-bark-deep">{weightOutcome(line, units)}</p>
  return (
    <p className="flex flex-wrap justify-between gap-x-4 rounded-xl bg-sprout px-3 py-2 text-leaf-deep">
      <span>
        Costs <strong>{formatDollars(toCents(line.amount))}</strong>
      </span>
      <span>
        Refund <strong>{formatDollars(cents(toCents(line.toSendBack)))}</strong>,{' '}
        {isAway ? 'goes back when this syncs' : 'goes back at pickup'}
      </span>
    </p>
  )
}

type QuestionProps = {
  typed: TypedWeight
  onYes: WeighLineProps['onSave']
  onNo: () => void
}

function Question({ typed: { question, yes, sent }, onYes, onNo }: QuestionProps) {
  return (
    <div className="grid gap-2 rounded-xl bg-yolk-pale px-3 py-2">
      <p>{question}</p>
      <p className="flex flex-wrap gap-2">
        <Button variant="sprout" onClick={() => sent && onYes(sent)}>
          {yes}
        </Button>
        <Button variant="quiet" onClick={onNo}>
          No, I’ll type it again
        </Button>
      </p>
    </div>
  )
}
