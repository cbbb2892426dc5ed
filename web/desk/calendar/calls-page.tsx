import { useQuery } from '@tanstack/react-query'
import { type Calls, calls, countPeople } from '#contract/calendar/calls.ts'
import { query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { CardList, ListEmpty, QueryPage } from '../shared/card.tsx'
import { formatPeople } from './calendar-text.ts'
import { DoneCalls, OpenCalls, useTick } from './call-rows.tsx'

export function CallsPage() {
  return (
    <QueryPage what="the calls" query={useQuery(query(calls.list))}>
      {(list) => <CallLists list={list} />}
    </QueryPage>
  )
}

function CallLists({ list: { open, done } }: { list: Calls }) {
  const all = useTick(true)
  const people = countPeople(open)
  return (
    <div className="grid gap-6">
      {open.length === 0 ? (
        <ListEmpty text="Nobody is waiting for a call." />
      ) : (
        <section aria-label="To call" className="grid gap-3">
          <p className="text-bark-deep">
            We can’t email these customers. Call each one and check them off.
          </p>
          <CardList>
            <OpenCalls calls={open} />
          </CardList>
          {people > 1 && (
            <p>
              <Button variant="quiet" busy={all.isPending} onClick={() => all.mutate(open)}>
                I called all {formatPeople(people)}
              </Button>
            </p>
          )}
        </section>
      )}
      {done.length > 0 && (
        <section aria-label="Called">
          <h3 className="mb-2 text-xl">Called in the last week</h3>
          <CardList>
            <DoneCalls calls={done} />
          </CardList>
        </section>
      )}
    </div>
  )
}
