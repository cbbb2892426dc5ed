import { useEffect } from 'react'
import { SOMETHING_WENT_WRONG } from '#web/api/request.ts'
import { toast } from '#web/ui/toast-store.ts'
import { whenUsed } from '#web/ui/when-idle.ts'

export const NEWSLETTER_PLACE = 'newsletter-form'

export function LazyNewsletter() {
  useEffect(mountWhenUsed, [])
  return null
}

function mountWhenUsed(): () => void {
  const place = document.getElementById(NEWSLETTER_PLACE)
  if (!place) return () => {}
  const listening = new AbortController()
  const mount = async () => {
    const { mountNewsletter } = await import('./mount-newsletter.tsx')
    if (listening.signal.aborted) return
    listening.abort()
    mountNewsletter(place)
  }
  const mountAndSend = (event: Event) => {
    event.preventDefault()
    mount().then(() => place.querySelector('form')?.requestSubmit(), announceFailure)
  }
  place.addEventListener('submit', mountAndSend, { signal: listening.signal })
  const stop = whenUsed(mount)
  return () => {
    stop()
    listening.abort()
  }
}

function announceFailure(): void {
  toast({
    title: 'Subscription failed',
    description: SOMETHING_WENT_WRONG,
    variant: 'destructive',
  })
}
