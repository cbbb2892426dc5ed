import { useEffect } from 'react'
import { useQueryClient } from '#web/api/use-query.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'

/** Keeps the sentence of the next pickup true while the page is open. */
export function useNextPickup(timeZone: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const page = new AbortController()
    const stop = whenIdle(async () => {
      const { formatNextPickup } = await import('./format-next-pickup.ts')
      formatNextPickup(client, { timeZone, signal: page.signal })
    })
    return () => {
      stop()
      page.abort()
    }
  }, [client, timeZone])
}
