import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react'
import { Icon, LineIcon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { dropHash, useHash } from '#web/ui/use-hash.ts'
import { useStyles } from '#web/ui/use-styles.ts'
import { whenUsed } from '#web/ui/when-idle.ts'
import styles from './chat.css?inline'
import type { HelperProps } from './chat-panel.tsx'

const HELPER = 'helper'

const SPEECH_BUBBLE =
  'M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719'

const loadHelper = () => import('./chat-panel.tsx')

export function ChatWidget() {
  useStyles(styles)
  const [helper, setHelper] = useState<{ Helper: ComponentType<HelperProps> } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [unread, setUnread] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const place = usePosition(!isOpen)
  useEffect(() => whenUsed(loadHelper), [])
  const open = async () => {
    const code = helper ?? (await loadHelper().catch(() => null))
    if (!code) return toast(NO_HELPER)
    setHelper(code)
    setOpen(true)
  }
  const isCalled = useHash() === HELPER
  useEffect(() => {
    if (!isCalled) return
    dropHash()
    void open()
  })
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className="chat" data-place={place}>
      <Suspense fallback={null}>
        {helper && <helper.Helper isOpen={isOpen} onClose={close} onUnread={setUnread} />}
      </Suspense>
      <button
        ref={button}
        type="button"
        className="chat-button"
        aria-expanded={isOpen}
        aria-label={labelOf(isOpen, unread)}
        onClick={isOpen ? close : () => void open()}
      >
        {isOpen ? (
          <Icon name="close" className="chat-icon" />
        ) : (
          <LineIcon line={SPEECH_BUBBLE} className="chat-icon" />
        )}
        {unread > 0 && <span className="chat-unread" aria-hidden="true" />}
      </button>
    </div>
  )
}

const NO_HELPER = {
  title: 'The farm helper isn’t here yet',
  description: 'Please check your connection and try again.',
}

function labelOf(isOpen: boolean, unread: number): string {
  if (isOpen) return 'Close the farm helper'
  return unread > 0 ? `Ask the farm helper, ${unread} new` : 'Ask the farm helper'
}

/** In CSS px. This close to the page's top or end, the button covers nothing for sale. */
const NEAR_TOP = 12
const NEAR_END = 400

type Position = 'top' | 'aside' | 'end'

/** On a phone it would cover what is read and bought, so it hides between page top and end. */
function usePosition(isWatching: boolean): Position {
  const [place, setPlace] = useState<Position>('top')
  useEffect(() => {
    if (!isWatching) return setPlace('end')
    const look = () => {
      const left = document.documentElement.scrollHeight - window.scrollY - window.innerHeight
      setPlace(window.scrollY <= NEAR_TOP ? 'top' : left > NEAR_END ? 'aside' : 'end')
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [isWatching])
  return place
}
