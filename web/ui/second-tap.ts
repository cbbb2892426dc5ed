/** How soon, in ms, and how near, in px, a tap is the second of a double tap. */
const SOON = 300
const NEAR = 24

/**
 * Drops the second tap of a double tap whose first one took the button away: what has come to its
 * place, such as another customer's box under a closed sheet, was never meant.
 */
export function dropSecondTaps(): () => void {
  let first: MouseEvent | null = null
  const look = (event: MouseEvent) => {
    const isTap = event.isTrusted && event.detail > 0
    if (!isTap) return
    if (first && isSecond(first, event)) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else first = event
  }
  addEventListener('click', look, { capture: true })
  return () => removeEventListener('click', look, { capture: true })
}

function isSecond(first: MouseEvent, { timeStamp, clientX, clientY }: MouseEvent): boolean {
  const isGone = first.target instanceof Node && !first.target.isConnected
  const isNear = Math.hypot(clientX - first.clientX, clientY - first.clientY) < NEAR
  return isGone && isNear && timeStamp - first.timeStamp < SOON
}
