import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { OrderingCalendar } from '#contract/market-days.ts'
import { marketLabel } from '#contract/seeded-facts.ts'
import { liveConnection } from '#web/api/live-connection.ts'
import { marketDaysQuery, useSettings } from '#web/api/shop-queries.ts'
import { useStyles } from '#web/ui/use-styles.ts'
import { ChatPanel } from './chat-panel.tsx'
import { createConversation } from './conversation.ts'
import styles from './panel.css?inline'

export type HelperProps = {
  isOpen: boolean
  onClose: () => void
  onUnread: (count: number) => void
}

/** The farm helper, who greets once; closed, it keeps the conversation and goes on listening. */
export function Helper({ isOpen, onClose, onUnread }: HelperProps) {
  useStyles(styles)
  const client = useQueryClient()
  const setting = useSettings()
  const [conversation] = useState(() => {
    const begun = createConversation(liveConnection(), () =>
      troubleOf(setting('contact_phone'), client.getQueryData(marketDaysQuery.queryKey) ?? null),
    )
    begun.answer(greetingOf(setting('welcome_message')))
    return begun
  })
  const { messages, isTyping, isUnanswered } = useSyncExternalStore(
    conversation.subscribe,
    conversation.read,
  )
  useEffect(() => conversation.end, [conversation])
  const seen = useRef(0)
  useEffect(() => {
    if (isOpen) seen.current = messages.length
    onUnread(messages.length - seen.current)
  }, [isOpen, messages, onUnread])
  if (!isOpen) return null
  return (
    <ChatPanel
      messages={messages}
      isTyping={isTyping}
      isUnanswered={isUnanswered}
      onSend={conversation.send}
      onClose={onClose}
    />
  )
}

const GREETING =
  'Hi, I am the farm helper. Ask me what is fresh, what it costs, or where to pick it up.'

function greetingOf(welcome: string): string {
  return welcome.trim() || GREETING
}

/** Shown when the shop cannot be reached (specification, section 8). */
function troubleOf(phone: string, calendar: OrderingCalendar | null): string {
  const market = marketLabel(calendar)
  const ways = [phone.trim() && `call us at ${phone.trim()}`, market && `find us at ${market}`]
  const please = ways.filter(Boolean).join(' or ') || 'try again later'
  return `I am having trouble connecting right now. Please ${please}.`
}
