import { queryOptions, useQuery } from '@tanstack/react-query'
import { ChevronDown, RefreshCw } from 'lucide-react'
import { type Mail, mails } from '#contract/mails.ts'
import { call, sentenceOf } from '#web/api/call.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ListEmpty, ListFailed, ListLoading } from '../list-states.tsx'
import { forDesk } from '../session/desk-session.ts'
import { sayMoment } from './say-moment.ts'

const mailsQuery = queryOptions({
  queryKey: [mails.list.path],
  queryFn: ({ client }) => forDesk(client, call(mails.list)),
})

/** The newest mails to customers, sent or waiting, to be read. */
export function MailsPart() {
  const { data, error, isPending, isFetching, refetch } = useQuery(mailsQuery)
  const ask = () => void refetch()
  return (
    <>
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 className="text-2xl sm:text-3xl">Mails</h2>
        {data && (
          <Button variant="quiet" busy={isFetching} onClick={ask}>
            {!isFetching && <RefreshCw aria-hidden="true" className="size-4.5" />}
            Refresh
          </Button>
        )}
      </div>
      {isPending && <ListLoading words="Loading mails…" />}
      {error && (
        <ListFailed
          words="The mails could not be loaded."
          sentence={sentenceOf(error)}
          isTrying={isFetching}
          onTryAgain={ask}
        />
      )}
      {data && <MailShelf list={data} />}
    </>
  )
}

function MailShelf({ list }: { list: readonly Mail[] }) {
  if (list.length === 0) return <ListEmpty words="No mails yet." />
  return (
    <ul className="rounded-2xl border border-straw bg-card">
      {list.map((mail) => (
        <li key={mail.id} className="border-b border-straw last:border-0">
          <MailDetails mail={mail} />
        </li>
      ))}
    </ul>
  )
}

const STATES: Record<Mail['state'], { words: string; variant: BadgeVariant }> = {
  sent: { words: 'Sent', variant: 'default' },
  waiting: { words: 'Waiting', variant: 'secondary' },
  failing: { words: 'Tried again', variant: 'secondary' },
  'given-up': { words: 'Given up', variant: 'destructive' },
}

function MailDetails({ mail }: { mail: Mail }) {
  const { words, variant } = STATES[mail.state]
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 -outline-offset-4">
        <span className="min-w-0 grow">
          <span className="block font-semibold wrap-anywhere">{mail.subject}</span>
          <span className="block text-[0.9375rem] text-bark-deep wrap-anywhere">To {mail.recipient}</span>
        </span>
        <span className="text-[0.9375rem] text-bark-deep">{sayMoment(mail.sentAt ?? mail.createdAt)}</span>
        <Badge variant={variant}>{words}</Badge>
        <ChevronDown aria-hidden="true" className="ml-auto size-5 text-bark-deep group-open:rotate-180" />
      </summary>
      {mail.error && <p className="mx-4 mb-3 rounded-xl bg-yolk-pale px-3 py-2 wrap-anywhere">{mail.error}</p>}
      <p className="mx-4 mb-4 rounded-xl bg-paper p-4 whitespace-pre-wrap wrap-anywhere">{mail.text}</p>
    </details>
  )
}
