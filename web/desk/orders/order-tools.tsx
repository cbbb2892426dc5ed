import { Check, Ellipsis, Plus, X } from 'lucide-react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { deskOrders } from '#contract/orders/desk-orders.ts'
import { formatBriefDay } from '#contract/time/date-format.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ON_PHONE, useMedia } from '#web/ui/use-media.ts'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { later } from '../shared/lazy-part.tsx'
import { FindField } from './find-field.tsx'
import { isNarrow, type ListFilter, showFilter } from './orders-query.ts'

const MoreSheet = later(() => import('./more-sheet.tsx').then((code) => code.MoreSheet))

type OrderToolsProps = { filter: ListFilter; choices: Choices | undefined }

export function OrderTools({ filter, choices }: OrderToolsProps) {
  return (
    <search className="mb-1 flex flex-wrap items-center gap-x-2 gap-y-1">
      <div className="flex flex-wrap gap-2 max-lg:basis-full lg:order-last lg:ml-auto">
        {useMedia(ON_PHONE) && <FindField />}
        <Button
          variant="quiet"
          size="icon"
          aria-label="More about the orders"
          title="More"
          onClick={() => openDialog('orders/more')}
        >
          <Ellipsis aria-hidden="true" className="size-5" />
        </Button>
        <Button onClick={() => openDialog('orders/new')}>
          <Plus aria-hidden="true" className="size-5" />
          New order
        </Button>
      </div>
      {choices && <DayChips filter={filter} choices={choices} />}
      <DialogAt address="orders/more">
        {(dialog) => <MoreSheet filter={filter} {...dialog} />}
      </DialogAt>
    </search>
  )
}

type ClearFilterProps = { filter: ListFilter; isSmall?: boolean }

export function ClearFilter({ filter, isSmall = false }: ClearFilterProps) {
  if (!isNarrow(filter)) return null
  return (
    <Button
      variant="quiet"
      size="sm"
      className={isSmall ? 'max-lg:w-11 max-lg:px-0' : undefined}
      onClick={() => showFilter({ text: null })}
    >
      <X aria-hidden="true" className="size-4.5" />
      <span className={isSmall ? 'max-lg:sr-only' : undefined}>Show all orders</span>
    </Button>
  )
}

type Choices = OutputOf<typeof deskOrders.filterChoices>

type Chip = { name: string; count?: number; isChosen: boolean; to: ListFilter }

/** The market days to come with how many orders each has, and the places of the one that is shown. */
function DayChips({ filter, choices }: { filter: ListFilter; choices: Choices }) {
  const { text, status, sort } = filter
  const rest: ListFilter = { text, ...(status ? { status } : {}), ...(sort ? { sort } : {}) }
  const { pickupDate: day, pickupBefore: before } = filter
  const dated = (pickupDate: string): Pick<Chip, 'isChosen' | 'to'> => ({
    isChosen: day === pickupDate,
    to: { ...rest, pickupDate },
  })
  const days: Chip[] = [
    { name: 'All', isChosen: !day && !before, to: rest },
    ...choices.days.map(({ day, count }) => ({ name: formatBriefDay(day), count, ...dated(day) })),
    ...(choices.withoutDay > 0 || day === 'none'
      ? [{ name: 'No day', count: choices.withoutDay, ...dated('none') }]
      : []),
    { name: 'Past', isChosen: !!before, to: { ...rest, pickupBefore: choices.today } },
  ]
  // A day of a former address, such as one that is over.
  if (day && !days.some(({ isChosen }) => isChosen))
    days.push({ name: formatBriefDay(day), ...dated(day) })
  return (
    <>
      <Row label="Market day" chips={days} look={CHIP} isTicked />
      <Row label="Place" chips={placesOf(filter, choices)} look={TAB} />
    </>
  )
}

/** None for a day at one place. All deliveries are one choice. */
function placesOf(filter: ListFilter, { days, places }: Choices): Chip[] {
  const day = days.find(({ day }) => day === filter.pickupDate)
  const { place, ...all } = filter
  const counts = new Map<string, { name: string; count: number }>()
  for (const { key, count } of day?.places ?? []) {
    const { kind = 'pickup', name = key } = places.find((one) => one.key === key) ?? {}
    const [group, label] = kind === 'delivery' ? ['delivery', 'Delivery'] : [key, name]
    counts.set(group, { name: label, count: count + (counts.get(group)?.count ?? 0) })
  }
  if (counts.size < 2) return []
  return [
    { name: 'All', count: day?.count ?? 0, isChosen: !place, to: all },
    ...[...counts].map(([key, chip]) => ({
      ...chip,
      isChosen: place === key,
      to: { ...all, place: key },
    })),
  ]
}

const CHIP = {
  base: 'rounded-full border-[1.5px] px-4',
  chosen: 'border-soil bg-soil text-card',
  other: 'border-straw bg-card hover:border-bark',
}

const TAB = {
  base: 'border-b-3 px-2.5',
  chosen: 'border-leaf text-leaf-deep',
  other: 'border-transparent hover:border-straw',
}

type RowProps = {
  label: string
  chips: readonly Chip[]
  look: typeof CHIP
  isTicked?: boolean
}

function Row({ label, chips, look, isTicked = false }: RowProps) {
  if (chips.length === 0) return null
  return (
    <fieldset className="-mx-3 flex min-w-0 gap-2 overflow-x-auto px-3 py-1 max-lg:basis-[calc(100%+1.5rem)] lg:mx-0 lg:px-0.5">
      <legend className="sr-only">{label}</legend>
      {chips.map(({ name, count, isChosen, to }) => (
        <button
          key={name}
          type="button"
          aria-pressed={isChosen}
          onClick={() => showFilter(to)}
          className={classNames(
            'inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-2 font-semibold whitespace-nowrap',
            look.base,
            isChosen ? look.chosen : look.other,
          )}
        >
          {isChosen && isTicked && <Check aria-hidden="true" className="-ml-1 size-4.5" />}
          {name}
          {count !== undefined && <span className="font-normal tabular-nums">{count}</span>}
        </button>
      ))}
    </fieldset>
  )
}
