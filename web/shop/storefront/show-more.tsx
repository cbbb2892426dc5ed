import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/button.tsx'
import { whenNearEnd } from './when-near-end.ts'

export type ShowMoreProps = { shown: number; all: number; onMore: () => void }

export function ShowMore({ shown, all, onMore }: ShowMoreProps) {
  return (
    <Button
      ref={(end) => whenNearEnd(end, onMore)}
      variant="quiet"
      size="lg"
      onClick={(event) => showAndGoThere(event, shown, onMore)}
    >
      Show more ({shown} of {all.toLocaleString('en-US')})
    </Button>
  )
}

/** The Tab key goes on with the first of the new products, not behind the last. */
function showAndGoThere({ currentTarget }: MouseEvent<HTMLElement>, shown: number, onMore: () => void): void {
  const stall = currentTarget.closest('section')
  flushSync(onMore)
  stall?.querySelectorAll<HTMLElement>('li > div > a')[shown]?.focus({ preventScroll: true })
}
