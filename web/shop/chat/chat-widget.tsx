import { MessageCircle, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { liveConnection } from '#web/api/live-connection.ts'
import { useSettings } from '#web/api/settings-query.ts'
import { ChatPanel } from './chat-panel.tsx'
import { greetingOf, troubleOf } from './chat-text-constants.ts'
import { createConversation } from './conversation.ts'
import { useStepAside } from './use-step-aside.ts'

export function ChatWidget() {
  const setting = useSettings()
  const [conversation] = useState(() => createConversation(liveConnection(), troubleOf(setting('contact_phone'))))
  const [isOpen, setOpen] = useState(false)
  const [seen, setSeen] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const isAside = useStepAside(!isOpen)
  const { messages, isTyping, isUnanswered } = useSyncExternalStore(conversation.subscribe, conversation.read)
  useEffect(() => conversation.end, [conversation])
  const unread = isOpen ? 0 : messages.length - seen
  const open = () => {
    if (messages.length === 0) conversation.answer(greetingOf(setting('welcome_message')))
    setOpen(true)
  }
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
          isOpen ? 'Close the farm helper' : unread > 0 ? `Ask the farm helper, ${unread} new` : 'Ask the farm helper'
        }
        onClick={isOpen ? close : open}
      >
        {isOpen ? <X aria-hidden="true" /> : <MessageCircle aria-hidden="true" />}
        {unread > 0 && <span className="chat-unread" aria-hidden="true" />}
      </button>
    </div>
  )
}
