import { useState } from 'react'
import { formatBriefDay } from '#contract/date-format.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
import { HomeScreen } from '../frame/home-screen.tsx'
import type { Grant } from '../load-day.ts'
import { chooseDay } from './gate-calls.ts'
import { GateCard } from './gate-card.tsx'

export function ChooseDay({ days }: { days: Grant['days'] }) {
  const [busy, setBusy] = useState<number>()
  const [refused, setRefused] = useState<string>()
  const load = async (id: number) => {
    setBusy(id)
    setRefused(undefined)
    await chooseDay(id).then(
      () => goToHash('hand-over'),
      (failure) => setRefused(sentenceOf(failure, 'The shop could not be reached.')),
    )
    setBusy(undefined)
  }
  if (days.length === 0) return <NoDay />
  return (
    <GateCard title="Load the stall">
      <p className="text-bark-deep">
        Boxes, products and prices come to this phone. After that it needs no network.
      </p>
      <ul className="grid gap-4">
        {days.map(({ id, day, placeName }) => (
          <li key={id} className="grid gap-2">
            <strong className="text-xl">
              {formatBriefDay(day)} · {placeName}
            </strong>
            <Button size="lg" busy={busy === id} onClick={() => void load(id)}>
              {busy === id ? 'Loading…' : 'Load the stall'}
            </Button>
          </li>
        ))}
      </ul>
      {refused && (
        <p role="alert" className="font-semibold text-beet">
          {refused}
        </p>
      )}
      <HomeScreen />
    </GateCard>
  )
}

function NoDay() {
  return (
    <GateCard title="No market yet">
      <p>A market day can be loaded from 36 hours before it opens until 3 hours after it closes.</p>
      <HomeScreen />
    </GateCard>
  )
}
