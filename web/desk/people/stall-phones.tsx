import { type StallOverview, type StallPhone, stallDesk } from '#contract/stall-desk.ts'
import { call } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CardList, CardRow, RowText } from '../shared/card.tsx'
import { openDialog } from '../shared/dialog-at.tsx'
import { Notice } from '../shared/notice.tsx'
import { useAsking, useHashPath } from '../shared/use-asking.ts'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'

/** The phones that may sell at the market, and what waits on them. */
export function StallPhones({ overview: { phones, toDecide } }: { overview: StallOverview }) {
  if (phones.length === 0)
    return (
      <p className="text-bark-deep">
        No phone yet. Open <TextLink href="/admin/stall">the stall</TextLink> on a phone and sign in
        there, or by a helper’s link.
      </p>
    )
  return (
    <>
      {toDecide.length > 0 && (
        <Notice tone="warning" className="mb-3">
          {toDecide.length === 1
            ? '1 note of the stall needs your decision.'
            : `${toDecide.length} notes of the stall need your decision.`}
        </Notice>
      )}
      <CardList>
        {phones.map((phone) => (
          <PhoneRow key={phone.id} phone={phone} />
        ))}
      </CardList>
      <PhoneQuestions phones={phones} />
    </>
  )
}

function PhoneRow({ phone }: { phone: StallPhone }) {
  const { id, label, personName, lostAt, endsAt } = phone
  const dates = useFarmDates()
  const heard =
    phone.heardAt === null ? 'never heard' : `heard ${dates.formatMoment(phone.heardAt)}`
  return (
    <CardRow className="flex flex-wrap items-center gap-2 px-4 py-3">
      <RowText
        title={`${label}, ${personName}`}
        note={[heard, ...waitingOn(phone)].join(' · ')}
        className="basis-52"
      />
      {lostAt !== null && <Badge variant="secondary">Lost</Badge>}
      {lostAt === null && endsAt !== null && (
        <>
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Lost: ${label}`}
            onClick={() => openDialog(`people/${id}/lost`)}
          >
            Lost
          </Button>
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Done: ${label}`}
            onClick={() => openDialog(`people/${id}/done`)}
          >
            Done
          </Button>
        </>
      )}
    </CardRow>
  )
}

function waitingOn({ waiting, missing, gone, emptiedAt }: StallPhone): string[] {
  return [
    ...(waiting > 0 ? [`${waiting} waiting on it`] : []),
    ...(missing > 0 ? [`${missing} never arrived`] : []),
    ...(gone > 0 ? [`${gone} gone from it`] : []),
    ...(emptiedAt === null ? [] : ['its browser was emptied']),
  ]
}

const WORDS = {
  lost: {
    title: 'lost?',
    text: 'It reads nothing more from the shop. What is on it stays there; if it comes back and sends, you decide what counts.',
    done: 'Marked as lost',
  },
  done: {
    title: 'done?',
    text: 'It may not sell any more until somebody signs in on it again. What it says it does not have any more is not asked for again.',
    done: 'The phone is done',
  },
} as const

function PhoneQuestions({ phones }: { phones: readonly StallPhone[] }) {
  const [, of = '', which] = useHashPath().split('/')
  const phone = phones.find(({ id }) => id === of)
  const task = which === 'lost' ? 'lost' : 'done'
  const [isAsked, ask] = useAsking(`people/${of}/${task}`, 'people')
  const { title, text, done } = WORDS[task]
  const end = useChange({
    send: () => call(stallDesk[task], { params: { id: of } }),
    ...{ done, failed: 'Not saved', refreshes: [stallDesk.overview] },
    onDone: () => ask(false),
  })
  if (!phone) return null
  const waits =
    phone.waiting > 0 ? ` ${phone.waiting} notes were waiting on it when it was last heard.` : ''
  return (
    <ConfirmDialog
      open={isAsked}
      onClose={() => ask(false)}
      title={`${phone.label} ${title}`}
      confirmLabel={task === 'lost' ? 'It is lost' : 'It is done'}
      busy={end.isPending}
      onConfirm={() => end.mutate()}
    >
      {text}
      {waits}
    </ConfirmDialog>
  )
}
