import { Check, Gift, Minus, Plus, Scale } from 'lucide-react'
import { useState } from 'react'
import type { StallBox, StallDay } from '#contract/market/stall.ts'
import { formatMoney, toCents } from '#contract/money/money.ts'
import { IF_SHORT_LABELS } from '#contract/orders/if-short.ts'
import { formatGift, formatTogether } from '#contract/packing/box-text.ts'
import {
  lineWith,
  readTypedWeight,
  shownWeight,
  type TypedWeight,
  toThree,
  weightOutcome,
} from '#contract/packing/line-weight.ts'
import { formatRate } from '#contract/packing/weigh.ts'
import { MAX_BOXES } from '#contract/products/unit-counts.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError, inputLook } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { WeightQuestion } from '#web/ui/weight-question.tsx'
import { isGiven } from '../hand-over/box-groups.ts'
import { useIsFarmer, useNote, useStall, useStallDraft } from '../use-stall.ts'

type PackItem = StallBox['items'][number]

type PackDraft = {
  ticked: readonly number[]
  boxes: number | null
  weights: Readonly<Record<number, string>>
}

const NOT_BEGUN: PackDraft = { ticked: [], boxes: null, weights: {} }

export const isDone = (box: StallBox): boolean => box.isPacked || isGiven(box)

type PackCardProps = { box: StallBox; day: StallDay; onPacked: (id: number) => void }

type Weighable = PackItem & { byWeight: NonNullable<PackItem['byWeight']> }
const isWeighable = (item: PackItem): item is Weighable => item.byWeight !== undefined

export function PackCard({ box, day, onPacked }: PackCardProps) {
  const order = { id: box.id, mark: box.mark }
  const [draft, change, send] = useStallDraft<PackDraft>(`pack ${box.id} ${box.mark}`, NOT_BEGUN)
  const [asked, setAsked] = useState<{ productId: number; typed: TypedWeight } | null>(null)
  const note = useNote()
  const weigh = async ({ productId, units, byWeight }: Weighable, sent: Sent) => {
    const { [productId]: _, ...weights } = draft.weights
    const said = 'weight' in sent ? { weight: Number(sent.weight) } : { weight: null, ...sent }
    const replaces = byWeight.weighs
    setAsked(null)
    if (await note({ kind: 'weigh', order, productId, units, ...said, replaces }))
      change({ ...draft, weights })
  }
  const pack = async () => {
    // Also saves weights that were typed but not saved.
    for (const item of box.items.filter(isWeighable)) {
      const text = draft.weights[item.productId]
      if (text === undefined || text === shownWeight(item.byWeight)) continue
      const typed = readTypedWeight(text, item.byWeight, item.units)
      if (!typed.sent || typed.question) {
        setAsked({ productId: item.productId, typed })
        return
      }
      await weigh(item, typed.sent)
    }
    const items = box.items.map(({ productId, units }) => ({ productId, units }))
    const boxes = draft.boxes === null ? {} : { boxes: draft.boxes }
    if (await send({ kind: 'pack', order, ...boxes, items })) onPacked(box.id)
  }
  const type = (productId: number, text: string) => {
    setAsked(null)
    change({ ...draft, weights: { ...draft.weights, [productId]: text } })
  }
  const lines = (item: PackItem) =>
    isWeighable(item) ? (
      <WeighLine
        item={item}
        box={box}
        text={draft.weights[item.productId]}
        onType={(text) => type(item.productId, text)}
        asked={asked?.productId === item.productId ? asked.typed : null}
        onAsked={(typed) => setAsked(typed && { productId: item.productId, typed })}
        onSave={(sent) => void weigh(item, sent)}
      />
    ) : (
      <Tick
        item={item}
        isTicked={isDone(box) || draft.ticked.includes(item.productId)}
        onTick={(isTicked) => {
          const others = draft.ticked.filter((id) => id !== item.productId)
          change({ ...draft, ticked: isTicked ? [...others, item.productId] : others })
        }}
      />
    )
  return (
    <section
      aria-label={`Box ${box.id}`}
      className="grid gap-2 rounded-2xl border-2 border-leaf bg-card px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <strong className="text-2xl tabular-nums">#{box.id}</strong>
        <p className="min-w-0 grow basis-24 text-lg leading-snug font-semibold wrap-anywhere">
          {box.shortName}
          {box.due > 0 && (
            <span className="ml-2 inline-block rounded-full border border-yolk bg-yolk-pale px-2.5 text-sm whitespace-nowrap text-yolk-deep">
              NOT PAID
            </span>
          )}
        </p>
        {!isDone(box) && (
          <BoxCount
            orderId={box.id}
            boxes={draft.boxes ?? box.boxes}
            onCount={(boxes) => change({ ...draft, boxes })}
          />
        )}
      </div>
      <Facts box={box} day={day} />
      <ul className="divide-y divide-straw border-t border-straw">
        {box.items.map((item) => (
          <li key={item.productId}>{lines(item)}</li>
        ))}
      </ul>
      <CardFoot box={box} onPack={() => void pack()} />
    </section>
  )
}

