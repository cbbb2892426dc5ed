import { Gate, GateSkeleton, GateUnreachable, LapsedGate } from './account/sign-in.tsx'
import { Dashboard } from './dashboard.tsx'
import { DeskHeader } from './desk-header.tsx'
import { LiveDesk } from './live/live-desk.tsx'
import { type DeskState, useDeskState, useWatchedSession } from './shared/desk-session.ts'

export function AdminPage() {
  const state = useDeskState()
  useWatchedSession()
  return (
    <>
      <DeskHeader isOpen={state === 'in'} />
      <main className="wrap">
        {state === 'in' && <LiveDesk />}
        <Behind state={state} />
      </main>
      {state === 'lapsed' && <LapsedGate />}
    </>
  )
}

function Behind({ state }: { state: DeskState }) {
  if (state === 'asking') return <GateSkeleton />
  if (state === 'unreachable') return <GateUnreachable />
  if (state === 'out') return <Gate />
  return <Dashboard />
}
