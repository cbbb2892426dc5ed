import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
import { nearestOf } from '../load-day.ts'
import { useStall } from '../use-stall.ts'
import { ChooseDay } from './choose-day.tsx'
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
    if (isLoaded) goToHash('hand-over')
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
