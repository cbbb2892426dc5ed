import { calendar } from '#contract/calendar/calendar.ts'
import type { PauseChange } from '#contract/calendar/days.ts'
import { call } from '#web/api/call.ts'
import { useCalendarChange } from './calendar-query.ts'

/** What customers read until the farmer says more. */
export const DEFAULT_MESSAGE = 'We are not taking orders right now.'

export const PAUSE_ADDRESS = 'calendar/pause'

const GO_ON: PauseChange = { isPaused: false, message: null }

export function usePauseChange(done: string, onShown = () => {}) {
  return useCalendarChange({
    send: (body: PauseChange) => call(calendar.changePause, { body }),
    done,
    failed: 'Not saved, please try again',
    onShown,
  })
}

export function useGoOn() {
  const change = usePauseChange('Ordering is back on')
  return { isPending: change.isPending, goOn: () => change.mutate(GO_ON) }
}
