import { useQuery } from '@tanstack/react-query'
import { type CustomerDetail, customers } from '#contract/orders/customers.ts'
import { call } from '#web/api/call.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { customersQuery, describeCustomer, useCustomerSearch } from '../orders/who-is-it-for.tsx'
import { CardList, CardRow, RowText } from '../shared/card.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { useChange } from '../shared/use-change.ts'

/** Says that two customers are one person, whose orders stand together from then on. */
export function MergeDialog({ customer, ...dialog }: DialogProps & { customer: CustomerDetail }) {
  const { text, field } = useCustomerSearch()
  const { data: found = [] } = useQuery(customersQuery(text))
  const merge = useChange({
    send: (other: number) =>
      call(customers.merge, { params: { id: String(customer.id) }, body: { with: other } }),
    done: ({ name, orders }) => ({ title: 'Merged', description: `${name} has ${orders} orders.` }),
    failed: 'The customers were not merged',
    refreshes: [customers.find, customers.show],
    onShown: dialog.onClose,
  })
  const others = found.flatMap(({ id, ...other }) =>
    id === null || id === customer.id ? [] : [{ ...other, id }],
  )
  return (
    <Dialog
      {...dialog}
      title="Merge customers"
      description={`Who is the same person as ${customer.name}? Their orders and notes are shown together. You can split them up again.`}
    >
      <div className="grid gap-3">
        <SearchField {...field} />
        <CardList empty="No other customer matches.">
          {others.map((other) => (
            <CardRow key={other.id}>
              <button
                type="button"
                disabled={merge.isPending}
                onClick={() => merge.mutate(other.id)}
                className="flex min-h-14 w-full cursor-pointer items-center px-4 py-2 text-left -outline-offset-4"
              >
                <RowText
                  title={other.name}
                  note={[other.phone, other.email, describeCustomer(other)]
                    .filter(Boolean)
                    .join(' · ')}
                />
              </button>
            </CardRow>
          ))}
        </CardList>
      </div>
    </Dialog>
  )
}
