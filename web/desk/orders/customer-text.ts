import { useState } from 'react'
import { type Customer, customers } from '#contract/orders/customers.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { formatBriefDay } from '#contract/time/date-format.ts'
import { query } from '#web/api/query.ts'
import { useDebounced } from '../shared/use-debounced.ts'

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
