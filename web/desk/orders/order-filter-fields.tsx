import type { OutputOf } from '#contract/endpoint.ts'
import type { deskOrders } from '#contract/orders/desk-orders.ts'
import { ORDER_STATE, ORDER_STATES } from '#contract/orders/order-status.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { TOOL, ToolField, type ToolOptions } from '../shared/toolbar.tsx'
import { type ListFilter, queryOf, readFilter } from './order-address.ts'

type Choices = OutputOf<typeof deskOrders.filterChoices>

export type FieldsProps = {
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
  choices: Choices
}

const STATES: ToolOptions = [
  ['', 'All orders'],
  ...ORDER_STATES.map((state) => [state, ORDER_STATE[state].label] as const),
]

/** All deliveries are one choice; their zones are further ones where there are several. */
function choicesOfPlaces({ places }: Choices): ToolOptions {
  const zones = places.filter(({ kind }) => kind === 'delivery')
  return places.map(({ key, name, isRetired }) => {
    const label = key === 'delivery' && zones.length > 1 ? 'All deliveries' : name
    return [key, isRetired ? `${label} (no longer used)` : label]
  })
}

export function selectsOf({ filter, choices }: Omit<FieldsProps, 'onFilter'>) {
  const { pickupDate = '', place = '', status = '' } = filter
  const days = choices.days.includes(pickupDate) ? [] : [pickupDate].filter(Boolean)
  const dated = [...days, ...choices.days].map((day) => [day, formatDay(day)] as const)
  const dayOptions: ToolOptions = [['', 'Any day'], ...dated]
  const placeOptions: ToolOptions = [['', 'Anywhere'], ...choicesOfPlaces(choices)]
  return [
    { name: 'pickupDate', label: 'Market day', value: pickupDate, options: dayOptions },
    { name: 'place', label: 'Where to', value: place, options: placeOptions },
    { name: 'status', label: 'Show', value: status, options: STATES },
  ]
}

export function StateFields({ onFilter, ...props }: FieldsProps) {
  return selectsOf(props).map(({ name, label, value, options }) => (
    <select
      key={name}
      aria-label={label}
      value={value}
      onChange={({ target }) => onFilter(narrowed(props.filter, { [name]: target.value }))}
      className={`${TOOL} max-w-36`}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  ))
}

const DAYS = [
  { name: 'pickupDate', label: 'Market day on' },
  { name: 'orderedFrom', label: 'Ordered from' },
  { name: 'orderedUntil', label: 'Ordered until' },
] as const

export function DayFields({ filter, onFilter }: FieldsProps) {
  return DAYS.map(({ name, label }) => (
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
  ))
}

export function narrowed(filter: ListFilter, change: Record<string, string>): ListFilter {
  return readFilter({ ...queryOf(filter), ...change })
}
