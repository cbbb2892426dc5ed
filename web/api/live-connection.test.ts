import { beforeEach, expect, test, vi } from 'vitest'
import { createLiveConnection } from './live-connection.ts'

class AWire {
  readyState: number = WebSocket.CONNECTING
  sent: string[] = []
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  send = (text: string) => void this.sent.push(text)
  close = () => this.breakOff()
  connect(): void {
    this.readyState = WebSocket.OPEN
    this.onopen?.()
  }
  breakOff(): void {
    this.readyState = WebSocket.CLOSED
    this.onclose?.()
  }
}

function aConnection() {
  const wires: AWire[] = []
  const connection = createLiveConnection(() => {
    const wire = new AWire()
    wires.push(wire)
    return wire as unknown as WebSocket
  })
  const last = () => wires.at(-1) ?? new AWire()
  return { connection, wires, last }
}

beforeEach(() => void vi.useFakeTimers())

test('a lost connection is tried again after 1, 2, 4, 8 and 16 seconds, and then no more', () => {
  const { wires, last } = aConnection()
  const pauses: number[] = []
  for (let lost = 0; lost < 5; lost++) {
    const before = wires.length
    last().breakOff()
    let waited = 0
    while (wires.length === before && waited < 60_000) {
      vi.advanceTimersByTime(500)
      waited += 500
    }
    pauses.push(waited)
  }
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000])
  last().breakOff()
  vi.advanceTimersByTime(600_000)
  expect(wires).toHaveLength(6)
})

test('the tries are counted anew when it opens', () => {
  const { wires, last } = aConnection()
  last().breakOff()
  vi.advanceTimersByTime(1000)
  last().breakOff()
  vi.advanceTimersByTime(2000)
  last().connect()
  last().breakOff()
  vi.advanceTimersByTime(1000)
  expect(wires).toHaveLength(4)
})

test('a reconnect begins with the first try, at once, and never beside an open one', () => {
  const { connection, wires, last } = aConnection()
  for (let lost = 0; lost < 6; lost++) {
    last().breakOff()
    vi.advanceTimersByTime(30_000)
  }
  connection.reconnect()
  expect(wires).toHaveLength(7)
  last().breakOff()
  vi.advanceTimersByTime(1000)
  last().connect()
  connection.reconnect()
  expect(wires).toHaveLength(8)
})

test('one that was put away stays so until the page is seen again', () => {
  const { connection, wires, last } = aConnection()
  last().connect()
  connection.close()
  vi.advanceTimersByTime(600_000)
  expect([wires.length, connection.isConnected()]).toEqual([1, false])
  connection.reconnect()
  last().connect()
  expect([wires.length, connection.isConnected()]).toEqual([2, true])
})

test('whoever watches is told when it opens and when it is lost', () => {
  const { connection, last } = aConnection()
  const seen: boolean[] = []
  connection.subscribe(() => seen.push(connection.isConnected()))
  last().connect()
  last().breakOff()
  expect(seen).toEqual([true, false])
})

test('a frame goes out while it is connected; otherwise the log warns and nothing else happens', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { connection, last } = aConnection()
  connection.send({ type: 'hello', version: 1 })
  expect([last().sent, warn.mock.calls.length]).toEqual([[], 1])
  last().connect()
  connection.send({ type: 'hello', version: 2 })
  expect([last().sent, warn.mock.calls.length]).toEqual([['{"type":"hello","version":2}'], 1])
})

test('messages are heard, and what is no message is let be', () => {
  const { connection, last } = aConnection()
  const heard: unknown[] = []
  const stop = connection.onMessage((news) => heard.push(news))
  last().onmessage?.({ data: '{"type":"question"}' })
  last().onmessage?.({ data: '<html>' })
  stop()
  last().onmessage?.({ data: '{"type":"question"}' })
  expect(heard).toEqual([{ type: 'question' }])
})
