import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { admin } from '#contract/people/admin.ts'
import { call } from '#web/api/call.ts'
import { failureIn } from '#web/api/request.ts'
import { useListener } from '#web/ui/use-listener.ts'
import { lapseAfter } from './desk-session.ts'
import { signInAgain } from './sign-in-again.ts'
import { toastFailure } from './use-change.ts'

/** Says why a file was refused; by itself a browser saves the refusal, or says nothing. */
export function useGuardedDownloads(): void {
  const client = useQueryClient()
  // Not in the capture phase: a menu whose click was prevented stays open.
  useListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[download]') : null
    if (!(link instanceof HTMLAnchorElement) || !isOfShop(link)) return
    if (checked.delete(link)) return
    event.preventDefault()
    void download(client, link)
  })
}

function isOfShop({ protocol, origin }: HTMLAnchorElement): boolean {
  return protocol === location.protocol && origin === location.origin
}

async function download(client: QueryClient, link: HTMLAnchorElement): Promise<void> {
  try {
    if ('asksAgain' in link.dataset) await openChecked(link)
    else await saveFile(link)
  } catch (failure) {
    if (!lapseAfter(client, failure)) toastFailure('Not downloaded', failure)
  }
}

const checked = new WeakSet<HTMLAnchorElement>()

/** Whole shops are too large to be held by the page: only the session is asked for. */
async function openChecked(link: HTMLAnchorElement): Promise<void> {
  const { asksAgain } = await call(admin.session)
  if (asksAgain && !(await signInAgain())) return
  checked.add(link)
  link.click()
}

async function saveFile({ pathname, search }: HTMLAnchorElement): Promise<void> {
  const response = await fetch(pathname + search, { method: 'GET' })
  if (!response.ok) throw await failureIn(response)
  const disposition = response.headers.get('Content-Disposition') ?? ''
  const file = document.createElement('a')
  file.href = URL.createObjectURL(await response.blob())
  file.download = /filename="(.+)"/.exec(disposition)?.[1] ?? ''
  file.click()
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000)
}
