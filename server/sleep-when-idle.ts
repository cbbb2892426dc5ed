import type { Server } from 'node:http'

const MINUTE = 60_000

/** How often it is looked whether anybody is there, in milliseconds. */
const LOOK = 10_000

type Sleep = {
  /** Minutes without a call or an open page. */
  after: number
  /** Such as a backup that is being made. */
  isBusy: () => boolean
  sleep: () => void
}

/**
 * Ends a shop that nobody asks for, where its socket is kept by systemd: the next call starts it
 * again. A page that is open keeps it awake by its live connection.
 */
export function sleepWhenIdle(server: Server, { after, isBusy, sleep }: Sleep): void {
  let lastSeen = performance.now()
  server.on('request', () => {
    lastSeen = performance.now()
  })
  const timer = setInterval(() => {
    server.getConnections((error, open) => {
      if (error || open > 0 || isBusy()) lastSeen = performance.now()
      if (performance.now() - lastSeen < after * MINUTE) return
      clearInterval(timer)
      sleep()
    })
  }, LOOK).unref()
}
