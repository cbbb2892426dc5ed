import { useQuery } from '@tanstack/react-query'
import { MailPlus, PencilLine, ReceiptText, Undo2, UserX } from 'lucide-react'
import { marketDayChanges } from '#contract/calendar/market-day-changes.ts'
import { marketDays } from '#contract/calendar/market-days.ts'
import { mails } from '#contract/mail/mails.ts'
import { deskOrders, type OrderDetail } from '#contract/orders/desk-orders.ts'
import { admin } from '#contract/people/admin.ts'
import { call, query } from '#web/api/call.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CONCERNED } from '../calendar/calendar-query.ts'
import { formatPeople } from '../calendar/calendar-text.ts'
import { PeopleToCall } from '../calendar/who-is-told.tsx'
import { type DialogProps, useFinish } from '../shared/dialog-at.tsx'
import { QuestionButton } from '../shared/question-button.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { canBeChanged, orderDialog } from './orders-query.ts'
import { PrintButtons } from './print-slips.tsx'

/** What is done with an order now and then. */
export function OrderMore({ order, ...dialog }: DialogProps & { order: OrderDetail }) {
  const finish = useFinish()
  const open = (name: string) => finish(orderDialog(order.id, name))
  return (
    <Dialog {...dialog} title={`More about order #${order.id}`}>
      <div className="grid gap-2 *:justify-start">
        <a
          href={order.receiptUrl}
          target="_blank"
          rel="noreferrer"
          className={buttonLook({ variant: 'quiet' })}
        >
          <ReceiptText aria-hidden="true" className="size-5" />
          Receipt<span className="sr-only"> (opens in a new tab)</span>
        </a>
        <PrintButtons orders={[order]} />
        {order.marketDay && canBeChanged(order) && (
          <>
            <ReadyButton dayId={order.marketDay.id} orderId={order.id} />
            {order.customerEmail && <AddLink id={order.id} />}
          </>
        )}
        {!order.isErased && (
          <Button variant="quiet" onClick={() => open('contact')}>
            <PencilLine aria-hidden="true" className="size-5" />
            Edit contact info
          </Button>
        )}
        {order.payment.left > 0 && (
          <Button variant="quiet" onClick={() => open('refund')}>
            <Undo2 aria-hidden="true" className="size-5" />
            Issue refund
          </Button>
        )}
        {!order.isErased && (
          <Button variant="quiet" onClick={() => open('erase')}>
            <UserX aria-hidden="true" className="size-5" />
            Erase this customer
          </Button>
        )}
      </div>
    </Dialog>
  )
}

/** For a buyer who would rather choose themselves, and pay by card. */
function AddLink({ id }: { id: number }) {
  const mailing = useChange({
    send: () => call(deskOrders.mailAddLink, { params: { id: String(id) } }),
    done: ({ to }) => ({ title: 'Link emailed', description: `To ${to}.` }),
    failed: 'Link not emailed',
    refreshes: [mails.list],
  })
  return (
    <Button variant="quiet" busy={mailing.isPending} onClick={() => mailing.mutate()}>
      <MailPlus aria-hidden="true" className="size-5" />
      Email a link to add to it
    </Button>
  )
}

/** Tells the buyer of one order, again only on request. */
function ReadyButton({ dayId, orderId }: { dayId: number; orderId: number }) {
  const notices = useQuery(query(admin.notices))
  const { formatMoment } = useFarmDates()
  const send = (body: { again?: boolean; preview?: boolean }) =>
    call(marketDayChanges.orderReady, { params: { id: String(orderId) }, body })
  const { data } = useQuery({
    enabled: notices.data?.mailConfigured === true,
    queryKey: [marketDays.list.path, dayId, 'ready', orderId],
    queryFn: () => send({ preview: true }),
  })
  if (!data) return null
  const { people, toldAt, toCall } = data
  const who = formatPeople(people)
  return (
    <>
      {people > 0 && (
        <QuestionButton
          address={`orders/${orderId}/more/ready`}
          button={{
            children: toldAt ? 'Tell them again that it’s ready' : `Tell ${who} it’s ready`,
          }}
          title={`Tell ${who}?`}
          send={() => send({ again: toldAt !== null })}
          done={({ queued }) => ({ title: `Told ${formatPeople(queued)}` })}
          failed="Nobody was told"
          refreshes={CONCERNED}
          confirmLabel={toldAt ? 'Tell them again' : 'Tell them'}
          busyLabel="Telling…"
          isSafe
        >
          {toldAt && `${who} told ${formatMoment(toldAt)}. `}
          Everybody of #{orderId} gets an email that it is ready.
        </QuestionButton>
      )}
      {toCall.length > 0 && (
        <div className="grid w-full gap-2">
          <p className="text-[0.9375rem]">
            We have no email address for these buyers. Please call them:
          </p>
          <PeopleToCall people={toCall} />
        </div>
      )}
    </>
  )
}
