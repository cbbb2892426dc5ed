import { useQuery } from '@tanstack/react-query'
import { Download, FileUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { includesWords } from '#contract/chat/word-forms.ts'
import { newsletter, type Subscriber } from '#contract/mail/newsletter.ts'
import type { FarmDates } from '#contract/time/date-format.ts'
import { call, query } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { CardList, CardRow, ListEmpty, QueryPage, RowText } from '../shared/card.tsx'
import { ChangeQuestion, DialogAt, openDialog, useQuestionAbout } from '../shared/dialog-at.tsx'
import { IconButton } from '../shared/icon-button.tsx'
import { later } from '../shared/lazy-part.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'

const MAX_SHOWN = 200

export function SubscribersPage() {
  return (
    <QueryPage what="subscribers" query={useQuery(query(newsletter.subscribers))}>
      {(list) => (
        <>
          {list.length === 0 ? (
            <ListEmpty text="Nobody has subscribed yet.">
              <ImportButton />
            </ListEmpty>
          ) : (
            <SubscriberList list={list} />
          )}
          <DialogAt address="subscribers/import">
            {(dialog) => (
              <PeopleImport
                {...dialog}
                title="Import subscribers"
                description="From a CSV file of your last newsletter, with the date when each signed up. Who left or never confirmed gets no letters here either."
                whom="subscribers"
                send={(body) => call(newsletter.import, { body })}
                refreshes={[newsletter.subscribers]}
              />
            )}
          </DialogAt>
        </>
      )}
    </QueryPage>
  )
}

const PeopleImport = later(() =>
  import('../shared/people-import.tsx').then((code) => code.PeopleImport),
)

function ImportButton() {
  return (
    <Button variant="quiet" onClick={() => openDialog('subscribers/import')}>
      <FileUp aria-hidden="true" className="size-4.5" />
      Import
    </Button>
  )
}

function SubscriberList({ list }: { list: readonly Subscriber[] }) {
  const [text, setText] = useState('')
  const [leaving, setLeaving] = useQuestionAbout<Subscriber>('subscribers/remove')
  const search = useRef<HTMLInputElement>(null)
  const found = list.filter(({ email }) => includesWords(email, text))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <SearchField ref={search} label="Find an address" value={text} onType={setText} />
        <a href={newsletter.export.path} download className={buttonLook({ variant: 'quiet' })}>
          <Download aria-hidden="true" className="size-4.5" />
          Download CSV
        </a>
        <ImportButton />
        <p className="grow text-bark-deep tabular-nums">{formatFound(list, found.length)}</p>
      </div>
      <CardList empty="No address found.">
        {found.slice(0, MAX_SHOWN).map((subscriber) => (
          <SubscriberRow key={subscriber.email} subscriber={subscriber} onRemove={setLeaving} />
        ))}
      </CardList>
      {leaving && (
        <ChangeQuestion
          open
          onClose={() => setLeaving(null)}
          focusElse={search}
          title="Remove this subscriber?"
          confirmLabel="Remove"
          busyLabel="Removing…"
          send={() => call(newsletter.remove, { query: { email: leaving.email } })}
          done="Subscriber removed"
          failed="Not removed"
          refreshes={[newsletter.subscribers]}
        >
          <strong className="wrap-anywhere">{leaving.email}</strong> will get no more newsletters,
          and the address is deleted.
        </ChangeQuestion>
      )}
    </>
  )
}

function formatFound(list: readonly Subscriber[], found: number): string {
  const count = (state: Subscriber['state']) => list.filter((one) => one.state === state).length
  const [subscribed, pending, left] = [count('subscribed'), count('pending'), count('left')]
  return [
    `${subscribed.toLocaleString('en-US')} ${subscribed === 1 ? 'subscriber' : 'subscribers'}`,
    ...(pending > 0 ? [`${pending.toLocaleString('en-US')} not confirmed`] : []),
    ...(left > 0 ? [`${left.toLocaleString('en-US')} left`] : []),
    ...(found > MAX_SHOWN ? [`the newest ${MAX_SHOWN} shown`] : []),
  ].join(', ')
}

type RowProps = { subscriber: Subscriber; onRemove: (subscriber: Subscriber) => void }

function SubscriberRow({ subscriber, onRemove }: RowProps) {
  const { email, state } = subscriber
  const dates = useFarmDates()
  return (
    <CardRow className="flex items-center gap-3 py-2 pr-2 pl-4">
      <RowText title={email} note={formatConsent(subscriber, dates)} />
      {state !== 'subscribed' && (
        <Badge variant={state === 'pending' ? 'secondary' : 'outline'}>
          {state === 'pending' ? 'Not confirmed' : 'Unsubscribed'}
        </Badge>
      )}
      <IconButton
        tip="Remove"
        label={`Remove ${email}`}
        Icon={Trash2}
        onClick={() => onRemove(subscriber)}
      />
    </CardRow>
  )
}

function formatConsent(
  { state, askedAt, confirmedAt, leftAt, consent }: Subscriber,
  { formatMoment }: FarmDates,
): string {
  const query = `${state === 'pending' || confirmedAt ? 'Signed up' : 'Agreed'} ${formatMoment(askedAt)}`
  const confirmed =
    state !== 'pending' && confirmedAt ? `, confirmed ${formatMoment(confirmedAt)}` : ''
  const left = state === 'left' && leftAt ? `, unsubscribed ${formatMoment(leftAt)}` : ''
  return `${query}${confirmed}${left}: “${consent}”`
}
