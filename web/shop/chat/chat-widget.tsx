import { MessageCircle, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { OrderingCalendar } from '#contract/market-days.ts'
import { marketInWords } from '#contract/seeded-facts.ts'
import { liveConnection } from '#web/api/live-connection.ts'
import { marketDaysQuery, useSettings } from '#web/api/shop-queries.ts'
import { useQueryClient } from '#web/api/use-query.tsx'
import { dropHash, useHash } from '#web/ui/use-hash.ts'
import { ChatPanel } from './chat-panel.tsx'
import { createConversation } from './conversation.ts'

/** Links to this hash open the helper. */
const HELPER = 'helper'

export function ChatWidget() {
  const client = useQueryClient()
  const setting = useSettings()
  const [conversation] = useState(() =>
    createConversation(liveConnection(), () =>
      troubleOf(setting('contact_phone'), client.getQueryData(marketDaysQuery.queryKey) ?? null),
    ),
  )
  const [isOpen, setOpen] = useState(false)
  const [seen, setSeen] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const isAside = useStepAside(!isOpen)
  const { messages, isTyping, isUnanswered } = useSyncExternalStore(
    conversation.subscribe,
    conversation.read,
  )
  useEffect(() => conversation.end, [conversation])
  const unread = isOpen ? 0 : messages.length - seen
  const open = () => {
    if (messages.length === 0) conversation.answer(greetingOf(setting('welcome_message')))
    setOpen(true)
  }
  const isCalled = useHash() === HELPER
  useEffect(() => {
    if (!isCalled) return
    dropHash()
    open()
  })
  const close = () => {
    setSeen(messages.length)
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className="chat" data-aside={isAside || undefined}>
      {isOpen && (
        <ChatPanel
          messages={messages}
          isTyping={isTyping}
          isUnanswered={isUnanswered}
          onSend={conversation.send}
          onClose={close}
        />
      )}
      <button
        ref={button}
        type="button"
        className="chat-button"
        aria-expanded={isOpen}
        aria-label={
          isOpen
            ? 'Close the farm helper'
            : unread > 0
              ? `Ask the farm helper, ${unread} new`
              : 'Ask the farm helper'
        }
        onClick={isOpen ? close : open}
      >
        {isOpen ? <X aria-hidden="true" /> : <MessageCircle aria-hidden="true" />}
        {unread > 0 && <span className="chat-unread" aria-hidden="true" />}
      </button>
    </div>
  )
}

const GREETING =
  'Hi, I am the farm helper. Ask me what is fresh, what it costs, or where to pick it up.'

function greetingOf(welcome: string): string {
  return welcome.trim() || GREETING
}

/** What is said when nobody can be reached (specification, section 8). */
function troubleOf(phone: string, calendar: OrderingCalendar | null): string {
  const market = marketInWords(calendar)
  const ways = [phone.trim() && `call us at ${phone.trim()}`, market && `find us at ${market}`]
  const please = ways.filter(Boolean).join(' or ') || 'try again later'
  return `I am having trouble connecting right now. Please ${please}.`
}

/** So near the page's top or its end, in CSS px, the button covers nothing that is for sale. */
const NEAR_TOP = 12
const NEAR_END = 400

/** On a phone the button would cover what is read and bought: whether it should step aside, as it does but at the top and the end. */
function useStepAside(isWatching: boolean): boolean {
  const [isAside, setAside] = useState(false)
  useEffect(() => {
    if (!isWatching) return setAside(false)
    const look = () => {
      const left = document.documentElement.scrollHeight - window.scrollY - window.innerHeight
      setAside(window.scrollY > NEAR_TOP && left > NEAR_END)
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [isWatching])
  return isAside
}
