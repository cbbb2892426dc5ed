import { type Customer, customers } from '#contract/orders/customers.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { formatBriefDay } from '#contract/time/date-format.ts'
import { query } from '#web/api/query.ts'

export const customersQuery = (text: string) => query(customers.find, { query: { text } })

export const customerQuery = (id: string) => query(customers.show, { params: { id } })

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
