import { type ReactNode, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useListener } from './use-listener.ts'

/** How long the pointer rests before a tooltip shows, in ms (specification, section 9). */
const TOOLTIP_DELAY = 700

/** Between a tooltip and what it is about, in px. */
const GAP = 6

type Position = { top: number; left: number }

/** On hover and keyboard focus. Screen readers get the button's own name instead. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const around = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [position, setPlace] = useState<Position | null>(null)
  const show = () => {
    const box = around.current?.firstElementChild?.getBoundingClientRect()
    if (box) setPlace({ top: box.top - GAP, left: box.left + box.width / 2 })
  }
  const hide = () => {
    clearTimeout(timer.current)
    setPlace(null)
  }
  const isOn = position !== null
  useListener('keydown', ({ key }) => key === 'Escape' && hide(), { isOn })
  useListener('scroll', hide, { isOn, capture: true })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the button in it
    <span
      ref={around}
      className="contents"
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch') timer.current = setTimeout(show, TOOLTIP_DELAY)
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ target }) => target.matches(':focus-visible') && show()}
      onBlur={hide}
    >
      {children}
      {position && createPortal(<Bubble text={text} position={position} />, document.body)}
    </span>
  )
}

function Bubble({ text, position }: { text: string; position: Position }) {
  return (
    <span
      aria-hidden="true"
      style={position}
      className="pointer-events-none fixed z-50 -translate-x-1/2 -translate-y-full rounded-lg bg-soil px-3 py-1.5 text-sm font-semibold whitespace-nowrap text-paper"
    >
      {text}
    </span>
  )
}
