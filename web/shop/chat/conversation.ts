import { chat, SESSION_ID_LENGTH } from '#contract/chat/chat.ts'
import { call } from '#web/api/call.ts'
import type { LiveConnection } from '#web/api/live-connection.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { ApiFailure } from '#web/api/request.ts'
import { listenerSet } from '#web/ui/listeners.ts'

/** Never stored (specification, section 3). */
export type ChatMessage = { id: string; sender: 'user' | 'bot'; content: string; timestamp: Date }

type ConversationState = {
  messages: readonly ChatMessage[]
  isTyping: boolean
  isUnanswered: boolean
}

/** How long to wait for a reply over the connection before asking with a call, in ms. */
const MAX_WAIT = 15_000

type Sent = { text: string; timer: ReturnType<typeof setTimeout> }

/** Live, or by calls while that is down. `troubleNow`: shown when the shop can't be reached. */
export function createConversation(connection: LiveConnection, troubleNow: () => string) {
  const sessionId = newSessionId()
  const listeners = listenerSet()
  let state: ConversationState = { messages: [], isTyping: false, isUnanswered: false }
  let sent: Sent[] = []
  let calls = 0

  function change(more: Partial<ConversationState>): void {
    state = { ...state, ...more, isTyping: sent.length + calls > 0 }
    listeners.notify()
  }

  function add(sender: ChatMessage['sender'], content: string): void {
    const message = { id: newUuid(), sender, content, timestamp: new Date() }
    change({ messages: [...state.messages, message], isUnanswered: false })
  }

  async function sendByCall(text: string): Promise<void> {
    calls++
    change({})
    try {
      const { message } = await call(chat.message, { body: { message: text, sessionId } })
      calls--
      add('bot', message)
    } catch (failure) {
      calls--
      // An unsuccessful answer adds no reply (specification, section 8).
      if (failure instanceof ApiFailure) change({ isUnanswered: true })
      else add('bot', troubleNow())
    }
  }

  function giveUp(one: Sent): void {
    clearTimeout(one.timer)
    sent = sent.filter((other) => other !== one)
    void sendByCall(one.text)
  }

  const stops = [
    connection.onMessage((news) => {
      if (news.type !== 'chat_response') return
      const answered = sent.shift()
      if (answered) clearTimeout(answered.timer)
      add('bot', news.message)
    }),
    connection.subscribe(() => {
      if (!connection.isConnected()) for (const one of sent) giveUp(one)
    }),
  ]

  return {
    read: () => state,
    subscribe: listeners.subscribe,
    send(wanted: string) {
      const text = wanted.trim()
      if (text === '') return
      connection.reconnect()
      add('user', text)
      if (!connection.isConnected()) return void sendByCall(text)
      const one: Sent = { text, timer: setTimeout(() => giveUp(one), MAX_WAIT) }
      sent.push(one)
      connection.send({ type: 'chat', text, sessionId })
      change({})
    },
    answer: (content: string) => add('bot', content),
    end() {
      for (const { timer } of sent) clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'

/** A random id for one appearance of the chat (specification, section 4). */
export function newSessionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SESSION_ID_LENGTH))
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
