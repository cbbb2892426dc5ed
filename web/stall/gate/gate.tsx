import { useEffect, useState } from 'react'
import { formatBriefDay } from '#contract/date-format.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
import { HomeScreen } from '../frame/home-screen.tsx'
import { type Grant, nearestOf } from '../load-day.ts'
import { useStall } from '../use-stall.ts'
import { chooseDay, type GateAnswer, openGate } from './gate-calls.ts'
import { GateCard } from './gate-card.tsx'
import { SignIn } from './sign-in.tsx'

/**
 * The stall's own door: an app on the home screen has cookies of its own, so that signing in elsewhere is no help to
 * it. Whoever is let in has the market day that is open, or opens next, unless another one is chosen.
 */
export function Gate({ isChoosing = false }: { isChoosing?: boolean }) {
  const [answer, setAnswer] = useState<GateAnswer | null>(null)
  const enter = async (next: GateAnswer) => {
    const nearest = Array.isArray(next) && !isChoosing ? nearestOf(next) : null
    const isLoaded = nearest !== null && (await chooseDay(nearest.id).then(YES, NO))
    if (isLoaded) goToHash('hand-out')
    else setAnswer(next)
  }
  const open = () => {
    setAnswer(null)
    void openGate().then(enter)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the gate is reached
  useEffect(open, [])
  if (answer === null) return <GateCard title="The stall">One moment…</GateCard>
  if (answer === 'away') return <Away onRetry={open} />
  if (Array.isArray(answer)) return <ChooseDay days={answer} />
  return <SignIn emptied={answer === 'signed-out' ? null : answer} onDone={enter} />
}

const [YES, NO] = [() => true, () => false]

function Away({ onRetry }: { onRetry: () => void }) {
  const { days } = useStall()
  if (days.length > 0) return <ChooseDay days={days.map(({ day }) => day.marketDay)} />
  return (
    <GateCard title="No network">
      <p>
        The stall is opened once with a network, at home before the market. From then on this phone
        works without one.
      </p>
      <Button size="lg" onClick={onRetry}>
        Try again
      </Button>
    </GateCard>
  )
}

function ChooseDay({ days }: { days: Grant['days'] }) {
  const [busy, setBusy] = useState<number>()
  const [refused, setRefused] = useState<string>()
  const load = async (id: number) => {
    setBusy(id)
    setRefused(undefined)
    await chooseDay(id).then(
      () => goToHash('hand-out'),
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
