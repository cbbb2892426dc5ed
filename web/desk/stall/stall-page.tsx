import { useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { type StallSending, stallFile } from '#contract/market/stall.ts'
import {
  type StallDecision,
  type StallOverview,
  type StallToDecide,
  stallDesk,
} from '#contract/market/stall-desk.ts'
import { today } from '#contract/today.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Card, CardList, CardRow, RowText } from '../shared/card.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { PhoneRow } from './phone-row.tsx'
import { choiceLabel, DECIDED } from './stall-text.ts'

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

function FileForm() {
  const [wrong, setWrong] = useState<string | null>(null)
  const take = useChange({
    send: (file: StallSending) => call(stallDesk.file, { body: file }),
    done: ({ results }) => ({
      title: results.length === 1 ? 'Took 1 note' : `Took ${results.length} notes`,
    }),
    failed: 'The file was not taken',
    refreshes: [stallDesk.overview, today.show],
  })
  const read = async (file: File | undefined) => {
    if (!file) return
    const sending = readFile(await file.text())
    setWrong(sending ? null : 'This is not a file saved by the stall.')
    if (sending) take.mutate(sending)
  }
  return (
    <Card className="grid gap-3">
      <h3 className="text-xl">A file from a phone</h3>
      <p className="text-bark-deep">
        A phone that does not reach the shop can save its notes as a file. Each note counts once,
        even if the phone sends it later.
      </p>
      <label className="grid gap-1.5 font-semibold">
        The file
        <input
          type="file"
          accept="application/json,.json"
          disabled={take.isPending}
          aria-describedby={wrong ? 'stall-file-wrong' : undefined}
          onChange={({ target }) => {
            void read(target.files?.[0])
            target.value = ''
          }}
          className="min-h-11 w-full font-normal file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-full file:border file:border-straw file:bg-card file:px-4 file:font-semibold"
        />
      </label>
      {wrong && (
        <p id="stall-file-wrong" role="alert" className="text-beet">
          {wrong}
        </p>
      )}
    </Card>
  )
}

function readFile(text: string): StallSending | null {
  try {
    const read = z.safeParse(stallFile, JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

type DecideRowProps = { note: StallToDecide; heading: RefObject<HTMLElement | null> }

function DecideRow({ note, heading }: DecideRowProps) {
  const { formatMoment } = useFarmDates()
  const { id, title, words, phoneLabel, personName, madeAt, receivedAt, orderId, marketDay } = note
  const settle = useChange({
    send: (how: StallDecision) =>
      call(stallDesk.settle, { params: { id }, body: { how, words: null } }),
    done: DECIDED,
    failed: 'Not decided',
    refreshes: [stallDesk.overview, today.show],
    onShown: () => heading.current?.focus(),
  })
  return (
    <CardRow className="grid gap-3 px-4 py-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <RowText title={title} note={words} className="basis-60" />
        {note.isFromLostPhone && <Badge variant="secondary">Lost phone</Badge>}
      </div>
      <p className="text-[0.9375rem] text-bark-deep">
        {personName} on {phoneLabel}, {formatMoment(madeAt)}
        {marketDay && `, ${marketDay.placeName}`} · reached the shop {formatMoment(receivedAt)}
      </p>
      <div className="flex flex-wrap gap-2">
        {note.choices.map((how) => (
          <Button
            key={how}
            variant={how === 'take' || how === 'reopen' ? 'primary' : 'quiet'}
            busy={settle.isPending}
            aria-label={`${choiceLabel(how, note)}: ${title}`}
            onClick={() => settle.mutate(how)}
          >
            {choiceLabel(how, note)}
          </Button>
        ))}
        {orderId !== null && (
          <a href={`#orders/${orderId}`} className="grid min-h-11 content-center px-2 underline">
            Order #{orderId}
          </a>
        )}
      </div>
    </CardRow>
  )
}
