import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { admin } from '#contract/people/admin.ts'
import { call } from '#web/api/call.ts'
import { lapseAfter } from './desk-session.ts'
import { signInAgain } from './sign-in-again.ts'
import { toastFailure } from './use-change.ts'

/** Checks the session first; otherwise a download would just save a file saying it ended. */
export function useGuardedDownloads(): void {
  const client = useQueryClient()
  useEffect(() => {
    const guard = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[download]') : null
      if (!(link instanceof HTMLAnchorElement) || !isOfShop(link)) return
      if (checked.delete(link)) return
      event.preventDefault()
      void fetchChecked(client, link)
    }
    document.addEventListener('click', guard, { capture: true })
    return () => document.removeEventListener('click', guard, { capture: true })
  }, [client])
}

function isOfShop({ protocol, origin }: HTMLAnchorElement): boolean {
  return protocol === location.protocol && origin === location.origin
}

const checked = new WeakSet<HTMLAnchorElement>()

async function fetchChecked(client: QueryClient, link: HTMLAnchorElement): Promise<void> {
  try {
    const { asksAgain } = await call(admin.session)
    if (asksAgain && 'asksAgain' in link.dataset && !(await signInAgain())) return
  } catch (failure) {
    if (!lapseAfter(client, failure)) toastFailure('Not downloaded', failure)
    return
  }
  checked.add(link)
  link.click()
}
