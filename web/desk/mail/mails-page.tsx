import { useQuery } from '@tanstack/react-query'
import { type Mail, mails } from '#contract/mail/mails.ts'
import { call, query } from '#web/api/call.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardList, MessageRow, QueryPage } from '../shared/card.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'

export function MailsPage() {
  return (
    <QueryPage what="emails" query={useQuery(query(mails.list, { query: {} }))}>
      {(list) => <MailList mails={list} />}
    </QueryPage>
  )
}

export function MailList({ mails }: { mails: readonly Mail[] }) {
  return (
    <CardList empty="No emails yet.">
      {mails.map((mail) => (
        <MailRow key={mail.id} mail={mail} />
      ))}
    </CardList>
  )
}

/** What was emailed about some orders; nothing while that is read. */
export function useMailsOf(orders: readonly { id: number }[]): readonly Mail[] {
  const ids = orders.map(({ id }) => id).join()
  const { data } = useQuery({
    ...query(mails.list, { query: { orders: ids } }),
    enabled: ids !== '',
  })
  return data ?? []
}

const STATES: Record<Mail['state'], { label: string; variant: BadgeVariant }> = {
  sent: { label: 'Sent', variant: 'default' },
  waiting: { label: 'Waiting', variant: 'secondary' },
  failing: { label: 'Retrying', variant: 'secondary' },
  'given-up': { label: 'Failed', variant: 'destructive' },
  dropped: { label: 'Not needed', variant: 'outline' },
}

function MailRow({ mail }: { mail: Mail }) {
  const { formatMoment } = useFarmDates()
  const { subject, recipient, state, text, error, sentAt, createdAt } = mail
  const { label, variant } = STATES[state]
  return (
    <MessageRow
      title={subject}
      note={recipient ? `To ${recipient}` : 'The address was erased'}
      noteLook="wrap-anywhere"
      moment={formatMoment(sentAt ?? createdAt)}
      badge={<Badge variant={variant}>{label}</Badge>}
      text={text}
      above={
        error && (
          <p className="mx-4 mb-3 rounded-xl bg-yolk-pale px-3 py-2 wrap-anywhere">{error}</p>
        )
      }
      below={recipient && (state === 'sent' || state === 'given-up') && <SendAgain mail={mail} />}
    />
  )
}

function SendAgain({ mail: { id, recipient } }: { mail: Mail }) {
  const sending = useChange({
    send: () => call(mails.resend, { params: { id: String(id) } }),
    done: () => ({ title: 'Email sent again', description: `To ${recipient}.` }),
    failed: 'Email not sent',
    refreshes: [mails.list],
  })
  return (
    <p className="mx-4 mb-4">
      <Button variant="quiet" busy={sending.isPending} onClick={() => sending.mutate()}>
        Send again
      </Button>
    </p>
  )
}
