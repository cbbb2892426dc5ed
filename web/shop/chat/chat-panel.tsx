import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SendHorizontal } from 'lucide-react'
import { type SubmitEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import type { OrderingCalendar } from '#contract/calendar/market-days.ts'
import { MAX_CHAT_TEXT_LENGTH } from '#contract/chat/chat.ts'
import type { Product } from '#contract/products/products.ts'
import { shortName } from '#contract/products/short-name.ts'
import { marketLabel } from '#contract/settings/seeded-facts.ts'
import { liveConnection } from '#web/api/live-connection.ts'
import { marketDaysQuery, productsQuery, useSettings } from '#web/api/shop-queries.ts'
import { BuyButton } from '#web/shop/storefront/product-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { phoneHref } from '#web/ui/phone-href.ts'
import { useStyles } from '#web/ui/use-styles.ts'
import { type ChatMessage, createConversation } from './conversation.ts'
import styles from './panel.css?inline'

export type HelperProps = {
  isOpen: boolean
  onClose: () => void
  onUnread: (count: number) => void
}

export function Helper({ isOpen, onClose, onUnread }: HelperProps) {
  useStyles(styles)
  const client = useQueryClient()
  const setting = useSettings()
  const [conversation] = useState(() => {
    const begun = createConversation(liveConnection(), () =>
      troubleOf(setting('contact_phone'), client.getQueryData(marketDaysQuery.queryKey) ?? null),
    )
    begun.answer(setting('welcome_message').trim() || GREETING)
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
  const title = useId()
  if (!isOpen) return null
  return (
    <section
      role="dialog"
      aria-labelledby={title}
      className="chat-panel"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <h2 id={title} className="chat-title">
        Farm helper
      </h2>
      <Messages messages={messages} isTyping={isTyping} />
      {isUnanswered && <p className="chat-note">No answer yet. Please try again in a moment.</p>}
      <Suggestions onSend={conversation.send} />
      <QuestionForm onSend={conversation.send} />
    </section>
  )
}

const GREETING =
  'Hi, I’m the farm helper. Ask me what’s fresh, what it costs, or where to pick it up.'

/** Shown when the shop cannot be reached (specification, section 8). */
function troubleOf(phone: string, calendar: OrderingCalendar | null): string {
  const market = marketLabel(calendar)
  const ways = [phone.trim() && `call us at ${phone.trim()}`, market && `find us at ${market}`]
  const please = ways.filter(Boolean).join(' or ') || 'try again later'
  return `I’m having trouble connecting right now. Please ${please}.`
}

function Messages({ messages, isTyping }: { messages: readonly ChatMessage[]; isTyping: boolean }) {
  const log = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is new is scrolled to
  useEffect(() => {
    // By its beginning: a long answer says first what was found.
    // Not returned: newer browsers return a promise.
    void log.current?.lastElementChild?.scrollIntoView?.({ block: 'start' })
  }, [messages, isTyping])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <div ref={log} role="log" aria-label="Conversation" tabIndex={0} className="chat-log">
      {messages.map(({ id, sender, content }) => (
        <div key={id} className="chat-message" data-sender={sender}>
          <div>
            <span className="sr-only">{sender === 'user' ? 'You: ' : 'Farm helper: '}</span>
            {sender === 'bot' ? <ChatText text={content} /> : <span>{content}</span>}
          </div>
          {sender === 'bot' && <PricedGoods text={content} />}
        </div>
      ))}
      {isTyping && (
        <p className="chat-message chat-typing" data-sender="bot">
          <span className="sr-only">The farm helper is typing…</span>
          <i aria-hidden="true" />
          <i aria-hidden="true" />
          <i aria-hidden="true" />
        </p>
      )}
    </div>
  )
}

const MAX_ADDS = 4

/** An Add button for each product whose price the answer names. */
function PricedGoods({ text }: { text: string }) {
  const { data } = useQuery(productsQuery)
  const priced = (data ?? [])
    .filter((one) => one.stock > 0 && namesPrice(text, one))
    .slice(0, MAX_ADDS)
  if (priced.length === 0) return null
  return (
    <ul className="chat-goods">
      {priced.map((product) => (
        <li key={product.id}>
          <span>{shortName(product)}</span>
          <BuyButton product={product} />
        </li>
      ))}
    </ul>
  )
}

function namesPrice(answer: string, product: Product): boolean {
  const priced = `${shortName(product)}: $`
  return (
    answer.startsWith(priced) || ['. ', '; ', ': '].some((end) => answer.includes(end + priced))
  )
}

const SUGGESTIONS = ['What’s fresh today?', 'When is the market?', 'How does pickup work?'] as const

function Suggestions({ onSend }: { onSend: (text: string) => void }) {
  return (
    <ul className="chat-suggestions">
      {SUGGESTIONS.map((suggestion) => (
        <li key={suggestion}>
          <button type="button" className="chat-suggestion" onClick={() => onSend(suggestion)}>
            {suggestion}
          </button>
        </li>
      ))}
    </ul>
  )
}

function QuestionForm({ onSend }: { onSend: (text: string) => void }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text.trim() === '') return
    onSend(text)
    setText('')
    field.current?.focus()
  }
  return (
    <form onSubmit={send} className="chat-form">
      {text.length >= MAX_CHAT_TEXT_LENGTH && (
        <p role="status" className="chat-full">
          One message holds {MAX_CHAT_TEXT_LENGTH} characters. The rest was left out.
        </p>
      )}
      <input
        ref={field}
        type="text"
        aria-label="Your question"
        placeholder="Ask a question"
        autoComplete="off"
        enterKeyHint="send"
        maxLength={MAX_CHAT_TEXT_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="chat-field"
      />
      <Button type="submit" size="icon" disabled={text.trim() === ''} aria-label="Send">
        <SendHorizontal aria-hidden="true" className="size-5" />
      </Button>
    </form>
  )
}

const UNLISTED = 'No allergens are listed for '

/** Collapses the names of many products without a list; a list always stays visible. */
function ChatText({ text }: { text: string }) {
  const [before = ''] = text.split(UNLISTED, 1)
  const from = before.length + UNLISTED.length
  const [names = ''] = text.slice(from).split('. Please check', 1)
  const count = names.split(', ').length
  if (count < 4 || /[.“]/.test(names)) return <Linked text={text} />
  return (
    <>
      <Linked text={text.slice(0, from)} />
      <details>
        <summary>{count} products</summary>
        {names}
      </details>
      <Linked text={text.slice(from + names.length + 2)} />
    </>
  )
}

function Linked({ text }: { text: string }) {
  return linkParts(text).map((part, place) =>
    part.href === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
      <span key={place}>{part.text}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
      <a key={place} href={part.href} rel="noreferrer">
        {part.text}
      </a>
    ),
  )
}

type Part = { text: string; href: string | null }

/** A page of ours, a site, a mail address, or a US phone number. */
const LINK =
  /((?<![^\s("“])(?:\/pages\/[a-z0-9-]+(?![^\s"”).,;:!?])|https?:\/\/[^\s<>"“”]*[^\s<>"“”).,;:!?]|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}(?![^\s"”).,;:!?]))|(?<![\d$#.])(?:\+\d{1,3}[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?!\d))/

/** Joined together, the parts are the text. */
export function linkParts(text: string): Part[] {
  const parts = text
    .split(LINK)
    .map((part, at) => ({ text: part, href: at % 2 ? hrefOf(part) : null }))
  return parts.filter((part) => part.text !== '')
}

function hrefOf(link: string): string {
  if (/^(?:\/|https?:)/.test(link)) return link
  return link.includes('@') ? `mailto:${link}` : phoneHref(link)
}
