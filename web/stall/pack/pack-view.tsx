import { Check, ChevronRight, Printer, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { StallBox, StallDay } from '#contract/market/stall.ts'
import { formatBoxes, formatGiftFor } from '#contract/packing/box-text.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { ActBar } from '../frame/act-bar.tsx'
import { isFound, isGiven } from '../hand-over/box-groups.ts'
import { onlinePart } from '../online/online-part.tsx'
import { useIsFarmer, useNote, useStall } from '../use-stall.ts'
import { isDone, PackCard } from './pack-card.tsx'

const Tell = onlinePart(() => import('../online/tell.tsx').then((code) => code.Tell))

const WIDE = '(min-width: 64rem)'

function boxesToPack({ boxes }: StallDay): StallBox[] {
  return boxes.filter(({ isCancelled }) => !isCancelled).toSorted((a, b) => a.id - b.id)
}

export function PackedCount({ day }: { day: StallDay }) {
  const boxes = boxesToPack(day)
  return (
    <span className="shrink-0">
      <strong className="text-soil">{boxes.filter(isDone).length}</strong> of {boxes.length} packed
    </span>
  )
}

export function PackView({ day }: { day: StallDay }) {
  const isFarmer = useIsFarmer()
  const isWide = useMedia(WIDE)
  const [text, setText] = useState('')
  const [isPackedShown, setPackedShown] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const [last, setLast] = useState<number | null>(null)
  const [isTelling, setTelling] = useState(false)
  const all = boxesToPack(day)
  const left = all.filter((box) => !isDone(box))
  const isFinding = text.trim() !== ''
  const isShown = (box: StallBox) => {
    if (isFinding) return isFound([box], text)
    // Undo replaces the button until the next box is packed.
    return isPackedShown || left.length === 0 ? isDone(box) : !isDone(box) || box.id === last
  }
  const shown = all.filter(isShown)
  const open = openBox(shown, { chosen, last })
  const packed = (id: number) => {
    setLast(id)
    setChosen(null)
    setText('')
  }
  const card = open && <PackCard key={open.id} box={open} day={day} onPacked={packed} />
  const rows = (boxes: readonly StallBox[]) => (
    <Rows boxes={boxes} openId={open?.id ?? null} onOpen={setChosen} />
  )
  const at = open ? shown.indexOf(open) : shown.length
  const canTell = isFarmer && Date.now() < Date.parse(day.marketDay.closesAt)
  return (
    <div className="grid gap-2.5 pt-2">
      <h2 className="sr-only">Pack</h2>
      {left.length === 0 && all.length > 0 && <AllPacked count={all.length} />}
      {canTell && (left.length === 0 || isTelling) && all.length > left.length && (
        <TellNow day={day} />
      )}
      <div className="flex gap-2">
        <SearchField label="Name or number" value={text} onType={setText} />
        {left.length > 0 && left.length < all.length && (
          <Button
            variant="quiet"
            aria-pressed={isPackedShown}
            className="min-h-13 rounded-2xl px-3.5 aria-pressed:border-soil aria-pressed:bg-soil aria-pressed:text-paper"
            onClick={() => {
              setPackedShown(!isPackedShown)
              setChosen(null)
            }}
          >
            Packed {all.length - left.length}
          </Button>
        )}
      </div>
      {shown.length === 0 && <p className="py-2">{nothingText(all.length, isFinding)}</p>}
      {isWide ? (
        <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-5">
          {rows(shown)}
          <div className="sticky top-16">{card}</div>
        </div>
      ) : (
        <>
          {rows(shown.slice(0, at))}
          {card}
          {rows(shown.slice(at + 1))}
        </>
      )}
      {isFarmer && left.length > 0 && (
        <ActBar>
          <div className="flex gap-2">
            <a
              href={`/admin#lists/${day.marketDay.day}/labels`}
              aria-label="Labels"
              className={buttonLook({ variant: 'quiet', size: 'lg' }, 'shrink-0 px-4')}
            >
              <Printer aria-hidden="true" className="size-5" />
              <span className="max-sm:hidden">Labels</span>
            </a>
            {canTell && (
              <button
                type="button"
                aria-expanded={isTelling}
                onClick={() => {
                  setTelling(!isTelling)
                  scrollTo({ top: 0 })
                }}
                className={classNames(DASHED, 'min-w-0 grow cursor-pointer')}
              >
                {left.length} more, then: tell people it’s ready
              </button>
            )}
          </div>
        </ActBar>
      )}
    </div>
  )
}

function openBox(
  shown: readonly StallBox[],
  { chosen, last }: { chosen: number | null; last: number | null },
): StallBox | undefined {
  const tapped = shown.find(({ id }) => id === chosen)
  if (tapped) return tapped
  const open = shown.filter((box) => !isDone(box))
  return open.find(({ id }) => id > (last ?? 0)) ?? open[0]
}

function TellNow({ day: { marketDay, places } }: { day: StallDay }) {
  if (useStall().reach === 'away')
    return (
      <p role="status" className={DASHED}>
        Once there is a signal: tell people it’s ready
      </p>
    )
  const packed = places.reduce((sum, one) => sum + one.packed, 0)
  return <Tell day={marketDay.day} packed={packed} />
}

const DASHED =
  'grid min-h-14 place-content-center rounded-4xl border-2 border-dashed border-bark px-4 text-center leading-tight font-semibold text-balance text-bark-deep'

function nothingText(count: number, isFinding: boolean): string {
  if (count === 0) return 'There is nothing to pack for this day yet.'
  return isFinding ? 'No box found. Try the number.' : 'Nothing is packed yet.'
}

function AllPacked({ count }: { count: number }) {
  return (
    <p className="flex items-center justify-center gap-3 rounded-2xl bg-sprout px-4 py-3 font-serif text-2xl font-semibold text-leaf-deep">
      <Check aria-hidden="true" className="size-7" />
      {count === 1 ? 'The box is packed' : `All ${count} packed`}
    </p>
  )
}

type RowsProps = {
  boxes: readonly StallBox[]
  openId: number | null
  onOpen: (id: number) => void
}

function Rows({ boxes, openId, onOpen }: RowsProps) {
  if (boxes.length === 0) return null
  return (
    <ul className="overflow-hidden rounded-2xl border border-straw bg-card">
      {boxes.map((box) => (
        <Row key={box.id} box={box} isOpen={box.id === openId} onOpen={() => onOpen(box.id)} />
      ))}
    </ul>
  )
}

/** `3 items · 1 to weigh · cold · a note`, or once packed, `Packed · 2 boxes`. */
function describeBox(box: StallBox): string {
  const open = box.items.filter(({ byWeight, toWeigh }) => toWeigh || byWeight?.amount === null)
  const weighs = open.length > 0 ? [`${open.length} to weigh`] : []
  if (isDone(box))
    return [isGiven(box) ? 'Handed out' : 'Packed', formatBoxes(box.boxes), ...weighs].join(' · ')
  const units = box.items.reduce((sum, item) => sum + item.units, 0)
  return [
    units === 1 ? '1 item' : `${units} items`,
    ...weighs,
    ...(box.isCold ? ['cold'] : []),
    ...(box.isGift ? [formatGiftFor(box)] : []),
    ...(box.notes.length > 0 ? ['a note'] : []),
  ].join(' · ')
}

function Row({ box, isOpen, onOpen }: { box: StallBox; isOpen: boolean; onOpen: () => void }) {
  const isPacked = isDone(box)
  return (
    <li
      className={classNames(
        'flex items-center border-b border-straw pr-2 last:border-0',
        isOpen && 'bg-sprout',
      )}
    >
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        onClick={onOpen}
        className="flex min-h-15 min-w-0 grow cursor-pointer items-center gap-x-3 py-1.5 pl-3.5 text-left -outline-offset-4"
      >
        <strong
          className={classNames(
            'min-w-16 shrink-0 text-xl tabular-nums',
            isPacked && 'text-bark-deep',
          )}
        >
          {isPacked && <Check aria-hidden="true" className="mr-1 inline size-4.5 text-leaf-deep" />}
          #{box.id}
        </strong>
        <span className="min-w-0 grow leading-snug wrap-anywhere">
          <span className={classNames('block font-semibold', isPacked && 'text-bark-deep')}>
            {box.shortName}
          </span>
          <span className="block text-[0.9375rem] text-bark-deep">{describeBox(box)}</span>
        </span>
        {!isPacked && !isOpen && <ChevronRight aria-hidden="true" className="size-5 shrink-0" />}
      </button>
      {isPacked && !isGiven(box) && <Unpack box={box} onUndone={onOpen} />}
    </li>
  )
}

/** In ms. A second tap on Packed this soon isn't meant as Undo. */
const QUICK = 600

function Unpack({ box: { id, mark, packs }, onUndone }: { box: StallBox; onUndone: () => void }) {
  const note = useNote()
  const [shownAt] = useState(() => performance.now())
  const undo = () => {
    if (performance.now() - shownAt < QUICK) return
    onUndone()
    void note({ kind: 'unpack', order: { id, mark }, packs })
  }
  return (
    <Button variant="plain" className="px-2.5 underline" aria-label={`Undo, #${id}`} onClick={undo}>
      <Undo2 aria-hidden="true" className="size-5" /> Undo
    </Button>
  )
}
