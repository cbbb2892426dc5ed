import './online.css'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { LapsedSignIn } from '#web/desk/account/lapsed-sign-in.tsx'
import { connectDesk } from '#web/desk/live/connect-desk.ts'
import { createDeskClient, useDeskState } from '#web/desk/shared/desk-session.ts'
import { watchHistory } from '#web/desk/shared/leaving.ts'
import { useAskedAgain } from '#web/desk/shared/sign-in-again.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Toaster } from '#web/ui/toaster.tsx'

const client = createDeskClient()
let isShown = false
let isLive = false

type WithDeskProps = { away: ReactNode; children: ReactNode }

/** These parts need the desk's own session: the phone's grant can't read orders. */
export function WithDesk({ away, children }: WithDeskProps) {
  useEffect(showOnce, [])
  return (
    <QueryClientProvider client={client}>
      <SignedIn away={away}>{children}</SignedIn>
    </QueryClientProvider>
  )
}

/** What all parts on the page share. */
function showOnce(): void {
  if (isShown) return
  isShown = true
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <QueryClientProvider client={client}>
      <Toaster />
      <AskedAgain />
    </QueryClientProvider>,
  )
}

function AskedAgain() {
  const asked = useAskedAgain()
  return asked && <LapsedSignIn again={asked.settle} />
}

export function SignedIn({ away, children }: WithDeskProps) {
  const state = useDeskState()
  const desk = useQueryClient()
  useEffect(watchHistory, [])
  useEffect(() => {
    if (isLive || state !== 'in' || desk !== client) return
    isLive = true
    connectDesk(client)
  }, [state, desk])
  if (state === 'asking') return <p role="status">One moment…</p>
  if (state === 'unreachable') return away
  if (state === 'out')
    return (
      <a href="/admin" className={buttonLook({ variant: 'quiet' })}>
        Sign in at the desk
      </a>
    )
  return (
    <>
      {children}
      {state === 'lapsed' && <LapsedSignIn />}
    </>
  )
}