type Sent = NonNullable<TypedWeight['sent']>

function CardFoot({ box, onPack }: { box: StallBox; onPack: () => void }) {
  const isFarmer = useIsFarmer()
  if (isDone(box)) return null
  return (
    <div className="flex flex-wrap gap-2">
      {isFarmer && (
        <a
          href={`/admin#orders/${box.id}`}
          aria-label={`Problem with order ${box.id}`}
          className={buttonLook({ variant: 'quiet', size: 'lg' }, 'px-4')}
        >
          Problem…
        </a>
      )}
      <Button
        size="lg"
        className="grow text-lg"
        aria-label={`Packed, order ${box.id}`}
        onClick={onPack}
      >
        <Check aria-hidden="true" className="size-5" /> Packed
      </Button>
    </div>
  )
}

function Facts({ box, day }: { box: StallBox; day: StallDay }) {
  const calls = day.harvest.calls.filter(({ orderId }) => orderId === box.id)
  const facts = [
    ...(box.ifShort ? [IF_SHORT_LABELS[box.ifShort]] : []),
    ...(box.packedWith.length > 0 ? [formatTogether(box.packedWith)] : []),
  ]
  return (
    <>
      {box.isGift && (
        <p className="flex gap-1.5 wrap-anywhere">
          <Gift aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          <span>{formatGift(box)}</span>
        </p>
      )}
      {facts.map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
      {calls.length > 0 && (
        <p className="rounded-xl border border-beet bg-beet-pale px-3 py-2 text-beet-deep">
          Call before you pack this: there are only{' '}
          {calls.map(({ gets, units, name }) => `${gets} of ${units} ${name}`).join(', ')}.
        </p>
      )}
      {box.notes.map((note) => (
        <p
          key={note}
          className="rounded-xl bg-yolk-pale px-3 py-2 whitespace-pre-line wrap-anywhere"
        >
          {note}
        </p>
      ))}
    </>
  )
}

type TickProps = { item: PackItem; isTicked: boolean; onTick: (isTicked: boolean) => void }

function Tick({ item: { units, name, isCold, toWeigh }, isTicked, onTick }: TickProps) {
  return (
    <label className="flex min-h-13 cursor-pointer items-center gap-3 py-1 text-lg leading-snug">
      <span className="relative size-7 shrink-0">
        <input
          type="checkbox"
          checked={isTicked}
          onChange={({ target }) => onTick(target.checked)}
          className="size-7 cursor-pointer appearance-none rounded-lg border-2 border-bark bg-field checked:border-leaf checked:bg-leaf"
        />
        {isTicked && (
          <Check
            aria-hidden="true"
            className="pointer-events-none absolute inset-1 size-5 text-on-leaf"
          />
        )}
      </span>
      <span className={classNames('min-w-0 grow wrap-anywhere', isTicked && 'text-bark-deep')}>
        <strong className="tabular-nums">{units} ×</strong> {name}
        {toWeigh && (
          <span className="block text-[0.9375rem] text-bark-deep">the farmer weighs it</span>
        )}
      </span>
      {isCold && <Cold />}
    </label>
  )
}

function Cold() {
  return (
    <span className="shrink-0 rounded-full bg-sky px-2.5 text-sm font-semibold text-leaf-deep">
      COLD
    </span>
  )
}

type BoxCountProps = { orderId: number; boxes: number; onCount: (boxes: number) => void }

function BoxCount({ orderId, boxes, onCount }: BoxCountProps) {
  const step = (label: string, by: 1 | -1, isEnd: boolean) => (
    <Button
      variant="plain"
      size="icon"
      aria-label={`${label} for order ${orderId}`}
      disabled={isEnd}
      onClick={() => onCount(boxes + by)}
    >
      {by === 1 ? (
        <Plus aria-hidden="true" className="size-5" />
      ) : (
        <Minus aria-hidden="true" className="size-5" />
      )}
    </Button>
  )
  return (
    <span className="flex shrink-0 items-center rounded-full border-[1.5px] border-straw">
      {step('One box less', -1, boxes <= 1)}
      <span className="min-w-8 text-center leading-none">
        <strong className="block tabular-nums">{boxes}</strong>
        <span className="text-sm text-bark-deep">{boxes === 1 ? 'box' : 'boxes'}</span>
      </span>
      {step('One box more', 1, boxes >= MAX_BOXES)}
    </span>
  )
}

type WeighLineProps = {
  item: Weighable
  box: StallBox
  /** Typed but not saved; undefined when nothing was. */
  text: string | undefined
  onType: (text: string) => void
  asked: TypedWeight | null
  onAsked: (typed: TypedWeight | null) => void
  onSave: (sent: Sent) => void
}

function WeighLine(props: WeighLineProps) {
  const { item, box, text, onType, asked, onAsked, onSave } = props
  const { byWeight, units, name } = item
  const saved = shownWeight(byWeight)
  const shown = text ?? saved
  const typed = readTypedWeight(shown, byWeight, units)
  const isOpen = shown !== saved
  // An unpacked box saves its weights when it is packed.
  const hasSave = isOpen && isDone(box)
  // Then none of the whole box is paid yet.
  const isUnpaid = box.due > 0
  const save = () => {
    if (!isOpen) return
    if (typed.sent && !typed.question) onSave(typed.sent)
    else onAsked(typed)
  }
  const line = isOpen && typed.sent ? lineWith(byWeight, typed.sent) : byWeight
  return (
    <Form onSubmit={save} className="grid gap-2 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Scale aria-hidden="true" className="size-6 shrink-0 text-yolk-deep" />
        <span className="min-w-0 grow basis-32 leading-snug wrap-anywhere">
          <strong className="tabular-nums">{units} ×</strong> {name}
          <span className="block text-[0.9375rem] text-bark-deep">
            {formatRate({ cents: toCents(byWeight.price), unit: byWeight.unit })},{' '}
            {isUnpaid ? 'up to' : 'paid for'} {toThree(byWeight.to * units)} {byWeight.unit}
          </span>
        </span>
        {item.isCold && <Cold />}
        <span className="relative">
          <input
            aria-label={`Weight of ${name} in ${byWeight.unit}, order ${box.id}`}
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
        {hasSave && (
          <Button type="submit" variant="sprout">
            Save
          </Button>
        )}
      </div>
      <div role="status">
        {asked?.question && asked.sent ? (
          <WeightQuestion
            typed={asked}
            onYes={() => asked.sent && onSave(asked.sent)}
            onNo={() => onAsked(null)}
          />
        ) : (
          <Outcome line={line} units={units} isUnpaid={isUnpaid} error={asked?.error} />
        )}
      </div>
    </Form>
  )
}

type OutcomeProps = {
  line: Weighable['byWeight'] | ReturnType<typeof lineWith>
  units: number
  isUnpaid: boolean
  error: string | undefined
}

function Outcome({ line, units, isUnpaid, error }: OutcomeProps) {
  const isAway = useStall().reach === 'away'
  if (error) return <FieldError>{error}</FieldError>
  if (line.amount === null) return null
  if (line.toSendBack === 0)
    return <p className="text-[0.9375rem] text-bark-deep">{weightOutcome(line, units)}</p>
  return (
    <p className="flex flex-wrap justify-between gap-x-4 rounded-xl bg-sprout px-3 py-2 text-leaf-deep">
      <span>
        Costs <strong>{formatMoney(line.amount)}</strong>
      </span>
      {isUnpaid ? (
        <span>
          <strong>{formatMoney(line.toSendBack)}</strong> less to pay
        </span>
      ) : (
        <span>
          Refund <strong>{formatMoney(line.toSendBack)}</strong>,{' '}
          {isAway ? 'goes back when this syncs' : 'goes back at pickup'}
        </span>
      )}
    </p>
  )
}
