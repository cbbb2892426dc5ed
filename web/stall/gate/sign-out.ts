import { admin } from '#contract/admin.ts'
import { stall } from '#contract/stall.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure, sentenceOf } from '#web/api/request.ts'
import { showChange, stallStore } from '../hub.ts'
import { inTurn } from '../sync/start-sending.ts'

/** Ends this phone's time at the stall, once nothing waits. Answers why it could not. */
export function signOut(): Promise<string | undefined> {
  return inTurn(async () => {
    const store = await stallStore()
    const waiting = await store.outbox()
    if (waiting.length > 0) return 'Something was noted meanwhile. It is sent first.'
    try {
      await call(stall.leave).catch(unlessOver)
      await call(admin.logout)
    } catch (failure) {
      return sentenceOf(failure, 'The shop could not be reached. Please try again with a network.')
    }
    const days = await store.days()
    await store.forgetDays(days.map(({ id }) => id))
    await store.changePhone({ grant: null, marketDayId: null, by: null })
    await showChange()
    return undefined
  })
}

/** A grant that is over already needs no end. */
function unlessOver(failure: unknown): void {
  if (!(failure instanceof ApiFailure) || failure.status !== 401) throw failure
}
