import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useStall } from '../use-stall.ts'
import { ChooseDay } from './choose-day.tsx'
import { fetchDays, type GateAnswer } from './gate-calls.ts'
import { GateCard } from './gate-card.tsx'
import { NamePhone } from './name-phone.tsx'
import { SignIn } from './sign-in.tsx'

/**
 * The stall's own door: an app on the home screen has cookies
 * of its own, so that signing in elsewhere is no help to it.
 */
export function Gate({ isLapsed = false }: { isLapsed?: boolean }) {
  const { phone } = useStall()
  const [answer, setAnswer] = useState<GateAnswer | null>(isLapsed ? 'signed-out' : null)
  const [isSignedIn, setIsSignedIn] = useState(false)
  const load = () => {
    setAnswer(null)
    void fetchDays().then(setAnswer)
  }
  useEffect(() => {
    if (!isLapsed) void fetchDays().then(setAnswer)
  }, [isLapsed])
  if (answer === null) return <GateCard title="The stall">One moment…</GateCard>
  if (answer === 'away') return <Away onRetry={load} />
  if (Array.isArray(answer)) return <ChooseDay days={answer} />
  const emptied = answer === 'signed-out' ? null : answer
  if (!isSignedIn) return <SignIn emptied={emptied} onDone={() => setIsSignedIn(true)} />
  return <NamePhone label={phone?.grant?.label ?? ''} onDone={setAnswer} />
}

function Away({ onRetry }: { onRetry: () => void }) {
  const { days } = useStall()
  if (days.length > 0) return <ChooseDay days={days.map(({ day }) => day.marketDay)} />
  return (
    <GateCard title="No network">
      <p>
        The stall is loaded once with a network, at home before the market. From then on this phone
        works without one.
      </p>
      <Button size="lg" onClick={onRetry}>
        Try again
      </Button>
    </GateCard>
  )
}
