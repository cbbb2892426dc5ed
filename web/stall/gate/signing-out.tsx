import { useEffect, useState } from 'react'
import { stall } from '#contract/market/stall.ts'
import { admin } from '#contract/people/admin.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure, sentenceOf } from '#web/api/request.ts'
import { showChange, stallStore } from '../hub.ts'
import { inTurn } from '../sync/in-turn.ts'
import { sendNow } from '../sync/start-sending.ts'
import { GateCard } from './gate-card.tsx'

export function SigningOut() {
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    void signOut().then((sentence) => (sentence ? setSaid(sentence) : location.assign('/admin')))
  }, [])
  return (
    <GateCard title="Signing out">
      <p role="status">{said ?? 'Sending what waits on this phone first…'}</p>
    </GateCard>
  )
}

/** Ends this phone's time; what cannot be sent stays. Answers what is still to be said. */
async function signOut(): Promise<string | undefined> {
  await sendNow({ byHand: true })
  return inTurn(async () => {
    const store = await stallStore()
    const waiting = (await store.outbox()).length
    try {
      if (waiting === 0) await call(stall.leave).catch(unlessOver)
      await call(admin.logout)
    } catch (failure) {
      return sentenceOf(failure, `The shop could not be reached. ${keptText(waiting)}`)
    }
    if (waiting > 0) return `Signed out at the desk. ${keptText(waiting)}`
    const days = await store.days()
    await store.forgetDays(days.map(({ id }) => id))
    await store.changePhone({ grant: null, marketDayId: null, by: null })
    await showChange()
    return undefined
  })
}

function keptText(waiting: number): string {
  if (waiting === 0) return 'Please try again with a connection.'
  const [notes, go] = waiting === 1 ? ['1 note is', 'It goes'] : [`${waiting} notes are`, 'They go']
  return `${notes} kept on this phone. ${go} out as soon as there is a signal.`
}

/** A grant that is over already needs no end. */
function unlessOver(failure: unknown): void {
  if (!(failure instanceof ApiFailure) || failure.status !== 401) throw failure
}
