import { useQueryClient } from '@tanstack/react-query'
import { LogOut, Store } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { Boundary } from '#web/ui/boundary.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { isLinkHash } from './account/is-link-hash.ts'
import { ShopUnreachable, SignIn } from './account/sign-in.tsx'
import { SignInSkeleton } from './account/sign-in-card.tsx'
import { Dashboard } from './dashboard.tsx'
import { LiveDesk } from './live/live-desk.tsx'
import { ConnectionLine } from './shared/connection-line.tsx'
import {
  type DeskState,
  useDeskState,
  useIsHelper,
  usePersonHere,
  useSignOut,
  useWatchedSession,
} from './shared/desk-session.ts'
import { later } from './shared/later.tsx'
import { watchHistory } from './shared/leaving.ts'
import { useAskedAgain } from './shared/sign-in-again.ts'
import { useGuardedDownloads } from './shared/use-guarded-downloads.ts'

const LinkCard = later(() => import('./account/link-card.tsx').then((code) => code.LinkCard))
const HelperDesk = later(() => import('./helper-desk.tsx').then((code) => code.HelperDesk))
const HelperSignOut = later(() =>
  import('./account/helper-sign-out.tsx').then((code) => code.HelperSignOut),
)
const LapsedSignIn = later(() =>
  import('./account/lapsed-sign-in.tsx').then((code) => code.LapsedSignIn),
)

export function AdminPage() {
  const state = useDeskState()
  const isHelper = useIsHelper()
  useWatchedSession()
  useEffect(watchHistory, [])
  useGuardedDownloads()
  useAskedWhenOpened()
  const asked = useAskedAgain()
  return (
    <>
      <DeskHeader isOpen={state === 'in'}>
        {(state === 'in' || state === 'lapsed') && <ConnectionLine />}
      </DeskHeader>
      <main className="wrap max-md:pb-20">
        <Boundary part="desk part">{state === 'in' && !isHelper && <LiveDesk />}</Boundary>
        <Boundary part="desk part">
          <Behind state={state} />
        </Boundary>
      </main>
      {state === 'lapsed' ? <LapsedSignIn /> : asked && <LapsedSignIn again={asked.settle} />}
    </>
  )
}

/** What was read before a page of the desk is opened is asked for again by that page, once. */
function useAskedWhenOpened(): void {
  const client = useQueryClient()
  const [page = ''] = useHash().split(/[/?]/, 1)
  // Before the questions of the page that is opened, which begin with its effects.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page once.
  useLayoutEffect(() => {
    void client.invalidateQueries({ type: 'inactive', refetchType: 'none' })
  }, [client, page])
}

function Behind({ state }: { state: DeskState }) {
  const isHelper = useIsHelper()
  const hash = useHash()
  if (state === 'asking')
    return (
      <SignInSkeleton>
        <p className="sr-only">Opening the desk…</p>
      </SignInSkeleton>
    )
  if (state === 'unreachable') return <ShopUnreachable />
  if (isLinkHash(hash) && (state === 'out' || isHelper)) return <LinkCard />
  if (state === 'out') return <SignIn />
  if (!isHelper) return <Dashboard />
  return <HelperDesk />
}

function DeskHeader({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const person = usePersonHere()
  return (
    <header className="@container sticky top-0 z-30 border-b border-straw bg-paper/95 max-[15rem]:static">
      <div className="wrap flex min-h-14 flex-wrap items-center justify-end gap-1.5 sm:gap-3">
        <Logo />
        <h1 className="mr-auto text-xl text-leaf-deep sm:text-2xl">Farmstand desk</h1>
        <a
          href="/"
          className={buttonLook({ variant: 'quiet', size: 'sm' }, 'max-sm:w-11 max-sm:px-0')}
        >
          <Store aria-hidden="true" className="size-5 sm:hidden" />
          <span className="max-sm:sr-only">View shop</span>
        </a>
        {isOpen && person?.role === 'helper' && <HelperSignOut name={person.name} />}
        {isOpen && person?.role !== 'helper' && <SignOutButton />}
      </div>
      {children}
    </header>
  )
}

function SignOutButton() {
  const signOut = useSignOut()
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={signOut.isPending}
      className="max-sm:w-11 max-sm:px-0"
      onClick={() => signOut.mutate()}
    >
      {!signOut.isPending && <LogOut aria-hidden="true" className="size-5 sm:hidden" />}
      <span className="max-sm:sr-only">{signOut.isPending ? 'Signing out…' : 'Sign out'}</span>
    </Button>
  )
}
