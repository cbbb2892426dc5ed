import { beforeEach, expect, test, vi } from 'vitest'
import type { LiveFrame, LiveUpdate } from '#contract/live.ts'
import { createConversation, newSessionId } from './conversation.ts'

function aConnection(isOpen: boolean) {
  const hearing = new Set<(news: LiveUpdate) => void>()
  const watching = new Set<() => void>()
  const sent: LiveFrame[] = []
  let open = isOpen
  let woken = 0
  const connection = {
    isConnected: () => open,
    send: (frame: LiveFrame) => void sent.push(frame),
    onMessage: (listener: (news: LiveUpdate) => void) => {
      hearing.add(listener)
      return () => hearing.delete(listener)
    },
    subscribe: (listener: () => void) => {
      watching.add(listener)
      return () => watching.delete(listener)
    },
    reconnect: () => void woken++,
    close: () => {},
  }
  const reply = (message: string) =>
    hearing.forEach((listener) => void listener({ type: 'chat_response', message }))
  const breakOff = () => {
    open = false
    watching.forEach((listener) => void listener())
  }
  return { connection, sent, reply, breakOff, woken: () => woken }
}

const TROUBLE = 'Nobody there.'

function aConversation(isOpen: boolean) {
  const wire = aConnection(isOpen)
  const conversation = createConversation(wire.connection, () => TROUBLE)
  const said = () =>
    conversation.read().messages.map(({ sender, content }) => `${sender}: ${content}`)
  return { ...wire, conversation, said, isTyping: () => conversation.read().isTyping }
}

function answerCalls(answer: () => Promise<Response>) {
  const requested: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    requested.push([path, JSON.parse(String(body))])
    return answer()
  })
  return requested
}

beforeEach(() => void vi.useFakeTimers())

test('a session id has 21 characters and is another each time', () => {
  const ids = Array.from({ length: 50 }, newSessionId)
  expect(ids.every((id) => /^[A-Za-z0-9_-]{21}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(50)
})

test('a question goes over the connection, and the helper types until the reply is there', () => {
  const { conversation, sent, reply, said, isTyping } = aConversation(true)
  conversation.send('  Any eggs? ')
  expect(sent).toEqual([
    { type: 'chat', text: 'Any eggs?', sessionId: expect.stringMatching(/^[\w-]{21}$/) },
  ])
  expect(isTyping()).toBe(true)
  reply('Ten dozen.')
  expect([said(), isTyping()]).toEqual([['user: Any eggs?', 'bot: Ten dozen.'], false])
})

test('blank text is let be', () => {
  const { conversation, sent, said } = aConversation(true)
  conversation.send('   ')
  expect([sent, said()]).toEqual([[], []])
})

test('while the connection is down a call is made, with the same session, and the connection is woken', async () => {
  const requested = answerCalls(async () => Response.json({ message: 'Ten dozen.' }))
  const { conversation, sent, said, woken } = aConversation(false)
  conversation.send('Any eggs?')
  await vi.waitFor(() => expect(said()).toEqual(['user: Any eggs?', 'bot: Ten dozen.']))
  const body = { message: 'Any eggs?', sessionId: expect.stringMatching(/^[\w-]{21}$/) }
  expect([requested, sent, woken()]).toEqual([[['/api/chat/message', body]], [], 1])
})

test('a call nobody answers is told as trouble, and the helper stops typing', async () => {
  answerCalls(async () => {
    throw new TypeError('Failed to fetch')
  })
  const { conversation, said, isTyping } = aConversation(false)
  conversation.send('Any eggs?')
  await vi.waitFor(() => expect(said()).toEqual(['user: Any eggs?', `bot: ${TROUBLE}`]))
  expect(isTyping()).toBe(false)
})

test('an answer that is no success adds no reply', async () => {
  answerCalls(async () =>
    Response.json({ code: 'too-often', message: 'Slowly, please.' }, { status: 429 }),
  )
  const { conversation, said, isTyping } = aConversation(false)
  conversation.send('Any eggs?')
  await vi.waitFor(() => expect(isTyping()).toBe(false))
  expect([said(), conversation.read().isUnanswered]).toEqual([['user: Any eggs?'], true])
})

test.each([
  ['the connection is lost', (wire: ReturnType<typeof aConversation>) => wire.breakOff()],
  ['no reply comes', () => vi.advanceTimersByTime(15_000)],
])('a question is asked by a call when %s', async (_, happen) => {
  const requested = answerCalls(async () => Response.json({ message: 'Ten dozen.' }))
  const wire = aConversation(true)
  wire.conversation.send('Any eggs?')
  happen(wire)
  await vi.waitFor(() => expect(wire.said()).toEqual(['user: Any eggs?', 'bot: Ten dozen.']))
  vi.advanceTimersByTime(60_000)
  expect([requested.length, wire.isTyping()]).toEqual([1, false])
})

test('what the farmer says later is added, and after the end nothing is', () => {
  const { conversation, reply, said } = aConversation(true)
  reply('The lambs come in March.')
  conversation.end()
  reply('Too late.')
  expect(said()).toEqual(['bot: The lambs come in March.'])
})
