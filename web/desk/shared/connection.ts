import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { admin } from '#contract/people/admin.ts'
import { liveConnection } from '#web/api/live-connection.ts'
import { ApiFailure, read, sentenceOf } from '#web/api/request.ts'

/** In ms. The shop checks in twice a minute; after this much silence it counts as gone. */
const SILENCE = 75_000

/** How often to try again while nothing answers, in ms. */
const PAUSE = 10_000

/** When the shop last answered, which is how old the screen is; null while it answers. */
export function useLostConnection(): Date | null {
  const client = useQueryClient()
  const [lostAt, setLostAt] = useState<Date | null>(null)
  useEffect(() => listen(client, setLostAt), [client])
  useEffect(() => {
    if (!lostAt) return
    const retry = () => void refetch(client, () => setLostAt(null))
    const timer = setInterval(retry, PAUSE)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [client, lostAt])
  return lostAt
}

function isNoAnswer(failure: unknown): boolean {
  return failure instanceof TypeError
}

export function sentenceOfLoad(failure: unknown): string {
  return isNoAnswer(failure)
    ? 'There is no connection. Please try again once you are online.'
    : sentenceOf(failure)
}

function listen(client: QueryClient, onChange: (lostAt: Date | null) => void): () => void {
  const live = liveConnection()
  let answeredAt = new Date()
  let isLost = false
  const noteAnswer = () => {
    answeredAt = new Date()
    if (isLost) onChange(null)
    isLost = false
  }
  const lose = () => {
    if (!isLost) onChange(answeredAt)
    isLost = true
  }
  let silence: ReturnType<typeof setTimeout> | undefined
  const expectWord = () => {
    clearTimeout(silence)
    silence = setTimeout(lose, SILENCE)
  }
  const onEvent = (action: { type: string; error?: unknown; manual?: boolean }) => {
    if (action.type === 'success' && !action.manual) noteAnswer()
    if (action.type !== 'error') return
    if (action.error instanceof ApiFailure) noteAnswer()
    else if (isNoAnswer(action.error)) lose()
  }
  if (!navigator.onLine) lose()
  window.addEventListener('offline', lose)
  const stops = [
    client.getQueryCache().subscribe((event) => event.type === 'updated' && onEvent(event.action)),
    client
      .getMutationCache()
      .subscribe((event) => event.type === 'updated' && onEvent(event.action)),
    live.subscribe(() => {
      if (!isLost) answeredAt = new Date()
    }),
    live.onMessage(() => {
      if (!isLost) answeredAt = new Date()
      expectWord()
    }),
    () => clearTimeout(silence),
  ]
  return () => {
    window.removeEventListener('offline', lose)
    for (const stop of stops) stop()
  }
}

async function refetch(client: QueryClient, onAnswer: () => void): Promise<void> {
  try {
    await read(admin.session.path)
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) return
  }
  onAnswer()
  await client.invalidateQueries({ refetchType: 'active' })
}
