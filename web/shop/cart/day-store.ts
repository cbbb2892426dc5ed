const STORED_DAY = 'farmstand:day'

/** `scope`: `pickup` or a zone's key; `value`: such as `farm_store/2026-11-28`. */
type DayRequest = { scope: string; value: string }

/** The next checkout in this tab begins with this day, whatever was chosen before. */
export function requestDay(request: DayRequest): void {
  try {
    sessionStorage.setItem(STORED_DAY, JSON.stringify(request))
  } catch {}
}

export function requestedDay(): Record<string, string> {
  try {
    const { scope, value }: Partial<DayRequest> = JSON.parse(
      sessionStorage.getItem(STORED_DAY) ?? '{}',
    )
    return typeof scope === 'string' && typeof value === 'string' ? { [scope]: value } : {}
  } catch {
    return {}
  }
}

export function forgetRequestedDay(): void {
  try {
    sessionStorage.removeItem(STORED_DAY)
  } catch {}
}
