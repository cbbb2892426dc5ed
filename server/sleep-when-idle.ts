import type { Server } from 'node:http'

const MINUTE = 60_000

/** In ms. */
const LOOK = 10_000

type Sleep = {
  after: number
  isBusy: () => boolean
  sleep: () => void
}

/** Exits when nobody calls; systemd restarts it on the next call. An open page keeps it awake. */
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
