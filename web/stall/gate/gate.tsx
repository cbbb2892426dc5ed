import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
import { HomeScreen } from '../frame/home-screen.tsx'
import { type Grant, nearestOf } from '../load-day.ts'
import { useStall } from '../use-stall.ts'
import { DayList } from './day-list.tsx'
import { chooseDay, type GateAnswer, openGate, showNamedDay } from './gate-calls.ts'
import { GateCard } from './gate-card.tsx'
import { SignIn } from './sign-in.tsx'

/**
 * The stall has its own sign-in: a home-screen app has its own cookies, so signing in elsewhere
 * doesn't help. Shows the market day that is open or opens next, unless another is chosen.
 */
export function Gate() {
  const [answer, setAnswer] = useState<GateAnswer | null>(null)
  const enter = async (next: GateAnswer) => {
    const nearest = Array.isArray(next) ? nearestOf(next) : null
    const isLoaded =
      (await showNamedDay()) || (nearest !== null && (await chooseDay(nearest.id).then(YES, NO)))
    if (isLoaded) goToHash(partInAddress() ?? 'hand-out')
    else setAnswer(next)
  }
  const open = () => {
    setAnswer(null)
    void openGate().then(enter)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the gate is reached
  useEffect(open, [])
  if (answer === null) return <GateCard title="Market day">One moment…</GateCard>
  if (answer === 'away') return <Away onRetry={open} />
  if (Array.isArray(answer)) return <ChooseDay days={answer} />
  return <SignIn emptied={answer === 'signed-out' ? null : answer} onDone={enter} />
}

const PARTS = ['harvest', 'pack', 'hand-out', 'sell', 'close']

/** The part the desk linked to; null for a helper's link. */
function partInAddress(): string | null {
  const hash = location.hash.slice(1)
  return PARTS.includes(hash.split('/')[0] ?? '') ? hash : null
}

const [YES, NO] = [() => true, () => false]

function Away({ onRetry }: { onRetry: () => void }) {
  const { days } = useStall()
  if (days.length > 0) return <ChooseDay days={days.map(({ day }) => day.marketDay)} />
  return (
    <GateCard title="No network">
      <p>
        Open this page once with a connection, at home before the market. From then on this phone
        works without one.
      </p>
      <Button size="lg" onClick={onRetry}>
        Try again
      </Button>
    </GateCard>
  )
}

function ChooseDay({ days }: { days: Grant['days'] }) {
  if (days.length === 0) return <NoDay />
  return (
    <GateCard title="Choose a market day">
      <DayList days={days} onChosen={() => goToHash('hand-out')} />
      <HomeScreen />
    </GateCard>
  )
}

function NoDay() {
  return (
    <GateCard title="No market yet">
      <p>A market day comes to this phone by itself, a week before it opens.</p>
      <HomeScreen />
    </GateCard>
  )
}
