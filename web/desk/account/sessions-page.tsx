import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { admin, type DeskSession, KEPT_DAYS } from '#contract/people/admin.ts'
import { call, query } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardList, CardRow, QueryPage, RowText } from '../shared/card.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'

export function SessionsPage() {
  return (
    <QueryPage
      loading="Checking who is signed in…"
      failed="Could not check who is signed in."
      query={useQuery({ ...query(admin.sessions), staleTime: 0 })}
    >
      {(list) => <SessionList list={list} />}
    </QueryPage>
  )
}

function SessionList({ list }: { list: readonly DeskSession[] }) {
  const heading = useRef<HTMLParagraphElement>(null)
  const end = useChange({
    send: (id: string | null) =>
      id === null ? call(admin.endOtherSessions) : call(admin.endSession, { params: { id } }),
    done: (_, id) => ({
      title: id === null ? 'Every other browser was signed out' : 'The browser was signed out',
    }),
    failed: 'Not signed out',
    refreshes: [admin.sessions],
    mayBeDone: true,
    onDone: () => heading.current?.focus(),
  })
  const others = list.filter(({ isThisOne }) => !isThisOne)
  return (
    <>
      <p ref={heading} tabIndex={-1} className="mb-4 text-bark-deep outline-none">
        A browser is signed out after half an hour without a click and after twelve hours in any
        case, or {KEPT_DAYS} days after its last use if you ticked “Keep me signed in”. If you do
        not recognize one, sign it out here, then change the password.
      </p>
      <CardList>
        {list.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={end.isPending}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </CardList>
      {others.length > 0 && (
        <Button
          variant="quiet"
          className="mt-4"
          busy={end.isPending}
          onClick={() => end.mutate(null)}
        >
          Sign out every other browser
        </Button>
      )}
    </>
  )
}

type RowProps = { session: DeskSession; isBusy: boolean; onEnd: () => void }

function SessionRow({ session, isBusy, onEnd }: RowProps) {
  const { formatMoment } = useFarmDates()
  const { isThisOne, signedInAt, seenAt, keptUntil, person } = session
  const device = session.device ?? 'An unknown browser'
  const kept = keptUntil ? `, stays signed in until ${formatMoment(keptUntil)}` : ''
  return (
    <CardRow className="flex flex-wrap items-center gap-3 px-4 py-3">
      <RowText
        title={device}
        note={`${person}, signed in ${formatMoment(signedInAt)}, last seen ${formatMoment(seenAt)}${kept}`}
        className="basis-52"
      />
      {isThisOne ? (
        <Badge variant="secondary">This browser</Badge>
      ) : (
        <Button
          variant="quiet"
          size="sm"
          busy={isBusy}
          onClick={onEnd}
          aria-label={`Sign out ${device}`}
        >
          Sign out
        </Button>
      )}
    </CardRow>
  )
}
