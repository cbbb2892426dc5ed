import { useQuery } from '@tanstack/react-query'
import { FileUp, Smartphone } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { type StallSending, stallFile } from '#contract/market/stall.ts'
import {
  type StallDecision,
  type StallOverview,
  type StallPhone,
  type StallToDecide,
  stallDesk,
} from '#contract/market/stall-desk.ts'
import { today } from '#contract/today.ts'
import { call, query } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Card, CardList, CardRow, QueryPage, RowText } from '../shared/card.tsx'
import { FileButton } from '../shared/file-input.tsx'
import { QuestionButton } from '../shared/question-button.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'

export function StallPage() {
  return (
    <QueryPage
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

const REFRESHES = [stallDesk.overview, today.show]

function FileForm() {
  const [isWrong, setWrong] = useState(false)
  const take = useChange({
    send: (file: StallSending) => call(stallDesk.file, { body: file }),
    done: ({ results }) => ({
      title: results.length === 1 ? 'Took 1 note' : `Took ${results.length} notes`,
    }),
    failed: 'The file was not taken',
    refreshes: REFRESHES,
  })
  const read = async (file: File) => {
    const sending = readFile(await file.text())
    setWrong(sending === null)
    if (sending) take.mutate(sending)
  }
  return (
    <Card className="grid gap-3">
      <h3 className="text-xl">Import from a phone that can’t connect</h3>
      <p className="text-bark-deep">
        A phone that does not reach the shop can save its notes as a file. Each note counts once,
        even if the phone sends it later.
      </p>
      <div>
        <FileButton
          icon={<FileUp aria-hidden="true" className="size-5" />}
          text="Choose the file"
          accept="application/json,.json"
          disabled={take.isPending}
          onFile={(file) => void read(file)}
        />
      </div>
      {isWrong && (
        <p role="alert" className="text-beet">
          This is not a file saved by the stall.
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
  const { id, title, message, phoneLabel, personName, madeAt, receivedAt, orderId, marketDay } =
    note
  const settle = useChange({
    send: (how: StallDecision) =>
      call(stallDesk.settle, { params: { id }, body: { how, message: null } }),
    done: 'Decided',
    failed: 'Not decided',
    refreshes: REFRESHES,
    onShown: () => heading.current?.focus(),
  })
  return (
    <CardRow className="grid gap-3 px-4 py-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <RowText title={title} note={message} className="basis-60" />
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

function PhoneRow({ phone }: { phone: StallPhone }) {
  const { formatMoment } = useFarmDates()
  const { label, personName, lostAt, endsAt } = phone
  return (
    <CardRow className="flex flex-wrap items-center gap-3 px-4 py-3">
      <RowText
        title={personName ? `${label} · ${personName}` : label}
        note={linesOfPhone(phone, formatMoment).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        className="basis-72"
      />
      {lostAt !== null && <Badge variant="secondary">Lost</Badge>}
      <div className="flex flex-wrap gap-2">
        {lostAt === null && endsAt !== null && <LostButton phone={phone} />}
        <DoneButton phone={phone} />
      </div>
    </CardRow>
  )
}

function LostButton({ phone: { id, label } }: { phone: StallPhone }) {
  return (
    <QuestionButton
      address={`stall/${id}/lost`}
      parent="stall"
      button={{ 'aria-label': `Lost: ${label}`, children: 'Lost' }}
      title={`Is ${label} lost?`}
      send={() => call(stallDesk.lost, { params: { id } })}
      done={`${label} is marked as lost`}
      failed="Not marked as lost"
      refreshes={REFRESHES}
      confirmLabel="Yes, it’s lost"
      busyLabel="Marking…"
    >
      It can no longer read any names, and forgets them once it reaches the shop. Whoever used it is
      signed out on it: a helper needs a new link. Its notes are kept: if they still arrive, you
      decide about each one here.
    </QuestionButton>
  )
}

function DoneButton({ phone }: { phone: StallPhone }) {
  const { id, label, waiting, missing } = phone
  const left = waiting + missing
  return (
    <QuestionButton
      address={`stall/${id}/done`}
      parent="stall"
      button={{ 'aria-label': `Done: ${label}`, children: 'Done' }}
      title={`Is ${label} done for now?`}
      send={() => call(stallDesk.done, { params: { id } })}
      done={`${label} is done`}
      failed="Not ended"
      refreshes={REFRESHES}
      confirmLabel="It is done"
      busyLabel="Ending…"
    >
      {left > 0
        ? `${left === 1 ? 'A note' : `${left} notes`} on it may still be missing here. It can send them only after somebody signs in on it again.`
        : 'Somebody has to sign in on it before it can sell again. Nothing waits on it.'}
    </QuestionButton>
  )
}

function choiceLabel(how: StallDecision, { isFromLostPhone, isPaid }: StallToDecide): string {
  if (how === 'take') return isFromLostPhone ? 'Take it' : 'Count it'
  if (how === 'leave') return isFromLostPhone ? 'Throw it away' : 'Do not count it'
  if (how === 'done') return 'I took care of it'
  return isPaid ? 'Reopen the order' : 'Reopen the order, unpaid'
}

function linesOfPhone(phone: StallPhone, formatMoment: (at: string) => string): string[] {
  const { endsAt, heardAt, waiting, lostAt, emptiedAt, missing, gone } = phone
  return [
    heardAt ? `Last reached the shop ${formatMoment(heardAt)}` : 'Has not reached the shop yet',
    ...(waiting > 0 ? [`${count(waiting, 'note')} still waited on it then`] : []),
    ...(missing > 0 ? [`${count(missing, 'note')} never arrived`] : []),
    ...(gone > 0 ? [`${count(gone, 'note')} lost on the phone`] : []),
    ...(emptiedAt ? [`Its browser was emptied; we noticed on ${formatMoment(emptiedAt)}`] : []),
    ...(lostAt ? [`Lost since ${formatMoment(lostAt)}`] : []),
    ...(endsAt ? [`Works offline until ${formatMoment(endsAt)}`] : []),
  ]
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
