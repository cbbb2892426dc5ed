import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { type Customer, customers } from '#contract/orders/customers.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { formatBriefDay } from '#contract/time/date-format.ts'
import { query } from '#web/api/call.ts'
import { TextField } from '#web/ui/field.tsx'
import { CardList, CardRow, RowText } from '../shared/card.tsx'
import { useDebounced } from '../shared/use-debounced.ts'

type WhoIsItForProps = {
  name: Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange' | 'error'>
  onChoose: (customer: Customer) => void
}

const MOST = 4

/** The name of a new order: while it is typed, customers who match fill in the rest. */
export function WhoIsItFor({ name, onChoose }: WhoIsItForProps) {
  const [text, look] = useDebounced('')
  const [isChosen, setChosen] = useState(true)
  const wanted = isChosen ? '' : text
  const { data: found = [] } = useQuery({
    ...customersQuery(wanted),
    enabled: wanted.length > 1,
  })
  return (
    <div className="grid gap-1">
      <TextField
        {...name}
        label="Name"
        placeholder="Name, phone or email"
        required
        maxLength={120}
        autoComplete="off"
        onChange={(event) => {
          setChosen(false)
          look(event.target.value.trim())
          name.onChange?.(event)
        }}
      />
      {wanted.length > 1 && found.length > 0 && (
        <CardList aria-label="Customers found">
          {found.slice(0, MOST).map((customer) => (
            <CardRow key={`${customer.id} ${customer.email} ${customer.phone}`}>
              <button
                type="button"
                onClick={() => {
                  setChosen(true)
                  onChoose(customer)
                }}
                className="flex min-h-14 w-full cursor-pointer items-center px-4 py-1.5 text-left -outline-offset-4"
              >
                <RowText
                  title={customer.name}
                  note={[customer.phone, describeCustomer(customer)].filter(Boolean).join(' · ')}
                />
              </button>
            </CardRow>
          ))}
        </CardList>
      )}
    </div>
  )
}

export const customersQuery = (text: string) => query(customers.find, { query: { text } })

export const customerQuery = (id: string) => query(customers.show, { params: { id } })

/** `text`: what to look for, once typing pauses; `field`: the props of its `SearchField`. */
export function useCustomerSearch() {
  const [value, setValue] = useState('')
  const [text, look] = useDebounced('')
  const onType = (next: string) => {
    setValue(next)
    look(next.trim())
  }
  return { text, field: { label: 'Name, phone or email', value, onType } }
}

/** `12 orders · next Sat, Nov 28`: what helps to tell people apart. */
export function describeCustomer(customer: Customer): string {
  const { orders, nextDay, lastDay, noShows, email } = customer
  return [
    formatOrders(orders),
    ...(nextDay ? [`next ${formatBriefDay(nextDay)}`] : []),
    ...(!nextDay && lastDay ? [`last ${formatBriefDay(lastDay)}`] : []),
    ...(noShows > 0 ? [noShows === 1 ? '1 no-show' : `${noShows} no-shows`] : []),
    ...(email ? [] : ['no email']),
  ].join(' · ')
}
