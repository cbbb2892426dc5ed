import type { RefObject } from 'react'
import { type StallDecision, type StallToDecide, stallDesk } from '#contract/stall-desk.ts'
import { today } from '#contract/today.ts'
import { call } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardRow, RowText } from '../shared/card.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { choiceLabel, DECIDED } from './stall-text.ts'

type DecideRowProps = { note: StallToDecide; heading: RefObject<HTMLElement | null> }

export function DecideRow({ note, heading }: DecideRowProps) {
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
