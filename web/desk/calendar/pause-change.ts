import { calendar } from '#contract/calendar.ts'
import type { PauseChange } from '#contract/calendar-days.ts'
import { call } from '#web/api/call.ts'
import type { ToastText } from '#web/ui/toast-store.ts'
import { useCalendarChange } from './calendar-query.ts'

/** What buyers read until the farmer says more. */
const DEFAULT_MESSAGE = 'We take no orders right now.'

const STOP: PauseChange = { isPaused: true, message: DEFAULT_MESSAGE }
const GO_ON: PauseChange = { isPaused: false, message: null }

export function usePauseChange(done: string | (() => ToastText), onShown = () => {}) {
  return useCalendarChange({
    send: (body: PauseChange) => call(calendar.changePause, { body }),
    done,
    failed: 'Not saved, please try again',
    onShown,
  })
}

export function useGoOn() {
  const change = usePauseChange('You take orders again')
  return { isPending: change.isPending, goOn: () => change.mutate(GO_ON) }
}

export function useStop() {
  const { goOn } = useGoOn()
  const change = usePauseChange(() => ({
    title: 'No more orders are taken',
    action: { label: 'Undo', run: goOn },
  }))
  return { isPending: change.isPending, stop: () => change.mutate(STOP) }
}
