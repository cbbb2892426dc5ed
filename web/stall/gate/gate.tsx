import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useStall } from '../use-stall.ts'
import { ChooseDay } from './choose-day.tsx'
import { type Asked, askDays } from './gate-calls.ts'
import { GateCard } from './gate-card.tsx'
import { NamePhone } from './name-phone.tsx'
import { SignIn } from './sign-in.tsx'

/** The stall's own door: an app on the home screen has cookies of its own, so that signing in elsewhere is no help to it. */
export function Gate({ isLapsed = false }: { isLapsed?: boolean }) {
  const { phone } = useStall()
  const [asked, setAsked] = useState<Asked | null>(isLapsed ? 'signed-out' : null)
  const [isSignedIn, setIsSignedIn] = useState(false)
  const ask = () => {
    setAsked(null)
    void askDays().then(setAsked)
  }
  useEffect(() => {
    if (!isLapsed) void askDays().then(setAsked)
  }, [isLapsed])
  if (asked === null) return <GateCard title="The stall">One moment…</GateCard>
  if (asked === 'away') return <Away onRetry={ask} />
  if (typeof asked !== 'string') return <ChooseDay days={asked} />
  if (!isSignedIn)
    return <SignIn isEmptied={asked === 'emptied'} onDone={() => setIsSignedIn(true)} />
  return <NamePhone label={phone?.grant?.label ?? ''} onDone={setAsked} />
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
