import { useQuery } from '@tanstack/react-query'
import { MailPlus, PencilLine, ReceiptText, Undo2, UserX } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { marketDayChanges, type ReadyNotice } from '#contract/calendar/market-day-changes.ts'
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
import { ChangeQuestion, type DialogProps, useFinish, useQuestion } from '../shared/dialog-at.tsx'
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
          <ReadyButton day={order.marketDay} orderId={order.id} />
        )}
        {order.customerEmail && order.marketDay && canBeChanged(order) && <AddLink id={order.id} />}
        {!order.isErased && (
          <Row onOpen={() => open('contact')}>
            <PencilLine aria-hidden="true" className="size-5" />
            Edit contact info
          </Row>
        )}
        {order.payment.left > 0 && (
          <Row onOpen={() => open('refund')}>
            <Undo2 aria-hidden="true" className="size-5" />
            Issue refund
          </Row>
        )}
        {!order.isErased && (
          <Row onOpen={() => open('erase')}>
            <UserX aria-hidden="true" className="size-5" />
            Erase this customer
          </Row>
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

function Row({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <Button variant="quiet" onClick={onOpen}>
      {children}
    </Button>
  )
}

type ReadyButtonProps = {
  day: { id: number; day: string }
  orderId: number
}

/** Tells the buyer of one order, again only on request. */
function ReadyButton({ day, orderId }: ReadyButtonProps) {
  const notices = useQuery(query(admin.notices))
  const send = (body: ReadyBody) =>
    call(marketDayChanges.orderReady, { params: { id: String(orderId) }, body })
  const { data } = useQuery({
    enabled: notices.data?.mailConfigured === true,
    queryKey: [marketDays.list.path, day.id, 'ready', orderId],
    queryFn: () => send({ preview: true }),
    retry: false,
  })
  if (!data) return null
  return (
    <TellReady
      address={`orders/${orderId}/ready`}
      notice={data}
      goals={`of #${orderId}`}
      send={send}
    />
  )
}

type ReadyBody = { again?: boolean; preview?: boolean }

type TellReadyProps = {
  address: string
  notice: ReadyNotice
  goals: string
  send: (body: ReadyBody) => Promise<ReadyNotice>
}

function TellReady({ address, notice, goals, send }: TellReadyProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useQuestion(address)
  const { formatMoment } = useFarmDates()
  const { people, untold, toldAt, toCall } = notice
  const again = untold === 0
  const many = again ? people : untold
  const notified =
    toldAt === null ? '' : `${formatPeople(people - untold)} told ${formatMoment(toldAt)}. `
  return (
    <>
      {people > 0 && (
        <Button ref={button} variant="quiet" onClick={() => setOpen(true)}>
          {again ? 'Tell them again that it’s ready' : `Tell ${formatPeople(untold)} it’s ready`}
        </Button>
      )}
      <ToCall people={toCall} />
      <ChangeQuestion
        open={isOpen}
        onClose={() => setOpen(false)}
        focusElse={button}
        title={`Tell ${formatPeople(many)}?`}
        send={() => send({ again })}
        done={(answer) => ({ title: `Told ${formatPeople(answer.queued)}` })}
        failed="Nobody was told"
        refreshes={CONCERNED}
        confirmLabel={again ? 'Tell them again' : 'Tell them'}
        busyLabel="Telling…"
        isSafe
      >
        {notified}
        {again || toldAt === null ? 'Everybody' : 'Everybody else'} {goals} gets an email that it is
        ready.
      </ChangeQuestion>
    </>
  )
}

function ToCall({ people }: { people: ReadyNotice['toCall'] }) {
  if (people.length === 0) return null
  return (
    <div className="grid w-full gap-2">
      <p className="text-[0.9375rem]">
        We have no email address for these buyers. Please call them:
      </p>
      <PeopleToCall people={people} />
    </div>
  )
}
