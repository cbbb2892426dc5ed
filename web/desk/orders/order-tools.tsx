import { ChevronDown, Search, SlidersHorizontal, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatDay } from '#contract/date-format.ts'
import type { deskOrders } from '#contract/desk-orders.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { OrderFilter } from '#contract/order-filter.ts'
import { ORDER_STATE, ORDER_STATES } from '#contract/order-status.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { TOOL, ToolField, type ToolOptions, ToolSelect } from '../shared/toolbar.tsx'
import { isNarrow, queryOf, readFilter } from './order-address.ts'

/** So long after the last letter it is looked for, in ms. */
const PAUSE = 300

type FilterProps = { filter: OrderFilter; onFilter: (filter: OrderFilter) => void }

const STATES: ToolOptions = [
  ['', 'All orders'],
  ...ORDER_STATES.map((state) => [state, ORDER_STATE[state].label] as const),
]

type Choices = OutputOf<typeof deskOrders.filterChoices>

type OrderToolsProps = FilterProps & { choices: Choices | undefined }

/** All deliveries are one choice; their zones are further ones where there are several. */
function choicesOfPlaces({ places }: Choices): ToolOptions {
  const zones = places.filter(({ kind }) => kind === 'delivery')
  return places.map(({ key, name, isRetired }) => {
    const label = key === 'delivery' && zones.length > 1 ? 'All deliveries' : name
    return [key, isRetired ? `${label} (no longer used)` : label]
  })
}

const NO_CHOICES: Choices = { places: [], days: [] }

export function OrderTools({ filter, onFilter, choices = NO_CHOICES }: OrderToolsProps) {
  const { pickupDate = '' } = filter
  const [isOpen, setOpen] = useState(false)
  const days = choices.days.includes(pickupDate) ? [] : [pickupDate].filter(Boolean)
  return (
    <search className="contents">
      <FindField filter={filter} onFilter={onFilter} />
      <Button
        variant="quiet"
        size="icon"
        aria-expanded={isOpen}
        className={classNames('lg:hidden', isFiltered(filter) && 'bg-yolk-pale')}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden="true" className="size-5" />
        <span className="sr-only">Filter</span>
      </Button>
      <div className={classNames(CHOICES, !isOpen && 'max-lg:hidden')}>
        <ToolSelect
          label="Show"
          value={filter.status ?? ''}
          options={STATES}
          onChoose={(status) => onFilter(narrowed(filter, { status }))}
        />
        <ToolSelect
          label="Where to"
          value={filter.place ?? ''}
          options={[['', 'Anywhere'], ...choicesOfPlaces(choices)]}
          onChoose={(place) => onFilter(narrowed(filter, { place }))}
        />
        <ToolSelect
          label="Market day"
          value={pickupDate}
          options={[
            ['', 'Any day'],
            ...[...days, ...choices.days].map((day) => [day, formatDay(day)] as const),
          ]}
          onChoose={(day) => onFilter(narrowed(filter, { pickupDate: day }))}
        />
        <DayFields filter={filter} onFilter={onFilter} />
      </div>
    </search>
  )
}

/** On a phone behind a button, on a laptop in the row of the search, where what is chosen says what it is. */
const CHOICES =
  'flex flex-wrap items-start gap-2 max-lg:order-1 max-lg:w-full max-sm:[&>div]:w-full lg:[&>div]:w-36 lg:[&>div>label]:sr-only'

function isFiltered({ text: _, ...filter }: OrderFilter): boolean {
  return isNarrow({ text: null, ...filter })
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
      className="min-w-0 grow basis-44 [&_label]:sr-only"
      onSubmit={(event) => {
        event.preventDefault()
        look(typed)
      }}
    >
      <ToolField label="Find an order">
        {(id) => (
          <span className="relative grid">
            <Search aria-hidden="true" className="absolute top-3 left-3 size-5 text-bark-deep" />
            <input
              id={id}
              type="search"
              maxLength={100}
              placeholder="Number, name, email or phone"
              autoComplete="off"
              value={typed}
              onChange={({ target }) => type(target.value)}
              className={classNames(TOOL, 'pl-10')}
            />
          </span>
        )}
      </ToolField>
    </form>
  )
}

const DAYS = [
  { name: 'pickupDate', label: 'Market day on' },
  { name: 'orderedFrom', label: 'Ordered from' },
  { name: 'orderedUntil', label: 'Ordered until' },
] as const

function DayFields({ filter, onFilter }: FilterProps) {
  const isOpen = DAYS.some(({ name }) => filter[name] !== undefined)
  return (
    <details open={isOpen} className="group open:w-full">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 font-semibold">
        Days
        <ChevronDown aria-hidden="true" className="size-5 text-bark-deep group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(9.5rem,40%)),1fr))] gap-3 pt-1 sm:gap-4 lg:grid-cols-[1fr_1fr_1fr_auto]">
        {DAYS.map(({ name, label }) => (
          <ToolField key={name} label={label}>
            {(id) => (
              <input
                id={id}
                type="date"
                value={filter[name] ?? ''}
                onChange={({ target }) => onFilter(narrowed(filter, { [name]: target.value }))}
                className={TOOL}
              />
            )}
          </ToolField>
        ))}
      </div>
    </details>
  )
}

export function ClearFilter({ filter, onFilter }: FilterProps) {
  if (!isNarrow(filter)) return null
  return (
    <Button variant="quiet" size="sm" onClick={() => onFilter({ text: null })}>
      <X aria-hidden="true" className="size-4.5" />
      Show all orders
    </Button>
  )
}

function narrowed(filter: OrderFilter, change: Record<string, string>): OrderFilter {
  return readFilter({ ...queryOf(filter), ...change })
}

function textOrNull(text: string): string | null {
  return text.trim() || null
}
