import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { formatMoment } from '#contract/date-format.ts'
import { type Mail, mails } from '#contract/mails.ts'
import { call } from '#web/api/call.ts'
import { invalidate, query } from '#web/api/query.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CardList, CardRow } from '../shared/card.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { toastFailure } from '../shared/toast-failure.ts'

export function MailsPart() {
  return (
    <QueryPage
      title="Emails"
      again="Refresh"
      loading="Loading emails…"
      failed="The emails could not be loaded."
      query={useQuery(query(mails.list))}
    >
      {(list) => <MailShelf list={list} />}
    </QueryPage>
  )
}

function MailShelf({ list }: { list: readonly Mail[] }) {
  if (list.length === 0) return <ListEmpty text="No emails yet." />
  return (
    <CardList>
      {list.map((mail) => (
        <CardRow key={mail.id}>
          <MailDetails mail={mail} />
        </CardRow>
      ))}
    </CardList>
  )
}

const STATES: Record<Mail['state'], { label: string; variant: BadgeVariant }> = {
  sent: { label: 'Sent', variant: 'default' },
  waiting: { label: 'Waiting', variant: 'secondary' },
  failing: { label: 'Retrying', variant: 'secondary' },
  'given-up': { label: 'Failed', variant: 'destructive' },
}

function MailDetails({ mail }: { mail: Mail }) {
  const { label, variant } = STATES[mail.state]
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 -outline-offset-4">
        <span className="min-w-0 grow">
          <span className="block font-semibold wrap-anywhere">{mail.subject}</span>
          <span className="block text-[0.9375rem] text-bark-deep wrap-anywhere">
            {mail.recipient ? `To ${mail.recipient}` : 'The address was erased'}
          </span>
        </span>
        <span className="text-[0.9375rem] text-bark-deep">
          {formatMoment(mail.sentAt ?? mail.createdAt)}
        </span>
        <Badge variant={variant}>{label}</Badge>
        <ChevronDown
          aria-hidden="true"
          className="ml-auto size-5 text-bark-deep group-open:rotate-180"
        />
      </summary>
      {mail.error && (
        <p className="mx-4 mb-3 rounded-xl bg-yolk-pale px-3 py-2 wrap-anywhere">{mail.error}</p>
      )}
      <p className="mx-4 mb-4 rounded-xl bg-paper p-4 whitespace-pre-wrap wrap-anywhere">
        {mail.text}
      </p>
      {mail.recipient && (mail.state === 'sent' || mail.state === 'given-up') && (
        <SendAgain mail={mail} />
      )}
    </details>
  )
}

function SendAgain({ mail }: { mail: Mail }) {
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: () => call(mails.resend, { params: { id: String(mail.id) } }),
    onSuccess: () => {
      toast({ title: 'Email sent again', description: `To ${mail.recipient}.` })
      return invalidate(client, mails.list)
    },
    onError: (failure) => toastFailure('Email not sent', failure),
  })
  return (
    <p className="mx-4 mb-4">
      <Button variant="quiet" busy={sending.isPending} onClick={() => sending.mutate()}>
        Send again
      </Button>
    </p>
  )
}
