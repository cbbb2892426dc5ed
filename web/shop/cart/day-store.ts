const WISHED = 'farmstand:day'

/** Which of the checkout's choices it is, `pickup` or a zone's key, and what is chosen: `farm_store/2026-11-28`. */
type DayRequest = { scope: string; value: string }

/** The next checkout in this tab begins with this day, whatever was chosen before. */
export function requestDay(wish: DayRequest): void {
  try {
    sessionStorage.setItem(WISHED, JSON.stringify(wish))
  } catch {}
}

/** As it is kept with a cart: by what it is a choice of. */
export function wishedDay(): Record<string, string> {
  try {
    const { scope, value }: Partial<DayRequest> = JSON.parse(sessionStorage.getItem(WISHED) ?? '{}')
    return typeof scope === 'string' && typeof value === 'string' ? { [scope]: value } : {}
  } catch {
    return {}
  }
}

export function forgetWishedDay(): void {
  try {
    sessionStorage.removeItem(WISHED)
  } catch {}
}
