import { useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useRef } from 'react'
import { type StallOverview, stallDesk } from '#contract/stall-desk.ts'
import { query } from '#web/api/query.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { CardList } from '../shared/card.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { DecideRow } from './decide-row.tsx'
import { FileForm } from './file-form.tsx'
import { PhoneRow } from './phone-row.tsx'

export function StallPage() {
  return (
    <QueryPage
      title="Phones at the market"
      loading="Loading what the phones noted…"
      failed="The phones could not be loaded."
      query={useQuery({ ...query(stallDesk.overview), staleTime: 0 })}
    >
      {(overview) => <Overview {...overview} />}
    </QueryPage>
  )
}

function Overview({ phones, toDecide }: StallOverview) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="grid gap-8">
      <section aria-labelledby="to-decide" className="grid gap-3">
        <h3 id="to-decide" ref={heading} tabIndex={-1} className="text-xl outline-none">
          {toDecide.length === 0 ? 'Nothing needs your decision' : 'Needs your decision'}
        </h3>
        {toDecide.length > 0 && (
          <CardList>
            {toDecide.map((note) => (
              <DecideRow key={note.id} note={note} heading={heading} />
            ))}
          </CardList>
        )}
      </section>
      <section aria-labelledby="phones" className="grid gap-3">
        <h3 id="phones" className="text-xl">
          Phones
        </h3>
        {phones.length > 0 && (
          <CardList>
            {phones.map((phone) => (
              <PhoneRow key={phone.id} phone={phone} />
            ))}
          </CardList>
        )}
        <p className="text-bark-deep">
          Open the stall on the phone that goes to the market and sign in there. It works without a
          network from then on.
        </p>
        <p>
          <a href="/admin/stall" className={buttonLook({ variant: 'quiet' })}>
            <Smartphone aria-hidden="true" className="size-4.5" />
            Open the stall on this phone
          </a>
        </p>
      </section>
      <FileForm />
    </div>
  )
}
