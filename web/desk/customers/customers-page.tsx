import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronRight, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatMoney } from '#contract/money/money.ts'
import { type Customer, type CustomerDetail, customers } from '#contract/orders/customers.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { formatBriefDay } from '#contract/time/date-format.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { CallLinks } from '#web/ui/call-links.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { goToHash, useHash } from '#web/ui/use-hash.ts'
import { useMedia } from '#web/ui/use-media.ts'
import { MailList, useMailsOf } from '../mail/mails-page.tsx'
import { NoteEditor } from '../orders/note-editor.tsx'
import { REFRESHED } from '../orders/orders-query.ts'
import {
  customerQuery,
  customersQuery,
  describeCustomer,
  useCustomerSearch,
} from '../orders/who-is-it-for.tsx'
import { CARD, CardList, CardRow, QueryStates, RowText } from '../shared/card.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { EraseQuestion } from '../shared/erase-question.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { later } from '../shared/lazy-part.tsx'
import { Notice } from '../shared/notice.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { MergeDialog } from './merge-dialog.tsx'

const PeopleImport = later(() =>
  import('../shared/people-import.tsx').then((code) => code.PeopleImport),
)

/** Of `customers/12`: the customer who placed order 12; on a phone in the place of the list. */
export function CustomersPage() {
  const open = /^customers\/([1-9]\d{0,9})(?![^/?])/.exec(useHash())?.[1]
  const isNarrow = useMedia('(width < 64rem)')
  if (isNarrow && open) return <OneCustomer id={open} />
  return (
    <div className="grid grid-cols-1 items-start gap-5 @min-[54rem]:grid-cols-[26.5rem_1fr]">
      <CustomerList openId={open} />
      {!isNarrow && open && <OneCustomer id={open} />}
    </div>
  )
}

function CustomerList({ openId }: { openId: string | undefined }) {
  const { text, field } = useCustomerSearch()
  return (
    <section aria-label="Customers" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <SearchField {...field} />
        <Button variant="quiet" onClick={() => openDialog('customers/import')}>
          Import
        </Button>
      </div>
      <DialogAt address="customers/import">
        {(dialog) => (
          <PeopleImport
            {...dialog}
            title="Import customers"
            description="From a CSV file with columns such as Name, Phone, Email and Note. We keep just these until they order; then their orders count."
            whom="customers"
            send={(body) => call(customers.import, { body })}
            refreshes={[customers.find]}
          />
        )}
      </DialogAt>
      <QueryStates
        what="customers"
        query={useQuery({ ...customersQuery(text), placeholderData: keepPreviousData })}
      >
        {(found) => (
          <CardList empty={text ? 'No customer matches.' : 'No customers yet.'}>
            {found.map(({ id, ...customer }) =>
              id === null ? (
                <ImportedRow key={`${customer.email} ${customer.phone}`} customer={customer} />
              ) : (
                <CustomerRow
                  key={id}
                  customer={{ ...customer, id }}
                  isOpen={String(id) === openId}
                />
              ),
            )}
          </CardList>
        )}
      </QueryStates>
    </section>
  )
}

type CustomerRowProps = { customer: Omit<Customer, 'id'> & { id: number }; isOpen: boolean }

function CustomerRow({ customer, isOpen }: CustomerRowProps) {
  return (
    <CardRow className={isOpen ? 'bg-sprout/60' : ''}>
      <a
        href={`#customers/${customer.id}`}
        aria-current={isOpen || undefined}
        className="@container flex min-h-14 flex-wrap items-center gap-x-3 px-4 py-2 -outline-offset-4"
      >
        <Initials name={customer.name} />
        <RowText title={customer.name} note={describeCustomer(customer)} className="basis-24" />
        <span className="tabular-nums text-bark-deep">
          {customer.owes > 0 ? (
            <strong className="text-yolk-deep">owes {formatMoney(customer.owes)}</strong>
          ) : (
            formatMoney(customer.spent)
          )}
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-bark-deep lg:hidden" />
      </a>
    </CardRow>
  )
}

/** Of a file: an order makes them a customer with a page. */
function ImportedRow({ customer }: { customer: Omit<Customer, 'id'> }) {
  const { name, email, phone } = customer
  const [isAsked, setAsked] = useState(false)
  return (
    <CardRow className="flex items-center gap-3 py-2 pr-2 pl-4">
      <Initials name={name} />
      <RowText title={name} note={[phone, email, 'no orders yet'].filter(Boolean).join(' · ')} />
      <IconButton
        Icon={Trash2}
        tip="Erase"
        label={`Erase ${name}`}
        isDanger
        onClick={() => setAsked(true)}
      />
      {isAsked && (
        <EraseQuestion
          open
          onClose={() => setAsked(false)}
          whom={name}
          change={{
            send: () => call(customers.forget, { query: { email, phone } }),
            done: 'Customer erased',
            refreshes: [customers.find],
          }}
        />
      )}
    </CardRow>
  )
}

function Initials({ name }: { name: string }) {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '')
  return (
    <span
      aria-hidden="true"
      className="grid size-10 shrink-0 place-items-center rounded-full @max-[13rem]:hidden bg-sprout text-sm font-semibold text-leaf-deep"
    >
      {letters.join('').toUpperCase()}
    </span>
  )
}

function OneCustomer({ id }: { id: string }) {
  return (
    <QueryStates what="the customer" query={useQuery(customerQuery(id))}>
      {(customer) => <CustomerFacts key={id} customer={customer} />}
    </QueryStates>
  )
}

