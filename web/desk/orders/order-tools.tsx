import { ChevronDown, Ellipsis, Plus, Search, SlidersHorizontal, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { deskOrders } from '#contract/orders/desk-orders.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { later } from '../shared/later.tsx'
import { TOOL } from '../shared/toolbar.tsx'
import { ExportLink } from './export-link.tsx'
import { isNarrow, type ListFilter, narrowingOf } from './order-address.ts'
import { DayFields, StateFields } from './order-filter-fields.tsx'

const FilterSheet = later(() => import('./filter-sheet.tsx').then((code) => code.FilterSheet))
const MoreSheet = later(() => import('./more-sheet.tsx').then((code) => code.MoreSheet))

/** How long after the last keystroke the search starts, in ms. */
const PAUSE = 300

type FilterProps = { filter: ListFilter; onFilter: (filter: ListFilter) => void }

type Choices = OutputOf<typeof deskOrders.filterChoices>

type OrderToolsProps = FilterProps & {
  choices: Choices | undefined
  onRefresh: () => void
  isRefreshing: boolean
}

const NO_CHOICES: Choices = { places: [], days: [] }

export function OrderTools({ filter, onFilter, choices = NO_CHOICES, ...list }: OrderToolsProps) {
  const isByDay = DAYS.some((name) => filter[name] !== undefined)
  const [showsDays, setShowsDays] = useState(isByDay)
  const many = Object.keys(narrowingOf(filter)).filter((name) => name !== 'text').length
  const fields = { filter, onFilter, choices }
  return (
    <search className="mb-2 flex flex-wrap items-center gap-2">
      <FindField filter={filter} onFilter={onFilter} />
      <div className="contents max-lg:hidden">
        <StateFields {...fields} />
        <Button
          variant="plain"
          aria-expanded={showsDays}
          className="px-3"
          onClick={() => setShowsDays(!showsDays)}
        >
          Days
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-5 text-bark-deep', showsDays && 'rotate-180')}
          />
        </Button>
        <ExportLink filter={filter} />
        <NewOrderButton />
      </div>
      <Button
        variant="quiet"
        size="icon"
        className="relative lg:hidden"
        aria-label={many > 0 ? `Filters, ${many} set` : 'Filters'}
        onClick={() => openDialog('orders/filters')}
      >
        <SlidersHorizontal aria-hidden="true" className="size-5" />
        {many > 0 && (
          <span className="absolute -top-1 -right-1 grid size-5 place-items-center rounded-full bg-yolk text-sm font-semibold text-on-yolk">
            {many}
          </span>
        )}
      </Button>
      <Button
        variant="quiet"
        size="icon"
        aria-label="More about the orders"
        title="More"
        onClick={() => openDialog('orders/more')}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </Button>
      {showsDays && (
        <div className="grid basis-full grid-cols-3 gap-3 max-lg:hidden">
          <DayFields {...fields} />
        </div>
      )}
      <DialogAt address="orders/filters">
        {(dialog) => <FilterSheet {...fields} {...dialog} />}
      </DialogAt>
      <DialogAt address="orders/more">
        {(dialog) => <MoreSheet filter={filter} {...list} {...dialog} />}
      </DialogAt>
    </search>
  )
}

const DAYS = ['orderedFrom', 'orderedUntil'] as const

function NewOrderButton() {
  return (
    <Button onClick={() => openDialog('orders/new')}>
      <Plus aria-hidden="true" className="size-5" />
      New order
    </Button>
  )
}

function FindField({ filter, onFilter }: FilterProps) {
  const [typed, setTyped] = useState(filter.text ?? '')
  const [known, setKnown] = useState(filter.text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (known !== filter.text) {
    // The address changed: by this field after its pause, or by somebody else, who is shown.
    setKnown(filter.text)
    if (filter.text !== textOrNull(typed)) setTyped(filter.text ?? '')
  }
  const look = (text: string) => {
    clearTimeout(timer.current)
    onFilter({ ...filter, text: textOrNull(text) })
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(look, PAUSE, text)
  }
  return (
    <form
      className="min-w-0 grow basis-40 lg:basis-56"
      onSubmit={(event) => {
        event.preventDefault()
        look(typed)
      }}
    >
      <span className="relative grid">
        <Search aria-hidden="true" className="absolute top-3 left-3 size-5 text-bark-deep" />
        <input
          type="search"
          aria-label="Find an order"
          maxLength={100}
          placeholder="Number, name, phone…"
          title="Number, name, email, phone, address, note or product"
          autoComplete="off"
          enterKeyHint="search"
          value={typed}
          onChange={({ target }) => type(target.value)}
          className={classNames(TOOL, 'pl-10')}
        />
      </span>
    </form>
  )
}

/** `isSmall`: on a phone without its words, beside something else. */
export function ClearFilter({
  filter,
  onFilter,
  isSmall = false,
}: FilterProps & { isSmall?: boolean }) {
  if (!isNarrow(filter)) return null
  return (
    <Button
      variant="quiet"
      size="sm"
      className={isSmall ? 'max-lg:w-11 max-lg:px-0' : undefined}
      onClick={() => onFilter({ text: null })}
    >
      <X aria-hidden="true" className="size-4.5" />
      <span className={isSmall ? 'max-lg:sr-only' : undefined}>Show all orders</span>
    </Button>
  )
}

function textOrNull(text: string): string | null {
  return text.trim() || null
}
