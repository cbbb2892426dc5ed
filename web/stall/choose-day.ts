import { changePhone, changeStall, readStall } from './hub.ts'
import { loadStall, reloadDay } from './load-day.ts'
import { inTurn } from './sync/in-turn.ts'
import { sendSoon } from './sync/start-sending.ts'

/** Shows a day at once, or once it is loaded. @throws ApiFailure, or TypeError without a network */
export async function chooseDay(id: number, { byHand = true } = {}): Promise<void> {
  if (byHand) changeStall({ chosenAt: performance.now() })
  if (!readStall().days.some((day) => day.id === id)) return inTurn(() => loadStall(id))
  await changePhone({ marketDayId: id })
  sendSoon()
}

/** The day that the address names, as `?day=7`; false if there is none. */
export async function showNamedDay(): Promise<boolean> {
  const id = Number(new URLSearchParams(location.search).get('day'))
  if (!id) return false
  try {
    await chooseDay(id)
  } catch {
    return false
  }
  // Coming from Today, the numbers should match the ones shown there.
  void reloadDay()
  history.replaceState(history.state, '', location.pathname + location.hash)
  return true
}
