import { LIVE_PATH, type LiveFrame, type LiveUpdate } from '#contract/live.ts'
import { listenerSet } from '#web/ui/listeners.ts'

export type LiveConnection = ReturnType<typeof createLiveConnection>

/** The pause between tries, in ms, doubles from the first up to the longest. */
const MAX_TRIES = 5
const FIRST_PAUSE = 1000
const MAX_PAUSE = 30_000

/** Specification, section 4. */
export function createLiveConnection(open: () => WebSocket) {
  const messages = listenerSet<[LiveUpdate]>()
  const states = listenerSet()
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  const isConnected = () => socket?.readyState === WebSocket.OPEN

  function connect(): void {
    const own = open()
    socket = own
    own.onopen = () => {
      tries = 0
      states.notify()
    }
    own.onmessage = ({ data }) => {
      const news = readUpdate(data)
      if (news) messages.notify(news)
    }
    own.onclose = () => {
      if (socket !== own) return
      socket = null
      states.notify()
      if (tries < MAX_TRIES)
        timer = setTimeout(connect, Math.min(FIRST_PAUSE * 2 ** tries++, MAX_PAUSE))
    }
  }

  function close(): void {
    clearTimeout(timer)
    const own = socket
    socket = null
    own?.close()
    states.notify()
  }

  connect()
  return {
    isConnected,
    /** While disconnected, drops the frame and logs a warning (specification, section 8). */
    send(frame: LiveFrame) {
      if (isConnected()) socket?.send(JSON.stringify(frame))
      else console.warn('The live connection is closed; nothing was sent.')
    },
    onMessage: messages.subscribe,
    subscribe: states.subscribe,
    /** Tries from the start again, unless connected: the page is seen, online or used again. */
    reconnect() {
      tries = 0
      if (socket) return
      clearTimeout(timer)
      connect()
    },
    close,
  }
}

function readUpdate(data: unknown): LiveUpdate | null {
  try {
    return JSON.parse(String(data)) as LiveUpdate
  } catch {
    return null
  }
}

let shared: LiveConnection | null = null

/** Reconnects when seen or online again. A browser keeps a page put away whole only without it. */
export function liveConnection(): LiveConnection {
  if (shared) return shared
  const address = location.origin.replace(/^http/, 'ws') + LIVE_PATH
  const connection = createLiveConnection(() => new WebSocket(address))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') connection.reconnect()
  })
  window.addEventListener('online', connection.reconnect)
  window.addEventListener('pageshow', connection.reconnect)
  window.addEventListener('pagehide', connection.close)
  shared = connection
  return connection
}
