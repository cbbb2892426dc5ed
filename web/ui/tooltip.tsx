import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** How long the pointer rests before a tooltip shows, in ms (specification, section 9). */
const TOOLTIP_DELAY = 700

/** Around everything that has tooltips, so that the second one in a row shows at once. */
export function TooltipArea({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={TOOLTIP_DELAY}>{children}</Radix.Provider>
}

export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          className="z-50 rounded-lg bg-soil px-3 py-1.5 text-sm font-semibold text-paper"
        >
          {text}
          <Radix.Arrow className="fill-soil" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