function CustomerFacts({ customer }: { customer: CustomerDetail }) {
  const { formatDate } = useFarmDates()
  const { id, name, phone, email, since, note } = customer
  const sent = useMailsOf(customer.history)
  const [merge, erase] = [`customers/${id}/merge`, `customers/${id}/erase`]
  return (
    <section aria-label={name} className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-2xl wrap-anywhere">{name}</h2>
          <p className="text-bark-deep wrap-anywhere">
            {[phone, email, `since ${formatDate(since)}`].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {phone && <CallLinks phone={phone} />}
          <Button onClick={() => goToHash(`orders/new?for=${id}`)}>
            <Plus aria-hidden="true" className="size-5" />
            New order
          </Button>
        </div>
      </div>
      {!email && (
        <Notice tone="warning">No email: call or text when a box is ready or short.</Notice>
      )}
      <div className="grid items-start gap-4 @min-[70rem]:grid-cols-2">
        <Glance customer={customer} />
        <Usually customer={customer} />
      </div>
      <Part title="Private note">
        <div className={classNames(CARD, 'px-4 py-2')}>
          <NoteEditor
            note={note}
            address={`customers/${id}/note`}
            save={(text, base) =>
              call(customers.changeNote, {
                params: { id: String(id) },
                body: { note: text, base: { note: base } },
              })
            }
            refreshes={[customers.show]}
          />
        </div>
      </Part>
      <Part title={`Orders (${customer.history.length})`}>
        <CardList>
          {customer.history.map((order) => (
            <PastOrder key={order.id} order={order} />
          ))}
        </CardList>
      </Part>
      {sent.length > 0 && (
        <Part title="Emails">
          <MailList mails={sent} />
        </Part>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={() => openDialog(merge)}>
          Merge with another customer…
        </Button>
        {customer.isMerged && <Split id={id} />}
        <Button variant="plain" className="text-beet" onClick={() => openDialog(erase)}>
          Erase this customer…
        </Button>
      </div>
      <DialogAt address={merge}>
        {(dialog) => <MergeDialog customer={customer} {...dialog} />}
      </DialogAt>
      <DialogAt address={erase}>
        {(dialog) => (
          <EraseQuestion
            {...dialog}
            whom={name}
            note="An order that still needs them keeps them."
            change={{
              send: () => call(customers.erase, { params: { id: String(id) } }),
              done: ({ erased, kept: [first] }) => ({
                title: first ? `Erased from ${formatOrders(erased.length)}` : 'Customer erased',
                ...(first && { description: `#${first.id}: ${first.message}` }),
              }),
              refreshes: [...REFRESHED, customers.find, customers.show],
              onDone: ({ kept }) => (kept.length === 0 ? goToHash('customers') : dialog.onClose()),
            }}
          />
        )}
      </DialogAt>
    </section>
  )
}

/** Undoes a merge. */
function Split({ id }: { id: number }) {
  const splitting = useChange({
    send: () => call(customers.merge, { params: { id: String(id) }, body: { with: null } }),
    done: () => ({
      title: 'Split',
      description: 'Each email and phone number is a customer again.',
    }),
    failed: 'The customer was not split',
    refreshes: [customers.find, customers.show],
  })
  return (
    <Button variant="quiet" busy={splitting.isPending} onClick={() => splitting.mutate()}>
      Split up
    </Button>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5 font-sans text-base font-semibold text-bark-deep">{title}</h3>
      {children}
    </section>
  )
}

function Glance({ customer: { orders, spent, owes, noShows } }: { customer: Customer }) {
  const facts = [
    ['Orders', String(orders)],
    ['Spent', formatMoney(spent)],
    ['Owes', formatMoney(owes)],
    ['No-shows', noShows === 0 ? 'None' : String(noShows)],
  ]
  return (
    <Part title="At a glance">
      <dl className={CARD}>
        {facts.map(([name, fact]) => (
          <div
            key={name}
            className="flex justify-between border-b border-straw px-4 py-2.5 last:border-0"
          >
            <dt className="text-bark-deep">{name}</dt>
            <dd className="font-semibold tabular-nums">{fact}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function Usually({ customer: { usual } }: { customer: CustomerDetail }) {
  if (usual.length === 0) return null
  return (
    <Part title="Usually takes">
      <CardList>
        {usual.map(({ productId, name, units, orders, of }) => (
          <CardRow key={productId} className="px-4 py-2">
            <RowText title={`${units} × ${name}`} note={`in ${orders} of ${of} orders`} />
          </CardRow>
        ))}
      </CardList>
    </Part>
  )
}

function PastOrder({ order }: { order: Order }) {
  const { formatShortDate } = useFarmDates()
  const { id, marketDay, createdAt, status, total } = order
  const day = marketDay ? formatBriefDay(marketDay.day) : formatShortDate(createdAt)
  const place =
    marketDay?.placeName ?? (order.deliveryMethod === 'shipping' ? 'Delivery' : 'Pickup')
  return (
    <CardRow>
      <a
        href={`#orders/${id}`}
        className="flex min-h-14 items-center gap-3 px-4 py-2 -outline-offset-4"
      >
        <RowText title={`#${id} · ${day}`} note={`${place} · ${status}`} />
        <span className="tabular-nums text-bark-deep">{formatMoney(total)}</span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-bark-deep" />
      </a>
    </CardRow>
  )
}
